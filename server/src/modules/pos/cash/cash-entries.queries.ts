import type { CashMovementType, Currency, DrawerEntryKind, DrawerFlag } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, texts, type Json, type Runner, type ValuesOf } from '../../../store/index.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

/** `sale` a tender that paid a sale, `refund` and `void` money back (negative); the rest are movements of the drawer. */
export type CashEntryKind =
  | 'opening'
  | 'sale'
  | 'refund'
  | 'void'
  | 'pay_in'
  | 'pay_out'
  | 'drop'
  | 'no_sale';

/** Money by its tender. */
export type TenderEntry = {
  readonly session_id: string;
  /** `cmv_…` */
  readonly id: string;
  readonly kind: CashEntryKind;
  /** The payment's channel: cash, card, mobile_money, external … */
  readonly tender: string;
  /** Signed: what came into the drawer is positive. Of cash what stays, without the change given. */
  readonly amount_minor: bigint;
  readonly sale_id?: string | null;
  readonly refund_id?: string | null;
  readonly staff_id?: string | null;
  readonly client_id?: string | null;
  /** SHA-256 in hexadecimal of what came with the client_id. */
  readonly content_hash?: string | null;
  readonly reason?: string | null;
  /** It happened while the session was open and arrives late: a closed session takes it, flagged. */
  readonly force?: boolean;
  readonly occurred_at: Date;
};

/** A sale that was completed, refunded or voided, once each, with what Z reports add up; amounts as positive as the document shows them. */
type DocumentEntry = {
  readonly session_id: string;
  /** The sale, for a refund the refund. */
  readonly document_id: string;
  readonly kind: 'sale' | 'refund' | 'void';
  /** The number of the sale. */
  readonly number: string | null;
  readonly total_minor: bigint;
  readonly discount_minor: bigint;
  readonly service_charge_minor: bigint;
  readonly tip_minor: bigint;
  readonly cash_rounding_minor: bigint;
  /** `rate` in ten-thousandths of a percent. */
  readonly taxes: readonly {
    readonly name: string;
    readonly rate: bigint;
    readonly base_minor: bigint;
    readonly amount_minor: bigint;
  }[];
  readonly force?: boolean;
  readonly occurred_at: Date;
};

export type CashEntry = TenderEntry | DocumentEntry;
type EntryOutcome = { readonly session_id: string; readonly outcome: string };
type HeldSession = {
  readonly session_id: string;
  readonly status: string;
  readonly terminal_id: string | null;
  readonly location_id: string;
};

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

const write = statement({
  name: 'cashEntries.write',
  params: { ...TENANT, entries: 'jsonb', now: 'timestamptz' },
  row: { session_id: 'text', outcome: 'text' },
  sql: 'SELECT session_id, outcome FROM write_cash_entries(:merchant_id, :livemode, :entries, :now)',
});

const lock = statement({
  name: 'cashEntries.lockSessions',
  params: { ...TENANT, session_ids: 'text[]' },
  row: { session_id: 'text', status: 'text', terminal_id: 'text?', location_id: 'text' },
  sql: 'SELECT session_id, status, terminal_id, location_id FROM lock_cash_sessions(:merchant_id, :livemode, :session_ids)',
});

export async function writeEntries(
  tx: Runner,
  tenant: Tenant,
  { entries, now }: { readonly entries: readonly CashEntry[]; readonly now: Date },
): Promise<readonly EntryOutcome[]> {
  return tx.run(write, { ...keyOf(tenant), entries: entries.map(jsonOf), now });
}

/** Keeps sessions from closing until the transaction ends, and tells where each stands; those that are not there are left out. */
async function lockCashSessions(
  runner: Runner,
  tenant: Tenant,
  sessionIds: readonly string[],
): Promise<readonly HeldSession[]> {
  return runner.run(lock, { ...keyOf(tenant), session_ids: sessionIds });
}

/** The session, where it is open still; within a transaction it stays so until the end. */
export async function openSessionOf(
  runner: Runner,
  tenant: Tenant,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const [held] = await lockCashSessions(runner, tenant, [id]);
  return held?.status === 'open' ? id : null;
}

/** Amounts travel as text: JSON's numbers would round them. */
export function jsonOf(entry: CashEntry): Json {
  return JSON.parse(
    JSON.stringify(entry, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ) as Json;
}

const MOVEMENT = {
  session_id: 'text',
  id: 'text',
  kind: text<CashMovementType>(),
  amount_minor: 'int8',
  staff_id: 'text?',
  client_id: 'text?',
  content_hash: 'bytea?',
  reason: 'text?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
  currency: text<Currency>(),
  livemode: 'bool',
} as const;
const COLUMNS = Object.keys(MOVEMENT)
  .map((column) => `${column === 'currency' ? 's' : 'e'}.${column}`)
  .join(', ');
const FROM =
  'cash_entries e JOIN cash_sessions s ON s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.id = e.session_id';
const SELECT = `SELECT ${COLUMNS} FROM ${FROM} WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode`;

const byClientId = statement({
  name: 'cashMovements.byClientId',
  params: { ...TENANT, client_id: 'text' },
  row: MOVEMENT,
  sql: `${SELECT} AND e.client_id = :client_id`,
});

/** What was put into the drawer of one session and taken out. */
export const cashMovementList = list('listCashMovements', {
  from: FROM,
  row: MOVEMENT,
  select: COLUMNS,
  given: { session_id: 'text' },
  where: "e.session_id = :session_id AND e.kind IN ('pay_in', 'pay_out', 'drop', 'no_sale')",
  filters: {},
  sorts: { recorded_at: byTime("date_trunc('milliseconds', e.recorded_at)") },
});

export type MovementRow = ValuesOf<typeof MOVEMENT>;

/** What a till has called so before, in whichever session. */
export async function findMovementByClientId(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<MovementRow | undefined> {
  return (await runner.run(byClientId, { ...keyOf(tenant), client_id: clientId }))[0];
}

const NOTED = {
  session_id: 'text',
  client_id: 'text',
  kind: text<DrawerEntryKind>(),
  flags: texts<DrawerFlag>(),
  amount_minor: 'int8?',
  staff_id: 'text?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
} as const;
const FLAGGED = { ...NOTED, currency: text<Currency>(), livemode: 'bool' } as const;

const note = statement({
  name: 'drawerFlags.note',
  params: { merchant_id: 'text', livemode: 'bool', ...NOTED },
  row: { client_id: 'text' },
  sql: `INSERT INTO drawer_flags (merchant_id, livemode, session_id, client_id, kind, flags, amount_minor, staff_id, occurred_at, recorded_at)
        VALUES (:merchant_id, :livemode, :session_id, :client_id, :kind, :flags, :amount_minor, :staff_id, :occurred_at, :recorded_at)
        ON CONFLICT DO NOTHING RETURNING client_id`,
});

/** What of one drawer a person should look at. */
export const drawerFlagList = list('listDrawerFlags', {
  from: 'drawer_flags f JOIN cash_sessions s ON s.merchant_id = f.merchant_id AND s.livemode = f.livemode AND s.id = f.session_id',
  row: FLAGGED,
  id: 'f.client_id',
  select: Object.keys(FLAGGED)
    .map((column) => `${column === 'currency' ? 's' : 'f'}.${column}`)
    .join(', '),
  given: { session_id: 'text' },
  where: 'f.session_id = :session_id',
  filters: {},
  sorts: { recorded_at: byTime("date_trunc('milliseconds', f.recorded_at)") },
});

export type FlaggedRow = ValuesOf<typeof FLAGGED>;

/** In the transaction that writes what is flagged. */
export async function noteDrawerFlags(
  tx: Runner,
  tenant: Tenant,
  noted: ValuesOf<typeof NOTED>,
): Promise<void> {
  await tx.run(note, { ...keyOf(tenant), ...noted });
}
