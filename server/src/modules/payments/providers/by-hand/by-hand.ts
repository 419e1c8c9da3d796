import type { PaymentChannel, PaymentProviderId } from '@cottontree/contract';
import type { PaymentProvider, ProviderResult } from '../provider.ts';

const MAX_MINOR = 999_999_999_999_999n;
const DAY_SECONDS = 86_400;

/** Money that a person takes and confirms: nobody is asked, and nothing is known before. */
function byHand<const Id extends PaymentProviderId>(
  id: Id,
  { channel, message }: { readonly channel: PaymentChannel; readonly message: string },
): PaymentProvider & { readonly id: Id } {
  const waiting = (ref: string | null): ProviderResult => ({
    state: 'requires_action',
    ref,
    amountMinor: null,
    currency: null,
    feeMinor: null,
    failure: null,
    raw: 'Nobody is asked.',
    nextAction: { type: 'none', url: null, qrPayload: null, ussdCode: null, message },
  });
  return Object.freeze({
    id,
    capabilities: {
      channels: [channel],
      currencies: null,
      refund: 'partial' as const,
      cancel: false,
      callback: false,
      list: false,
      payout: false,
      minMinor: 1n,
      maxMinor: MAX_MINOR,
      expirySeconds: [60, DAY_SECONDS] as const,
    },
    create: async () => waiting(null),
    fetch: async (_context: unknown, ref: string) => waiting(ref),
    refund: async () => ({
      state: 'succeeded' as const,
      ref: null,
      failure: null,
      raw: 'Handed back by a person.',
    }),
  });
}

/** Notes and coins. */
export const cashProvider = byHand('cash', {
  channel: 'cash',
  message: 'Take the cash, then confirm the payment.',
});
/** Money that comes by a way we do not see: a bank transfer, a wallet whose message is typed in. */
export const manualProvider = byHand('manual', {
  channel: 'external',
  message: 'Confirm the payment once the money has come.',
});

const BY_HAND: ReadonlySet<string> = new Set([cashProvider.id, manualProvider.id]);

/** Whether a person confirms what comes this way, so that nobody is asked about it. */
export function isByHand(provider: string): provider is 'cash' | 'manual' {
  return BY_HAND.has(provider);
}
