import type { Failure } from '../../kernel/call/failure.ts';
import type { PayTexts } from '../texts/pay-texts.ts';

/** Why a way to pay was refused, in the payer's words; null for what has nothing to do with it. */
export function wayRefused(
  { code }: Failure,
  texts: PayTexts,
): { readonly sentence: string; readonly field: string | null } | null {
  if (code === 'INVALID_PHONE') return { sentence: texts.phoneWrong, field: 'wallet' };
  if (code === 'CHANNEL_NOT_AVAILABLE') return { sentence: texts.wayGone, field: 'channel' };
  return code === 'PROVIDER_UNAVAILABLE' || code === 'PROVIDER_ERROR'
    ? { sentence: texts.provider, field: 'channel' }
    : null;
}
