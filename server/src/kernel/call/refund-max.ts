import { formatMoney, toMajor, type Currency } from '@cottontree/contract';
import type { Caller } from './call.ts';
import { Failure } from './failure.ts';

/** Refuses a person a refund above what their membership lets them give back at once; keys have no such limit. */
export function refuseAboveRefundMax(
  { member }: Pick<Caller, 'member'>,
  amount: bigint,
  currency: Currency,
): void {
  const max = member?.refundMax ?? null;
  if (max === null || amount <= max) return;
  throw new Failure(
    'MEMBER_LIMIT_EXCEEDED',
    `You may refund at most ${formatMoney(max, currency)} at once, and this is ${formatMoney(amount, currency)}. Ask somebody with a higher limit.`,
    {
      details: {
        limit: 'refund_max',
        allowed: toMajor(max, currency),
        asked: toMajor(amount, currency),
        currency,
      },
    },
  );
}

/** Refuses a person with a limit what would be the way around it: `way` says what knows no such limit. */
export function refuseLimited(
  { member, merchant: { currency } }: Pick<Caller, 'member' | 'merchant'>,
  way: string,
): void {
  const max = member?.refundMax ?? null;
  if (max === null) return;
  throw new Failure(
    'MEMBER_LIMIT_EXCEEDED',
    `You may refund at most ${formatMoney(max, currency)} at once, and ${way} no such limit. Ask somebody without one to do it.`,
    { details: { limit: 'refund_max', allowed: toMajor(max, currency), asked: null, currency } },
  );
}
