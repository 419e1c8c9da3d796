import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useBeside } from '../../kit/data/queries.ts';
import type { RecurringData } from './invoice-data.ts';
import { templateOf, whomOf } from './recurring-words.ts';

type WhomProps = { readonly one: Pick<RecurringData, 'template'> };

/** Whom the invoices are for, in a row of the list. */
export function Whom({ one }: WhomProps): VNode {
  const { customer_id } = templateOf(one);
  return <>{customer_id ? <Customer id={customer_id} /> : whomOf(one)}</>;
}

function Customer({ id }: { readonly id: string }): VNode {
  const answer = useBeside(client.getCustomer, { params: { id } });
  return <>{answer?.data.name}</>;
}
