import { change } from '../core/change.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../store/index.ts';
import { customerFact, type CustomerKind } from './customer-facts.ts';
import { changeCustomer, findCustomer, type CustomerRow } from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';

type Whose = { readonly runner: Runner; readonly tenant: Tenant; readonly id: string };

/** Reads the customer, lets `decide` say what it is next, and writes that if nobody was faster; else reads and decides again. */
export async function changeAsRead(
  { runner, tenant, id }: Whose,
  kind: CustomerKind,
  decide: (row: CustomerRow) => CustomerRow,
): Promise<CustomerRow> {
  const customer = {
    tooMany: 'requests change this customer',
    read: () => findCustomer(runner, tenant, id),
    notFound: () => customerNotFound(id),
  };
  return change<CustomerRow, CustomerRow>(customer, async (before) => {
    const row = decide(before);
    return changeCustomer(runner, tenant, { row, facts: [customerFact(row, kind)] });
  });
}
