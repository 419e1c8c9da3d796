import { roundUpToStep } from '../money.ts';
import type { CashRoundingMode } from './cart.ts';

export type CashRounding = {
  /** The smallest coin that is taken; 0: cash is not rounded. */
  readonly incrementMinor: bigint;
  readonly mode: CashRoundingMode;
};

/** What is paid in cash where `minor` is asked for; `nearest` takes halves up. What that differs by is the sale's `cash_rounding`. */
export function roundCash(minor: bigint, { incrementMinor, mode }: CashRounding): bigint {
  if (minor < 0n || incrementMinor < 0n) throw new RangeError('cash and its smallest coin are not negative');
  if (incrementMinor === 0n) return minor;
  const above = roundUpToStep(minor, incrementMinor);
  if (above === minor || mode === 'up') return above;
  const below = above - incrementMinor;
  if (mode === 'down') return below;
  return minor - below >= above - minor ? above : below;
}
