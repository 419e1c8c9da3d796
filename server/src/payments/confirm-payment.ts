import { hasPaymentEnded, type Input, type Operations, type Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { outsideEffect } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import { movePayment, paymentNotFound } from './move-payment.ts';
import type { Payments } from './open-payments.ts';
import { movedTo, paymentConflict } from './payment-change.ts';
import type { PaymentChange, PaymentRow } from './payments.queries.ts';
import { pollNow } from './poll-payments.ts';
import { isByHand } from './providers/by-hand/by-hand.ts';
import { findReadablePayment } from './readable-payment.ts';
import { showPayment } from './reply-payment.ts';

/** Takes a person's word for cash and external money; for any other payment asks the provider now. */
export async function confirmPayment(
  { params, body }: Input<Operations['confirmPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(room, call, { id: params.id, clientSecret: body?.client_secret });
  // Whoever pays must not be able to say that it was paid.
  if (isByHand(row.provider) && call.caller.kind === 'public') throw paymentNotFound(params.id);
  return outsideEffect<Payment>(room, call, async () => {
    const after = isByHand(row.provider)
      ? await confirmByHand(room, row, { call, externalRef: body?.external_ref ?? null })
      : await askNow(room, row, call.now);
    return reply(showPayment(room, after));
  });
}

async function askNow(room: Payments, row: PaymentRow, at: Date): Promise<PaymentRow> {
  return row.status === 'succeeded' || row.payer_chooses ? row : pollNow(room, row, at);
}

type Confirming = { readonly call: Call; readonly externalRef: string | null };

async function confirmByHand(
  room: Payments,
  { id }: PaymentRow,
  { call, externalRef }: Confirming,
): Promise<PaymentRow> {
  const { publicUrl } = room.settings;
  const decide = (row: PaymentRow): PaymentChange | null => {
    if (row.status === 'succeeded') return null;
    if (row.status === 'expired')
      throw new Failure('PAYMENT_EXPIRED', 'The time of this payment is over. Ask for the money anew.');
    if (hasPaymentEnded(row.status)) throw paymentConflict(row, 'succeeded');
    return movedTo(row, {
      to: 'succeeded',
      at: call.now,
      publicUrl,
      fields: { provider_ref: externalRef, fee: 0n },
    });
  };
  return (await movePayment(room, { tenant: call.tenant, id }, decide)).row;
}
