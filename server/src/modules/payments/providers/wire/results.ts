import type { PaymentFailureCode } from '@cottontree/contract';
import type {
  ProviderNextAction,
  ProviderPayoutResult,
  ProviderRefundResult,
  ProviderResult,
  ProviderState,
} from '../provider.ts';

type Facts = Partial<Omit<ProviderResult, 'state' | 'raw'>>;

/** A result in which everything that was not told is null. */
export function resultOf(state: ProviderState, raw: string, facts: Facts = {}): ProviderResult {
  return {
    state,
    ref: null,
    amountMinor: null,
    currency: null,
    feeMinor: null,
    nextAction: null,
    failure: null,
    raw,
    ...facts,
  };
}

/** Nothing is known about what happened there; never a failure. */
export function unknownResult(raw: string, ref: string | null = null): ProviderResult {
  return resultOf('unknown', raw, { ref });
}

/** They said that there is and will be no payment. */
export function failedResult(raw: string, code: PaymentFailureCode, message: string): ProviderResult {
  return resultOf('failed', raw, { failure: { code, message } });
}

export function refundResult(
  state: ProviderRefundResult['state'],
  raw: string,
  facts: Partial<Omit<ProviderRefundResult, 'state' | 'raw'>> = {},
): ProviderRefundResult {
  return { state, ref: null, failure: null, raw, ...facts };
}

export function payoutResult(
  state: ProviderPayoutResult['state'],
  raw: string,
  facts: Partial<Omit<ProviderPayoutResult, 'state' | 'raw'>> = {},
): ProviderPayoutResult {
  return { state, ref: null, failure: null, raw, ...facts };
}

/** What the payer does next; what the way does not have is null. */
export function nextAction(
  type: ProviderNextAction['type'],
  facts: Partial<Omit<ProviderNextAction, 'type'>> = {},
): ProviderNextAction {
  return { type, url: null, qrPayload: null, ussdCode: null, message: null, ...facts };
}

/** A provider did not tell what it has booked; nothing may be concluded from that. */
export class ListFailed extends Error {
  constructor(raw: string) {
    super(`The provider's list could not be read: ${raw}`);
    this.name = 'ListFailed';
  }
}
