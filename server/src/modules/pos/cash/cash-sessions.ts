import {
  idRandomBytes,
  makeId,
  operations,
  type CashReport,
  type CashSession,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { post } from '../../ledger/index.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { requireTerminal } from '../staff/terminals.ts';
import { holdTerminal } from '../staff/terminals.queries.ts';
import {
  cashSessionList,
  findCashSession,
  findOpenSession,
  insertCashSession,
  type CashSessionRow,
} from './cash-sessions.queries.ts';
import { cashSessionFact, presentCashSession } from './present-cash-session.ts';
import { sessionNotFound, writeCashEntries } from './write-cash-entries.ts';
import { readCounted, readMinor } from './read-counted.ts';
import { closeDrawer } from './close-drawer.ts';
import type { TenderEntry } from './cash-entries.queries.ts';
import { movementPostings } from './cash-postings.ts';

/** Lists cash sessions, newest first unless sorted otherwise. */
export async function listCashSessions(
  { query }: Input<Operations['listCashSessions']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly CashSession[]>> {
  const { rows, meta } = await cashSessionList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentCashSession), { meta });
}

/** One cash session. */
export async function getCashSession(
  { params }: Input<Operations['getCashSession']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<CashSession>> {
  const row = await requireCashSession(store.of(tenant), tenant, params.id);
  return reply(presentCashSession(row), { version: row.status });
}

/** CASH_SESSION_NOT_FOUND where it is none of the merchant's. */
export async function requireCashSession(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CashSessionRow> {
  const row = await findCashSession(runner, tenant, id);
  if (!row) throw sessionNotFound(id);
  return row;
}

type Body = Input<Operations['openCashSession']>['body'];

/** Opens the drawer of a till or a location, with its float as the first entry. */
export async function openCashSession(
  { body }: Input<Operations['openCashSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<CashSession>> {
  const { tenant, now, caller } = call;
  refuseReadOnly(operations.openCashSession.readOnly, body, {
    currency: caller.merchant.currency,
    ...showMode(tenant.livemode),
  });
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'cash');
  const currency = caller.merchant.currency;
  const float =
    body.opening_float === undefined
      ? 0n
      : readMinor(body.opening_float, { path: 'opening_float', currency });
  const newId = (prefix: 'csh_' | 'cmv_'): string =>
    makeId(prefix, now.getTime(), module.world.randomBytes(idRandomBytes));
  return effect(module, call, {
    work: async (runner) => {
      const place = await placeOf(runner, call, body);
      await module.staff.requireAt(call, staff, place.locationId);
      const draft: CashSessionRow = {
        merchant_id: tenant.merchantId,
        livemode: tenant.livemode,
        id: newId('csh_'),
        location_id: place.locationId,
        terminal_id: place.terminalId,
        series: place.terminalId ?? place.locationId,
        currency,
        status: 'open',
        opening_float_minor: float,
        opened_by: staff?.id ?? null,
        opened_at: now,
        closed_by: null,
        closed_at: null,
        z_report_id: null,
        z_number: null,
      };
      const row = await writeOpening(runner, tenant, {
        draft,
        entryId: newId('cmv_'),
        now,
      });
      if (!row) throw await alreadyOpen(runner, call, draft.series);
      return reply(presentCashSession(row));
    },
  });
}

/** At which till, and where. */
async function placeOf(
  runner: Runner,
  { tenant, now, caller }: Call,
  body: Body,
): Promise<{ readonly terminalId: string | null; readonly locationId: string }> {
  const terminalId =
    body.terminal_id ?? (body.location_id === undefined ? (caller.session?.terminalId ?? null) : null);
  if (terminalId === null)
    return {
      terminalId,
      locationId: (await requireActiveLocation(runner, tenant, { id: body.location_id ?? null, now })).id,
    };
  await holdTerminal(runner, tenant, terminalId);
  const terminal = await requireTerminal(runner, tenant, terminalId);
  if (!terminal.is_active)
    throw new Failure(
      'STATE_CONFLICT',
      `The till ${terminal.name} is not active. Activate it, or open the drawer of another.`,
      { details: { from: 'inactive', to: 'used', allowed: ['active'], terminal_id: terminal.id } },
    );
  if (body.location_id !== undefined && body.location_id !== terminal.location_id)
    throw invalid({
      path: 'location_id',
      message: `must be left out, or be ${terminal.location_id}, where the till stands`,
    });
  return { terminalId, locationId: terminal.location_id };
}

async function alreadyOpen(runner: Runner, { tenant }: Call, series: string): Promise<Failure> {
  const id = await findOpenSession(runner, tenant, series);
  return new Failure(
    'CASH_SESSION_ALREADY_OPEN',
    'This drawer has an open cash session. Go on with that, or close it first.',
    { details: { cash_session_id: id ?? null } },
  );
}

/** Counts and closes a drawer: from then on nothing is added to it, and its Z report says all that was. */
export async function closeCashSession(
  { params, body }: Input<Operations['closeCashSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<CashReport>> {
  const { tenant } = call;
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'close_session');
  const session = await requireCashSession(module.store.of(tenant), tenant, params.id);
  await module.staff.requireAt(call, staff, session.location_id);
  const counted = readCounted(body.counted, session.currency);
  const unsynced = body.unsynced_count ?? 0;
  if (unsynced > 0 && body.force !== true) throw unsyncedSales(unsynced);
  return effect(module, call, {
    work: async (tx) =>
      reply(
        await closeDrawer(tx, { call, module, session, staff, counted, note: body.note ?? null, unsynced }),
      ),
  });
}

function unsyncedSales(count: number): Failure {
  return new Failure(
    'UNSYNCED_SALES',
    `The till holds ${count} sales that have not arrived. Send them first (POST /v1/pos/sync/sales), or close with force: they come late then.`,
    { details: { unsynced_count: count } },
  );
}

type Opening = {
  readonly draft: CashSessionRow;
  /** `cmv_…` */ readonly entryId: string;
  /** Of the books; the drawer may have been opened before. */ readonly now: Date;
};

/** A drawer with its float; undefined where one of the series is open. */
export async function writeOpening(
  runner: Runner,
  tenant: Tenant,
  { draft, entryId, now }: Opening,
): Promise<CashSessionRow | undefined> {
  const { id, location_id, terminal_id, currency, opening_float_minor, opened_by, opened_at } = draft;
  const row = await insertCashSession(runner, tenant, {
    id,
    location_id,
    terminal_id,
    currency,
    opening_float_minor,
    opened_by,
    now: opened_at,
    facts: [cashSessionFact(draft, now)],
  });
  if (!row) return undefined;
  const opening: TenderEntry = {
    session_id: row.id,
    id: entryId,
    kind: 'opening',
    tender: 'cash',
    amount_minor: opening_float_minor,
    staff_id: opened_by,
    occurred_at: opened_at,
  };
  await writeCashEntries(runner, tenant, { now, entries: [opening] });
  await post(runner, tenant, movementPostings(row, opening, now));
  return row;
}
