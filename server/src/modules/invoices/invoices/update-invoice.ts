import { isDeepStrictEqual } from 'node:util';
import {
  operations,
  type Currency,
  type Input,
  type Invoice,
  type InvoiceInput,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly, saidAnew } from '../../../kernel/shape/read-only.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { changesNothing, stays } from '../../../kernel/change/change.ts';
import { readShare } from '../../../kernel/money/read-figures.ts';
import type { Runner } from '../../../store/index.ts';
import { readPosSettings } from '../../pos/index.ts';
import { changeInvoice, replyInvoice, type InvoiceChange } from './change-invoice.ts';
import { requireInvoice } from './invoices.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { presentInvoice } from './present-invoice.ts';
import { readDates } from './read-dates.ts';
import { readInvoiceInput, type InvoiceInputBasis } from './read-invoice-input.ts';
import { refuseMove } from './refuse-move.ts';
import { scheduleRounds } from './schedule-rounds.ts';
import { readLines } from './read-lines.ts';
import { readInvoiceDefaults, type InvoiceDefaults } from './settings.queries.ts';

/** What changes of a finalised invoice. */
const LASTING: ReadonlySet<string> = new Set(['due_date', 'due_days', 'notes', 'reminders', 'metadata']);

/** Changes a draft, or what of a finalised invoice still changes. */
export async function updateInvoice(
  { params, body }: Input<Operations['updateInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  const view = { settings: module.settings, now };
  const row = await module.store.transaction(tenant, async (tx) => {
    const seen = await requireInvoice(tx, { tenant, id: params.id });
    requireMatch(call.ifMatch, { what: `The invoice ${seen.id}`, version: seen.version });
    const shown = presentInvoice(seen, view);
    refuseReadOnly(operations.updateInvoice.readOnly, body, shown);
    const input = saidAnew(body, shown);
    if (seen.status !== 'draft') refuseFixed(input, seen);
    const wished = await lookUpInput(input, { module, runner: tx, call, currency: seen.currency });
    return (
      await changeInvoice(module, tx, {
        tenant,
        id: seen.id,
        now,
        ifMatch: call.ifMatch,
        decide: (current) => decide(current, { input, wished, now }),
      })
    ).row;
  });
  return replyInvoice(row, view);
}

/** Refuses what no longer changes, by name. */
function refuseFixed(input: InvoiceInput, { status, number }: InvoiceRow): void {
  const fields = Object.keys(input).filter(
    (field) => field in operations.updateInvoice.body.properties && !LASTING.has(field),
  );
  if (fields.length > 0)
    throw new Failure(
      'INVOICE_FINALIZED',
      `The invoice ${number ?? ''} is ${status}: ${fields.join(', ')} cannot change any more. Only due_date, due_days, notes, reminders and metadata do; make a credit note for the rest.`,
      { details: { fields } },
    );
}

type Deciding = { readonly input: InvoiceInput; readonly wished: InvoiceInputBasis; readonly now: Date };

function decide(row: InvoiceRow, { input, wished, now }: Deciding): InvoiceChange | null {
  if (Object.keys(input).length === 0) return null;
  const change = wishedChange(row, { input, wished, now });
  // Somebody who said the same may have been faster.
  return changesNothing(change.set, row) ? null : change;
}

function wishedChange(row: InvoiceRow, { input, wished, now }: Deciding): InvoiceChange {
  if (row.status !== 'draft') return lasting(row, { input, wished, now });
  const after = readInvoiceInput(input, row, wished);
  if (after.customer.name === null)
    throw invalid({ path: 'customer', message: 'needs a name, or customer_id one of your customers' });
  return { set: after, tell: ['invoice.updated'] };
}

/** What changes of a finalised invoice: when it is due, and what is said and remembered of it. */
function lasting(row: InvoiceRow, { input, wished, now }: Deciding): InvoiceChange {
  refuseFixed(input, row);
  const { timeZone } = wished.defaults;
  const dates = readDates(input, row, timeZone);
  const moved = dates.due_date !== row.due_date;
  if (moved && row.status === 'void')
    throw refuseMove(row, { to: 'due later', why: 'Nobody has to pay it any more.' });
  const said = {
    ...dates,
    notes: stays(input.notes, row.notes),
    reminders: stays(input.reminders, row.reminders),
    metadata: stays(input.metadata, row.metadata),
  };
  const waits = row.status === 'open' || row.status === 'partially_paid';
  // What is due by now and not done yet stays due, whatever else changes.
  const replans = moved || !isDeepStrictEqual(said.reminders, row.reminders);
  return {
    set: {
      ...said,
      ...(waits && replans ? scheduleRounds({ ...row, ...said }, { now, timeZone }) : {}),
      ...(moved && dates.overdue_at > now ? { overdue_told: false } : {}),
    },
    tell: ['invoice.updated'],
  };
}

type LookingUp = {
  readonly module: Pick<Invoices, 'customers'>;
  readonly runner: Runner;
  readonly call: Call;
  readonly currency: Currency;
};

/** All that an input refers to: the settings, the products of its lines, and whom it is for. */
export async function lookUpInput(
  input: InvoiceInput,
  { module, runner, call, currency }: LookingUp,
): Promise<InvoiceInputBasis> {
  const { tenant } = call;
  const defaults = await readInvoiceDefaults(runner, tenant);
  const { tax_rounding: taxRounding } = await readPosSettings(runner, tenant);
  const lines =
    input.items === undefined
      ? null
      : await readLines(input.items, {
          runner,
          tenant,
          defaults: { currency, ...defaultTax(input, defaults) },
        });
  const customer = await module.customers.ensure(runner, call, namedBy(input));
  return { defaults, currency, taxRounding, looked: { lines, customer } };
}

function defaultTax(
  { tax_rate: rate, tax_name: name, tax_inclusive: inclusive }: InvoiceInput,
  { terms }: InvoiceDefaults,
) {
  return {
    taxRate:
      rate === undefined
        ? terms.default_tax_rate
        : rate === null
          ? null
          : readShare(rate, { path: 'tax_rate' }),
    taxName: name ?? terms.default_tax_name,
    taxInclusive: inclusive ?? terms.tax_inclusive,
  };
}

function namedBy({ customer_id: id, customer }: InvoiceInput) {
  return { customer_id: id ?? null, customer: customer ?? null };
}
