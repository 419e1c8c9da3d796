import { divideHalfUp } from '@cottontree/contract';
import type { InvoiceRow, InvoiceState } from './invoice-rows.ts';
import type { KeptLateFee, KeptLateFeeCharged, KeptReminder } from './kept-parts.ts';
import { addDays, momentOf } from './calendar.ts';
import { keptOf } from './amount-due.ts';

type Rounds = Pick<InvoiceState, 'next_reminder_at' | 'next_late_fee_at'>;

/** What comes next of an invoice's reminders and late fees; to be asked whenever it is finalised, or its due date, reminders or late fee change. */
export function scheduleRounds(
  row: Pick<InvoiceRow, 'due_date' | 'reminders' | 'late_fee' | 'late_fees'>,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Rounds {
  const { reminders, late_fee: lateFee, late_fees: charged } = row;
  return {
    next_reminder_at: nextReminderAt({ dueDate: row.due_date, reminders, timeZone }, now),
    next_late_fee_at: nextLateFeeAt({ dueDate: row.due_date, lateFee, charged, timeZone }),
  };
}

/** When people read a reminder and can still do something about it. */
const REMINDING_HOUR = 9;

export type ReminderPlan = {
  readonly dueDate: string;
  readonly reminders: readonly KeptReminder[];
  readonly timeZone: string;
};

/** The next reminder after a moment; one that lies before it was either told or never meant to be. */
export function nextReminderAt(plan: ReminderPlan, after: Date): Date | null {
  const later = momentsOf(plan)
    .map(({ at }) => at.getTime())
    .filter((time) => time > after.getTime());
  return later.length === 0 ? null : new Date(Math.min(...later));
}

/** Through which channels the customer is reminded of what fell due from one moment to another, both in it: once each, however many reminders that are. */
export function dueReminderChannels(
  plan: ReminderPlan,
  { from, until }: { readonly from: Date; readonly until: Date },
): readonly string[] {
  return [
    ...new Set(
      momentsOf(plan)
        .filter(({ at }) => at >= from && at <= until)
        .map(({ channel }) => channel),
    ),
  ];
}

function momentsOf({
  dueDate,
  reminders,
  timeZone,
}: ReminderPlan): readonly { readonly at: Date; readonly channel: string }[] {
  return reminders.map(({ days_from_due: days, channel }) => ({
    at: momentOf(addDays(dueDate, days), { hour: REMINDING_HOUR, timeZone }),
    channel,
  }));
}

/** A rate of a hundred percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000n;

type LateFeePlan = {
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
