import type { InvoiceNoticeKind } from '@cottontree/contract';
import { isOverdue } from '../amount-due.ts';
import type { InvoiceChange } from '../change-invoice.ts';
import type { InvoiceRow } from '../invoice-rows.ts';
import type { KeptLateFeeCharged } from '../kept-parts.ts';
import { lateFeeOf, nextLateFeeAt, nextPeriod } from './late-fees.ts';
import { dueReminderChannels, nextReminderAt } from './reminders.ts';

export type RoundMoment = { /** Business time. */ readonly at: Date; readonly timeZone: string };

/** What happens to an invoice, and by which channels its customer is reminded. */
export type Round = InvoiceChange & {
  readonly kind: InvoiceNoticeKind;
  readonly channels: readonly string[];
};

/** Everything that has fallen due of an invoice by a moment; null where nothing has. */
export function decideRound(row: InvoiceRow, moment: RoundMoment): Round | null {
  if (row.status !== 'open' && row.status !== 'partially_paid') return null;
  const overdue = row.overdue_told || row.overdue_at > moment.at ? null : { set: { overdue_told: true } };
  const fees = decideLateFees(row, moment);
  const reminding = decideReminder(row, moment);
  if (overdue === null && fees === null && reminding === null) return null;
  return {
    set: { ...overdue?.set, ...fees?.set, ...reminding?.set },
    tell: [
      ...(overdue ? (['invoice.overdue'] as const) : []),
      ...(fees?.charges ? (['invoice.updated'] as const) : []),
      ...(reminding?.channels.length ? (['invoice.reminded'] as const) : []),
    ],
    kind: isOverdue(row, moment.at) ? 'invoice_overdue' : 'invoice_reminder',
    channels: reminding?.channels ?? [],
  };
}

/** Each period once: whoever comes second finds it charged. After a standstill every period that is over is charged, as it would have been. */
function decideLateFees(
  row: InvoiceRow,
  { at, timeZone }: RoundMoment,
): { readonly set: InvoiceChange['set']; readonly charges: boolean } | null {
  const { late_fee: lateFee, late_fees: before } = row;
  let [charged, total, next]: [readonly KeptLateFeeCharged[], bigint, Date | null] = [
    before,
    row.late_fee_total,
    row.next_late_fee_at,
  ];
  if (lateFee === null || next === null || next > at) return null;
  while (next !== null && next <= at) {
    const fee = lateFeeOf(
      row,
      lateFee,
      charged.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    );
    if (fee === 0n) {
      next = null;
    } else {
      charged = [...charged, { period: nextPeriod(charged), amount: Number(fee), at: next.toISOString() }];
      total += fee;
      next = nextLateFeeAt({ dueDate: row.due_date, lateFee, charged, timeZone });
    }
  }
  return {
    set: { late_fees: charged, late_fee_total: total, next_late_fee_at: next },
    charges: charged.length > before.length,
  };
}

function decideReminder(
  row: InvoiceRow,
  { at, timeZone }: RoundMoment,
): { readonly set: InvoiceChange['set']; readonly channels: readonly string[] } | null {
  const from = row.next_reminder_at;
  if (from === null || from > at) return null;
  const { reminders, customer } = row;
  const plan = { dueDate: row.due_date, reminders, timeZone };
  const reachable = (channel: string): boolean =>
    (channel === 'email' ? customer.email : customer.phone) !== null;
  return {
    set: { next_reminder_at: nextReminderAt(plan, at) },
    channels: dueReminderChannels(plan, { from, until: at }).filter(reachable),
  };
}
