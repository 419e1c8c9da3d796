import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Json, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;

/** The import that waited longest and that no other node works on; those of suspended merchants wait. */
const take = statement({
  name: 'imports.take',
  params: { now: 'timestamptz', leased_until: 'timestamptz' },
  row: {
    ...KEY,
    id: 'text',
    key_id: 'text',
    clock: 'timestamptz?',
    name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
  },
  sql: `WITH next AS (
          SELECT i.merchant_id, i.livemode, i.id FROM imports i JOIN merchants m ON m.id = i.merchant_id AND m.status = 'active'
          WHERE i.status IN ('queued', 'running') AND i.leased_until <= :now ORDER BY i.worked_at LIMIT 1 FOR UPDATE OF i SKIP LOCKED
        ), taken AS (
          UPDATE imports i SET status = 'running', leased_until = :leased_until, worked_at = :now FROM next n
          WHERE i.merchant_id = n.merchant_id AND i.livemode = n.livemode AND i.id = n.id RETURNING i.merchant_id, i.livemode, i.id, i.key_id
        )
        SELECT t.merchant_id, t.livemode, t.id, t.key_id, k.frozen_at AS clock, m.name, m.store_name, m.country, m.time_zone, m.currency, m.reads_per_second, m.writes_per_second
        FROM taken t JOIN merchants m ON m.id = t.merchant_id LEFT JOIN test_clocks k ON k.merchant_id = t.merchant_id AND k.livemode = t.livemode`,
});

const waiting = statement({
  name: 'imports.waiting',
  params: { ...KEY, id: 'text', rows_max: 'int4' },
  row: { row: 'int4', body: 'jsonb?' },
  sql: `SELECT r.row, r.body FROM import_rows r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.import_id = :id AND r.status = 'waiting' ORDER BY r.row LIMIT :rows_max::int4`,
});

/** A row counts once, whoever settles it again; one that was cancelled while it was under way became a delivery all the same. */
const settle = statement({
  name: 'imports.settle',
  params: { ...KEY, id: 'text', settled: 'jsonb', now: 'timestamptz', leased_until: 'timestamptz' },
  row: { status: 'text' },
  sql: `WITH settled AS (
          UPDATE import_rows r SET status = g.status, job_number = g.job_number, fee = g.fee, errors = g.errors, body = NULL
          FROM jsonb_to_recordset(:settled) AS g(row int, status text, job_number text, fee bigint, errors jsonb)
          WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.import_id = :id AND r.row = g.row AND r.status IN ('waiting', 'cancelled') RETURNING r.status, r.fee
        ), sums AS (
          SELECT count(*) FILTER (WHERE status = 'created')::int AS created, count(*) FILTER (WHERE status = 'failed')::int AS failed, coalesce(sum(fee), 0)::bigint AS fee FROM settled
        )
        UPDATE imports i SET created = i.created + s.created, failed = i.failed + s.failed, total_fee = i.total_fee + s.fee, leased_until = :leased_until, worked_at = :now,
          status = CASE WHEN i.status <> 'running' OR i.created + i.failed + s.created + s.failed < i.rows THEN i.status WHEN i.created + s.created > 0 THEN 'done' ELSE 'failed' END,
          finished_at = CASE WHEN i.status = 'running' AND i.created + i.failed + s.created + s.failed = i.rows THEN :now ELSE i.finished_at END
        FROM sums s WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.id = :id RETURNING i.status`,
});

const drop = statement({
  name: 'imports.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: 'DELETE FROM imports WHERE (merchant_id, livemode, id) IN (SELECT merchant_id, livemode, id FROM imports WHERE finished_at < :before ORDER BY finished_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED) RETURNING id',
});

export type ImportAtWork = ValuesOf<(typeof take)['row']>;
export type WaitingRow = { readonly row: number; readonly body: Json };
export type SettledRow = {
  readonly row: number;
  readonly status: 'created' | 'failed';
  readonly job_number: string | null;
  readonly fee: string | null;
  readonly errors: Json;
};

export async function takeImport(
  system: Runner,
  lease: { readonly now: Date; readonly leased_until: Date },
): Promise<ImportAtWork | undefined> {
  return (await system.run(take, lease))[0];
}

/** The next rows to do. */
export async function waitingRows(
  runner: Runner,
  tenant: Tenant,
  { id, rowsMax }: { readonly id: string; readonly rowsMax: number },
): Promise<readonly WaitingRow[]> {
  return runner.run(waiting, { ...keyOf(tenant), id, rows_max: rowsMax });
}

/** Writes down what became of rows, and lets others go on from `leased_until`. */
export async function settleRows(
  runner: Runner,
  tenant: Tenant,
  done: {
    readonly id: string;
    readonly settled: readonly SettledRow[];
    readonly now: Date;
    readonly leased_until: Date;
  },
): Promise<void> {
  await runner.run(settle, { ...keyOf(tenant), ...done });
}

/** Forgets imports that ended long ago; returns how many. */
export async function dropOldImports(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}
