import type { Input, Operations, Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { outsideEffect } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import { cancelOpenPayment } from './cancel-open-payment.ts';
import type { Payments } from './open-payments.ts';
import { paymentConflict } from './payment-change.ts';
import { findReadablePayment } from './readable-payment.ts';
import { showPayment } from './reply-payment.ts';

/** Cancels a payment that nobody has paid yet; one that is cancelled is answered as it is. */
export async function cancelPayment(
  { params, body }: Input<Operations['cancelPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(room, call, { id: params.id, clientSecret: body?.client_secret });
  return outsideEffect<Payment>(room, call, async () => {
    const { row: after } = await cancelOpenPayment(room, row, call.now);
    if (after.status !== 'cancelled') throw paymentConflict(after, 'cancelled');
    return reply(showPayment(room, after));
  });
}
