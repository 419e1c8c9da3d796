import { createHash } from 'node:crypto';
import {
  formatTime,
  idRandomBytes,
  makeId,
  toMajor,
  type CashMovement,
  type CashMovementType,
  type Currency,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import { canonicalJson } from '../../../kernel/effect/canonical-json.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { post } from '../../ledger/index.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import type { CashSessionRow } from './cash-sessions.queries.ts';
import {
  cashMovementList,
  findMovementByClientId,
  type MovementRow,
  type TenderEntry,
} from './cash-entries.queries.ts';
import { movementPostings } from './cash-postings.ts';
import { readMinor } from './read-counted.ts';
import { writeCashEntries } from './write-cash-entries.ts';

type Wanted = Input<Operations['createCashMovement']>;

/** Puts cash into a drawer, takes it out, or notes that it was opened. */
export async function createCashMovement(
  input: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<CashMovement>> {
  const { tenant } = call;
  const { params, body } = input;
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, body.type === 'no_sale' ? 'no_sale' : 'cash');
  const session = await requireCashSession(module.store.of(tenant), tenant, params.id);
  await module.staff.requireAt(call, staff, session.location_id);
  const entry = composeEntry(input, { call, module, session, staff });
  return effect(module, call, { work: (tx) => writeOnce(tx, { call, session, entry }) }).catch(
    async (error: unknown) => {
      // Another request with the client_id came first.
      if (constraintOf(error) !== 'cash_entries_client') throw error;
      const first = await firstAnswer(module.store.of(tenant), call, entry);
      if (first === null) throw error;
      return first;
    },
  );
}

async function writeOnce(
  tx: Runner,
  { call, session, entry }: WrittenMovement,
): Promise<Reply<CashMovement>> {
  const first = await firstAnswer(tx, call, entry);
  if (first !== null) return first;
  await writeMovement(tx, { call, session, entry });
  return reply(presentEntry(entry, { call, session }));
}

function presentEntry(entry: MovementEntry, { call, session }: Omit<WrittenMovement, 'entry'>): CashMovement {
  const {
    session_id,
    id,
    kind,
    amount_minor,
    staff_id = null,
    client_id = null,
    reason = null,
    occurred_at,
  } = entry;
  return presentMovement({
    session_id,
    id,
    kind,
    amount_minor,
    staff_id,
    client_id,
    reason,
    occurred_at,
    recorded_at: call.now,
    currency: session.currency,
    livemode: session.livemode,
  });
}

type WrittenMovement = {
  readonly call: Call;
  readonly session: CashSessionRow;
  readonly entry: MovementEntry;
};

/** Writes it into drawer and ledger; answers whether the drawer was closed, which only what is forced outlasts. */
export async function writeMovement(
  tx: Runner,
  { call: { tenant, now }, session, entry }: WrittenMovement,
): Promise<{ readonly isLate: boolean }> {
  const late = await writeCashEntries(tx, tenant, { entries: [entry], now });
  await post(tx, tenant, movementPostings(session, entry, now));
  return { isLate: late.has(session.id) };
}

/** What the same client_id did before; null where nothing did. */
export async function firstAnswer(
  runner: Runner,
  { tenant }: Call,
  { client_id, content_hash }: TenderEntry,
): Promise<Reply<CashMovement> | null> {
  const before = client_id ? await findMovementByClientId(runner, tenant, client_id) : undefined;
  if (!before) return null;
  if (before.content_hash?.toString('hex') !== content_hash)
    throw new Failure(
      'IDEMPOTENCY_KEY_REUSED',
      'This client_id was used before for a different movement. Send a fresh one for a new movement.',
    );
  return reply(presentMovement(before), { status: 200, replayed: true });
}

export type MovementEntry = TenderEntry & { readonly kind: CashMovementType };
type Composing = {
  readonly call: Call;
  readonly module: Pos;
  readonly session: CashSessionRow;
  readonly staff: Pick<StaffMember, 'id'> | null;
  /** As the service reckons it where the till's clock is off. */ readonly happenedAt?: Date;
};

/** The entry that is asked for. Refusals are thrown. */
export function composeEntry(
  { body }: Pick<Wanted, 'body'>,
  { call, module, session, staff, happenedAt }: Composing,
): MovementEntry {
  const amount = amountOf(body, session.currency);
  if (body.reason === undefined && body.type !== 'drop')
    throw invalid({
      path: 'reason',
      message: `must be sent for ${body.type}: whoever counts the drawer reads it`,
    });
  const occurredAt =
    happenedAt ??
    (body.occurred_at === undefined ? call.now : readTime(body.occurred_at, { path: 'occurred_at', call }));
  if (occurredAt > call.now) throw invalid({ path: 'occurred_at', message: 'must not lie in the future' });
  const content = {
    session: session.id,
    type: body.type,
    amount: String(amount),
    reason: body.reason ?? null,
    occurred_at: body.occurred_at ?? null,
  };
  return {
    session_id: session.id,
    id: makeId('cmv_', call.now.getTime(), module.world.randomBytes(idRandomBytes)),
    kind: body.type,
    tender: 'cash',
    amount_minor: body.type === 'pay_in' ? amount : -amount,
    staff_id: staff?.id ?? null,
    client_id: body.client_id?.toLowerCase() ?? null,
    content_hash:
      body.client_id === undefined ? null : createHash('sha256').update(canonicalJson(content)).digest('hex'),
    reason: body.reason ?? null,
    occurred_at: occurredAt,
  };
}

function amountOf({ type, amount }: Wanted['body'], currency: Currency): bigint {
  const minor = amount === undefined ? 0n : readMinor(amount, { path: 'amount', currency });
  if (type === 'no_sale' && minor !== 0n)
    throw invalid({ path: 'amount', message: 'must be left out for no_sale, which moves no money' });
  if (type !== 'no_sale' && minor === 0n) throw invalid({ path: 'amount', message: 'must be more than 0' });
  return minor;
}

/** Lists what was put into a drawer and taken out, newest first unless sorted otherwise. */
export async function listCashMovements(
  { params, query }: Input<Operations['listCashMovements']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly CashMovement[]>> {
  const runner = store.reads(call.tenant);
  const { id: session_id } = await requireCashSession(runner, call.tenant, params.id);
  const { rows, meta } = await cashMovementList.find(runner, { call, query, given: { session_id } });
  return reply(rows.map(presentMovement), { meta });
}

/** A movement as the API shows it: its amount as it was sent. */
function presentMovement(row: Omit<MovementRow, 'content_hash'>): CashMovement {
  const minor = row.amount_minor < 0n ? -row.amount_minor : row.amount_minor;
  return {
    id: row.id,
    cash_session_id: row.session_id,
    type: row.kind,
    amount: toMajor(minor, row.currency),
    reason: row.reason,
    staff_id: row.staff_id,
    client_id: row.client_id,
    occurred_at: formatTime(row.occurred_at),
    recorded_at: formatTime(row.recorded_at),
    livemode: row.livemode,
  };
}
