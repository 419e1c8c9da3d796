import type { Input, Operations, Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { invalid } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import { paymentList } from './list-payments.queries.ts';
import type { Payments } from './open-payments.ts';
import { presentPayment } from './present-payment.ts';

type Listed = Input<Operations['listPayments']>;

/** Lists payments, newest first unless sorted otherwise, without their client secrets. */
export async function listPayments(
  { query }: Listed,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly Payment[]>> {
  refuseTwoSubjects(query);
  const { publicUrl } = settings;
  const { rows, meta } = await paymentList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentPayment(row, { publicUrl, clientSecret: null })),
    { meta },
  );
}

const SUBJECTS = ['sale_id', 'invoice_id', 'payment_link_id', 'ticket_order_id'] as const;

function refuseTwoSubjects(query: Listed['query']): void {
  const [, second] = SUBJECTS.filter((field) => query[field] !== undefined);
  if (second !== undefined)
    throw invalid({
      path: second,
      message: 'cannot stand beside another thing that was paid for: a payment is for one',
    });
}
