import type { PaymentStatus } from './words.ts';

const END: readonly PaymentStatus[] = ['succeeded', 'failed', 'cancelled', 'expired'];

/**
 * Where a payment can go from each status. From those that have ended otherwise, only a provider's proof that
 * the money came after all leads on, and the payment is then `late`.
 */
export const paymentMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = Object.freeze({
  created: ['requires_action', 'processing', ...END],
  requires_action: ['processing', ...END],
  processing: ['requires_action', ...END],
  succeeded: [],
  failed: ['succeeded'],
  cancelled: ['succeeded'],
  expired: ['succeeded'],
});

export type PaymentEndStatus = 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** Whether nothing more is expected of a payment, though late money may still come. */
export function hasPaymentEnded(status: PaymentStatus): status is PaymentEndStatus {
  return END.includes(status);
}
