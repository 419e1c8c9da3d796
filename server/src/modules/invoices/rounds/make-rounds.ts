import { idRandomBytes, makeId, type InvoiceNoticeKind } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import { isOverdue } from '../invoices/amount-due.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { KeptLateFeeCharged } from '../invoices/kept-parts.ts';
import type { Invoices } from '../module.ts';
import { insertLetters, type Letter } from '../sending/letters.queries.ts';
import {
  dueReminderChannels,
  lateFeeOf,
  nextLateFeeAt,
  nextPeriod,
  nextReminderAt,
} from '../invoices/schedule-rounds.ts';
import { findDueRounds, findDueRoundsOf, type DueRound } from './rounds.queries.ts';

const BATCH_ROWS = 200;
/** What one advance of a clock may set off, so that it ends. */
const CLOCK_STEPS_MAX = 100_000;

/** Tells of invoices that became overdue, adds late fees and reminds customers; answers how many invoices that concerned. With a test clock their merchant's own turn does. */
export async function makeRounds(module: Invoices): Promise<number> {
  const now = module.world.now();
  let made = 0;
  for (const round of await findDueRounds(module.store.system, { now, rowsMax: BATCH_ROWS }))
    made += Number(await tryRound(module, round, now));
  return made;
}

/** The same for one merchant, as far as its test clock has come: each thing at the moment it fell due. */
export async function makeRoundsOnClock(module: Invoices, tenant: Tenant, clock: Date): Promise<void> {
  for (let steps = 0; steps < CLOCK_STEPS_MAX;) {
    const due = await findDueRoundsOf(module.store.of(tenant), tenant, { now: clock, rowsMax: BATCH_ROWS });
    if (due.length === 0) break;
    for (const round of due) await makeRound(module, round, round.due_at);
    steps += due.length;
  }
}

/** One invoice that cannot be dealt with must not hold up all that are due after it. */
async function tryRound(module: Invoices, round: DueRound, now: Date): Promise<boolean> {
  try {
    return await makeRound(module, round, now);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, invoiceId: round.id },
      'What is due of an invoice could not be done and is tried again.',
    );
    return false;
  }
}

/** The invoice and the messages to its customer commit together, on the version that was read: of two nodes one does it. */
async function makeRound(
  module: Invoices,
  { merchant_id: merchantId, livemode, id, time_zone: timeZone }: DueRound,
  at: Date,
): Promise<boolean> {
  const tenant = { merchantId, livemode };
  return module.store.transaction(tenant, async (tx) => {
    const decided: { round: Round | null } = { round: null };
    const { row, changed } = await changeInvoice(module, tx, {
      tenant,
      id,
      now: at,
      decide: (seen) => (decided.round = decideRound(seen, { at, timeZone })),
    });
    if (!changed || !decided.round) return false;
    const { kind, channels } = decided.round;
    await insertLetters(tx, tenant, {
      invoiceId: id,
      kind,
      subject: null,
      message: null,
      at,
      letters: lettersOf(module, row, channels),
    });
    return true;
  });
}

/** Without an account at WhatsApp a reminder goes as a text. */
function lettersOf(
  { world, hasWhatsApp }: Invoices,
  row: InvoiceRow,
  channels: readonly string[],
): readonly Letter[] {
  const { email, phone } = row.customer;
  const ways = new Set(
    channels.map((channel) =>
      channel === 'email' ? 'email' : channel === 'whatsapp' && hasWhatsApp ? 'whatsapp' : 'sms',
    ),
  );
  return [...ways].flatMap((channel): readonly Letter[] => {
    const address = channel === 'email' ? email : phone;
    return address === null
      ? []
      : [{ id: makeId('ntc_', world.now().getTime(), world.randomBytes(idRandomBytes)), channel, address }];
  });
}

type RoundMoment = { /** Business time. */ readonly at: Date; readonly timeZone: string };

/** What happens to an invoice, and by which channels its customer is reminded. */
type Round = InvoiceChange & {
  readonly kind: InvoiceNoticeKind;
  readonly channels: readonly string[];
};

/** Everything that has fallen due of an invoice by a moment; null where nothing has. */
function decideRound(row: InvoiceRow, moment: RoundMoment): Round | null {
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
