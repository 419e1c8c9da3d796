import { divideHalfUp } from '@cottontree/contract';
import type { InvoiceRow } from './invoice-rows.ts';
import type { KeptLateFee, KeptLateFeeCharged } from './kept-parts.ts';
import { keptOf } from './amount-due.ts';
import { addDays, momentOf } from './calendar.ts';

/** A rate of a hundred percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000n;

export type LateFeePlan = {
  readonly dueDate: string;
  readonly lateFee: KeptLateFee | null;
  readonly charged: readonly KeptLateFeeCharged[];
  readonly timeZone: string;
};

/** When the next late fee falls due; null where there is none any more. */
export function nextLateFeeAt({ dueDate, lateFee, charged, timeZone }: LateFeePlan): Date | null {
  if (lateFee === null) return null;
  const period = nextPeriod(charged);
  if (period > 1 && lateFee.repeat_days === null) return null;
  const days = 1 + lateFee.after_days + (period - 1) * (lateFee.repeat_days ?? 0);
  return momentOf(addDays(dueDate, days), { hour: 0, timeZone });
}

/** From 1. */
export function nextPeriod(charged: readonly KeptLateFeeCharged[]): number {
  return (charged.at(-1)?.period ?? 0) + 1;
}

type Figures = Pick<InvoiceRow, 'total' | 'amount_credited' | 'amount_paid' | 'amount_refunded'>;

/** How much is added now, minor units: of what is due without earlier fees, and of all fees, waived ones too, no more than the terms or the invoice's total allow. */
export function lateFeeOf(row: Figures, { type, value, max }: KeptLateFee, charged: bigint): bigint {
  const base = row.total - row.amount_credited - keptOf(row);
  const fee = type === 'fixed' ? BigInt(value) : divideHalfUp((base > 0n ? base : 0n) * BigInt(value), WHOLE);
  const left = (max === null ? row.total : BigInt(max)) - charged;
  return fee < left ? fee : left > 0n ? left : 0n;
}
