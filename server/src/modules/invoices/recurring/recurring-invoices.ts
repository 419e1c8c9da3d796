import {
  idRandomBytes,
  makeId,
  operations,
  UPCOMING_DAYS,
  type Deleted,
  type Input,
  type Operations,
  type RecurringInvoice,
  type SendChannel,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { change, changesNothing, stays } from '../../../kernel/change/change.ts';
import type { Runner, Tx } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { readDay } from '../invoices/read-lines.ts';
import { dayOf } from '../invoices/calendar.ts';
import {
  changeRecurringRow,
  findRecurring,
  insertRecurring,
  recurringList,
  type NewRecurring,
  type RecurringKey,
  type RecurringRow,
  type RecurringTerms,
} from './recurring.queries.ts';
import { composeFromTemplate } from './compose-from-template.ts';
import { placeFrom, placeOf, upcomingDays } from './next-place.ts';

/** Lists a merchant's recurring invoices, newest first unless sorted otherwise. */
export async function listRecurringInvoices(
  { query }: Input<Operations['listRecurringInvoices']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly RecurringInvoice[]>> {
  const { rows, meta } = await recurringList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentRecurring), { meta });
}

/** Ends it for good; what it made stays. */
export async function deleteRecurringInvoice(
  { params }: Input<Operations['deleteRecurringInvoice']>,
  { tenant, ifMatch, now }: Call,
  module: Invoices,
): Promise<Reply<Deleted>> {
  const { id } = await changeRecurring(module.store.of(tenant), {
    tenant,
    id: params.id,
    ifMatch,
    decide: async (row) => ({
      ...row,
      status: 'ended',
      next_date: null,
      next_at: null,
      updated_at: now,
      deleted_at: now,
    }),
  });
  return reply({ id, deleted: true });
}

type NewBody = Input<Operations['createRecurringInvoice']>['body'];

/** Begins to bill something again and again; what an invoice of it would be is composed once, so that a mistake is told at once. */
export async function createRecurringInvoice(
  { body }: Input<Operations['createRecurringInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  refuseReadOnly(operations.createRecurringInvoice.readOnly, body, showMode(call.tenant.livemode));
  const recurring = compose(module, call, body);
  const answer = await effect<RecurringInvoice>(module, call, {
    work: async (runner) => {
      await composeFromTemplate(
        { module, runner, call },
        {
          template: body.template,
          day: recurring.next_date ?? recurring.start_date,
          recurringInvoiceId: recurring.id,
        },
      );
      return replyRecurring(await insertRecurring(runner, call.tenant, recurring), 201);
    },
  });
  module.wake('invoices.recur');
  return answer;
}

function compose({ world }: Invoices, { now, caller }: Call, body: NewBody): NewRecurring {
  const { timeZone } = caller.merchant;
  const today = dayOf(now, timeZone);
  const start = body.start_date === undefined ? today : readDay(body.start_date, { path: 'start_date' });
  if (start < today) throw invalid({ path: 'start_date', message: `must not lie before today, ${today}` });
  if (typeof body.day_of_month === 'number' && body.frequency !== 'monthly')
    throw invalid({ path: 'day_of_month', message: 'is for monthly ones; others begin on start_date' });
  const { end, channels } = readLimits(body, { start, finalizes: body.auto_finalize ?? false });
  const terms = {
    frequency: body.frequency,
    step: body.interval ?? 1,
    start_date: start,
    end_date: end,
    day_of_month: body.day_of_month ?? null,
    count_max: body.count ?? null,
  };
  const place = placeOf({ ...terms, made: 0 }, { period: 0, timeZone });
  if (place.nextDate === null) throw invalid({ path: 'end_date', message: 'lies before the first invoice' });
  return {
    id: makeId('rinv_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    created_at: now,
    ...terms,
    status: body.paused === true ? 'paused' : 'active',
    name: body.name ?? null,
    template: body.template,
    auto_finalize: body.auto_finalize ?? false,
    send_channels: channels,
    next_period: place.nextPeriod,
    next_date: place.nextDate,
    next_at: place.nextAt,
    failure: null,
    retry_at: null,
    updated_at: now,
    deleted_at: null,
  };
}

type Limits = Pick<NewBody, 'end_date'> & { readonly auto_send?: readonly SendChannel[] };

/** Until when, and how each invoice is sent; a draft is not sent. */
function readLimits(
  { end_date: endDate, auto_send: channels = [] }: Limits,
  { start, finalizes }: { readonly start: string; readonly finalizes: boolean },
): { readonly end: string | null; readonly channels: readonly SendChannel[] } {
  const end = endDate === undefined || endDate === null ? null : readDay(endDate, { path: 'end_date' });
  if (end !== null && end < start)
    throw invalid({ path: 'end_date', message: `must not lie before start_date, ${start}` });
  if (channels.length > 0 && !finalizes)
    throw invalid({ path: 'auto_send', message: 'needs auto_finalize: a draft is not sent' });
  return { end, channels };
}

type ChangedBody = Input<Operations['updateRecurringInvoice']>['body'];

/** Changes what is billed, until when and how it is sent; pauses it and lets it go on. */
export async function updateRecurringInvoice(
  { params, body }: Input<Operations['updateRecurringInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  const { tenant, ifMatch } = call;
  const row = await module.store.transaction(tenant, (tx) =>
    changeRecurring(tx, {
      tenant,
      id: params.id,
      ifMatch,
      decide: (seen) => decide(seen, body, { module, tx, call }),
    }),
  );
  module.wake('invoices.recur');
  return replyRecurring(row);
}

async function decide(
  row: RecurringRow,
  body: ChangedBody,
  { module, tx, call }: { readonly module: Invoices; readonly tx: Tx; readonly call: Call },
): Promise<RecurringTerms> {
  refuseReadOnly(operations.updateRecurringInvoice.readOnly, body, presentRecurring(row));
  const { timeZone } = call.caller.merchant;
  const today = dayOf(call.now, timeZone);
  if (body.template !== undefined)
    await composeFromTemplate(
      { module, runner: tx, call },
      { template: body.template, day: row.next_date ?? today, recurringInvoiceId: row.id },
    );
  const after = afterInput(row, body);
  const isHeld = (body.paused ?? row.status === 'paused') === true;
  // What lay in a pause is let go; what is only due is not.
  const goesOn = row.status !== 'active' && !isHeld;
  const place = placeFrom(after, {
    period: row.next_period,
    today: goesOn ? today : row.start_date,
    timeZone,
  });
  if (place.nextDate === null && row.status === 'ended' && body.paused !== undefined)
    throw new Failure(
      'STATE_CONFLICT',
      'This recurring invoice has ended: give it a later end_date or a higher count first.',
      { details: { from: 'ended', to: body.paused ? 'paused' : 'active', allowed: [] } },
    );
  // What ended because its customer was erased needs another one before it goes on.
  if (goesOn && place.nextDate !== null && body.template === undefined)
    await composeFromTemplate(
      { module, runner: tx, call },
      { template: row.template, day: place.nextDate, recurringInvoiceId: row.id },
    );
  return {
    ...after,
    status: place.nextDate === null ? 'ended' : isHeld ? 'paused' : 'active',
    next_period: place.nextPeriod,
    next_date: place.nextDate,
    next_at: place.nextAt,
    failure: null,
    retry_at: null,
    updated_at: call.now,
  };
}

function afterInput(row: RecurringRow, body: ChangedBody): RecurringRow {
  const finalizes = body.auto_finalize ?? row.auto_finalize;
  const { end, channels } = readLimits(
    { end_date: stays(body.end_date, row.end_date), auto_send: body.auto_send ?? row.send_channels },
    { start: row.start_date, finalizes },
  );
  return {
    ...row,
    name: stays(body.name, row.name),
    template: stays(body.template, row.template),
    end_date: end,
    count_max: stays(body.count, row.count_max),
    auto_finalize: finalizes,
    send_channels: channels,
  };
}

type RecurringChange = RecurringKey & {
  readonly ifMatch: string | null;
  /** From the row as it stands. */ readonly decide: (row: RecurringRow) => Promise<RecurringTerms>;
};

/** Reads it, decides, and writes the decision if nobody was faster; else reads and decides again. */
async function changeRecurring(
  runner: Runner,
  { tenant, id, ifMatch, decide }: RecurringChange,
): Promise<RecurringRow> {
  const recurring = {
    key: { tenant, id },
    tooMany: 'requests change this recurring invoice',
    read: () => requireRecurring(runner, { tenant, id }),
    ifMatch,
    seen: ({ version }: RecurringRow) => ({ version, what: `The recurring invoice ${id}` }),
  };
  return change(recurring, async (row) => {
    const terms = await decide(row);
    return changesNothing(terms, row) ? row : changeRecurringRow(runner, row, terms);
  });
}

/** Reads a recurring invoice. */
export async function getRecurringInvoice(
  { params }: Input<Operations['getRecurringInvoice']>,
  { tenant }: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  return replyRecurring(await requireRecurring(module.store.of(tenant), { tenant, id: params.id }));
}

/** One recurring invoice, or RECURRING_INVOICE_NOT_FOUND. */
async function requireRecurring(runner: Runner, key: RecurringKey): Promise<RecurringRow> {
  const row = await findRecurring(runner, key);
  if (!row)
    throw new Failure('RECURRING_INVOICE_NOT_FOUND', `There is no recurring invoice ${key.id.slice(0, 64)}.`);
  return row;
}

/** What is billed again and again, as its merchant sees it. */
function presentRecurring(row: RecurringRow): RecurringInvoice {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    name: row.name,
    template: row.template,
    frequency: row.frequency,
    interval: row.step,
    start_date: row.start_date,
    end_date: row.end_date,
    count: row.count_max,
    day_of_month: row.day_of_month,
    auto_finalize: row.auto_finalize,
    auto_send: [...row.send_channels],
    next_date: row.status === 'active' ? row.next_date : null,
    upcoming: [...upcomingDays(row, UPCOMING_DAYS)],
    invoices_made: row.made,
    periods_skipped: row.skipped,
    failure: row.failure,
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function replyRecurring(row: RecurringRow, status?: 201): Reply<RecurringInvoice> {
  return reply(presentRecurring(row), { version: String(row.version), ...(status ? { status } : {}) });
}
