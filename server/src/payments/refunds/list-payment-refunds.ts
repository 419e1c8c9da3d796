import type { Input, Operations, Refund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { paymentNotFound } from '../move-payment.ts';
import type { Payments } from '../open-payments.ts';
import { findPayment } from '../payments.queries.ts';
import { presentRefund } from './present-refund.ts';
import { refundList } from './refunds.queries.ts';

/** Lists the refunds of one payment, newest first unless sorted otherwise. */
export async function listPaymentRefunds(
  { params: { id }, query }: Input<Operations['listPaymentRefunds']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Refund[]>> {
  const { tenant } = call;
  if (!(await findPayment(store.of(tenant), { tenant, id }))) throw paymentNotFound(id);
  const { rows, meta } = await refundList.find(store.slow(tenant), {
    call,
    query: { ...query, payment_id: id },
  });
  return reply(rows.map(presentRefund), { meta });
}
