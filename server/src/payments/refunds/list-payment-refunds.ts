import type { Input, Operations, Refund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import { paymentNotFound } from '../move-payment.ts';
import type { Payments } from '../open-payments.ts';
import { findPayment } from '../payments.queries.ts';
import { pageOfRefunds } from './list-refunds.ts';

/** Lists the refunds of one payment, newest first unless sorted otherwise. */
export async function listPaymentRefunds(
  { params, query }: Input<Operations['listPaymentRefunds']>,
  { tenant }: Call,
  room: Payments,
): Promise<Reply<readonly Refund[]>> {
  if (!(await findPayment(room.store.of(tenant), { tenant, id: params.id })))
    throw paymentNotFound(params.id);
  return pageOfRefunds(room, tenant, { query, status: null, paymentId: params.id, updatedSince: null });
}
