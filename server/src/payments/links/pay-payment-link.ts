import type { Input, Operations, Payment } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { startLinkPayment } from './start-link-payment.ts';

/** Begins to pay at a link of the key's merchant. */
export function payPaymentLink(
  { params, body }: Input<Operations['payPaymentLink']>,
  { tenant, now, idempotency }: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  return startLinkPayment(room, { slug: params.slug, given: body, now, idempotency, tenant });
}
