import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { changeInvoice, replyInvoice, type InvoiceChange } from './change-invoice.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { readInvoiceDefaults, type InvoiceDefaults } from './settings.queries.ts';
import { statusByFigures } from './amount-due.ts';
import { numberingOn } from './numbering.ts';
import { datesOnFinalisation } from './read-dates.ts';
import { refuseMove } from './refuse-move.ts';
import { addDays, dayOf } from './calendar.ts';
import { scheduleRounds } from './schedule-rounds.ts';
import { fillTakenPlace } from './numbers.queries.ts';

/** Gives a draft its number, in the moment in which it becomes an invoice. */
export async function finalizeInvoice(
  { params, body }: Input<Operations['finalizeInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  const number = body.number ?? null;
  const work = (runner: Runner) =>
    finalizeDraft(module, runner, { tenant, id: params.id, now, number }).then((row) =>
      replyInvoice(row, { settings: module.settings, now }),
    );
  return pastTakenNumbers(module, {
    tenant,
    now,
    number,
    work: () => effect<Invoice>(module, call, { single: true, work }),
  });
}

type FinalizedDraft = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly now: Date;
  /** Null: the next of the series. */ readonly number: string | null;
};

/** Finalises a draft through `runner`; to be called within `pastTakenNumbers`. */
export async function finalizeDraft(
  module: Invoices,
  runner: Runner,
  { tenant, id, now, number }: FinalizedDraft,
): Promise<InvoiceRow> {
  const defaults = await readInvoiceDefaults(runner, tenant);
  return (
    await changeInvoice(module, runner, {
      tenant,
      id,
      now,
      decide: (draft) => finalization(draft, { defaults, now, number }),
    })
  ).row;
}

/** What happens to a draft that is finalised: it gets its number, its last dates, and can be paid. */
export function finalization(
  row: InvoiceRow,
  {
    defaults,
    now,
    number,
  }: {
    readonly defaults: InvoiceDefaults;
    /** Business time. */ readonly now: Date;
    /** Null: the next of the series. */ readonly number: string | null;
  },
): InvoiceChange {
  if (row.status !== 'draft')
    throw refuseMove(row, { to: 'open', why: `It was finalised as ${row.number ?? ''}.` });
  if (row.customer.name === null)
    throw invalid({
      path: 'customer',
      message: 'needs a name before the invoice is finalised; give the draft one',
    });
  const { timeZone, terms } = defaults;
  const today = dayOf(now, timeZone);
  const dates = datesOnFinalisation(row, { today, timeZone });
  const { deposit } = row;
  const status = statusByFigures(row);
  const after: InvoiceRow = { ...row, ...dates, status };
  return {
    set: {
      ...dates,
      status,
      company: terms.company,
      finalized_at: now,
      paid_at: status === 'paid' ? now : null,
      deposit: deposit && { ...deposit, due_date: addDays(dates.issue_date, deposit.due_days) },
      ...(status === 'paid' ? {} : scheduleRounds(after, { now, timeZone })),
    },
    tell: status === 'paid' ? ['invoice.updated', 'invoice.paid'] : ['invoice.updated'],
    ...(number === null
      ? {
          numbering: numberingOn({
            pattern: terms.number_pattern,
            yearlyReset: terms.yearly_reset,
            day: today,
          }),
        }
      : { number }),
  };
}

type Numbered<T> = {
  readonly tenant: Tenant;
  /** Business time. */
  readonly now: Date;
  /** A number given by hand; null: the next of the series. */
  readonly number: string | null;
  /** A transaction of its own, which gives the number. */
  readonly work: () => Promise<T>;
};

/** So many numbers in a row may have been given by hand. */
const TRIES_MAX = 200;

/** Does work that numbers an invoice. Where the next number was given by hand before, that invoice fills its place, and the work is done again with the one behind it. */
export async function pastTakenNumbers<T>(
  module: Invoices,
  { tenant, now, number, work }: Numbered<T>,
): Promise<T> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (constraintOf(error) !== 'invoices_number') throw error;
      if (number !== null)
        throw new Failure(
          'NUMBER_TAKEN',
          `Another invoice has the number ${number}. Choose another, or leave it out.`,
        );
      await fillPlace(module, tenant, now);
    }
  }
  throw new Failure(
    'NUMBER_TAKEN',
    `More than ${TRIES_MAX} numbers in a row were given by hand. Change number_pattern in the settings of invoices.`,
  );
}

/** Where nothing is filled, another request has done it, or the work of the meantime has passed it: it is tried again. */
async function fillPlace(module: Invoices, tenant: Tenant, now: Date): Promise<void> {
  await module.store.transaction(tenant, async (tx) => {
    const { terms, timeZone } = await readInvoiceDefaults(tx, tenant);
    return fillTakenPlace(
      tx,
      tenant,
      numberingOn({
        pattern: terms.number_pattern,
        yearlyReset: terms.yearly_reset,
        day: dayOf(now, timeZone),
      }),
    );
  });
}
