import type { Sort } from '@cottontree/contract';
import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { bothWays, pageOfWanted, startOf } from '../../core/walk.queries.ts';
import { announcement, type Fact } from '../../outbox/index.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const RECONCILIATION = {
  ...KEY,
  id: 'text',
  provider: 'text',
  source: 'text',
  since: 'timestamptz',
  until: 'timestamptz',
  matched: 'int4',
  missing_here: 'int4',
  missing_there: 'int4',
  amount_mismatch: 'int4',
  duplicate: 'int4',
  created_at: 'timestamptz',
} as const;
const ITEM = {
  ...KEY,
  id: 'text',
  reconciliation_id: 'text',
  status: 'text',
  provider_ref: 'text?',
  provider_amount: 'int8?',
  provider_currency: 'text?',
  provider_at: 'timestamptz?',
  payment_id: 'text?',
  amount: 'int8?',
  currency: 'text?',
  created_at: 'timestamptz',
} as const;
const columns = (shape: object): string => Object.keys(shape).join(', ');
const COUNT = Object.keys(RECONCILIATION).length;
/** A payment may have waited so long for its payer before it succeeded. */
const OPEN_DAYS_MAX = 5;

/** Payments that may be what was booked: those whose money came about then, and those that the bookings name. */
const candidates = statement({
  name: 'reconciliations.candidates',
  params: {
    ...KEY,
    provider: 'text',
    since: 'timestamptz',
    until: 'timestamptz',
    refs: 'text[]',
    rows_max: 'int4',
  },
  row: { id: 'text', provider_ref: 'text?', amount: 'int8', currency: 'text', succeeded_at: 'timestamptz?' },
  sql: `SELECT id, provider_ref, amount, currency, succeeded_at FROM payments WHERE merchant_id = $1 AND livemode = $2 AND provider = $3 AND status = 'succeeded'
          AND created_at >= $4::timestamptz - interval '${OPEN_DAYS_MAX} days' AND created_at < $5 AND succeeded_at >= $4::timestamptz AND succeeded_at < $5
        UNION SELECT id, provider_ref, amount, currency, succeeded_at FROM payments WHERE merchant_id = $1 AND livemode = $2 AND provider = $3 AND provider_ref = ANY ($6)
        ORDER BY succeeded_at, id LIMIT $7::int4`,
});

/** The reconciliation, its items, what it tells, and the money typed in by hand that it has proven. */
const insert = statement({
  name: 'reconciliations.insert',
  params: { ...RECONCILIATION, items: 'jsonb', proven: 'text[]', facts: 'jsonb' },
  row: { id: 'text' },
  sql: `WITH made AS (
          INSERT INTO reconciliations (${columns(RECONCILIATION)}) VALUES (${Array.from({ length: COUNT }, (_, at) => `$${at + 1}`).join(', ')}) RETURNING merchant_id, livemode, id, created_at
        ), listed AS (
          INSERT INTO reconciliation_items (${columns(ITEM)})
          SELECT m.merchant_id, m.livemode, g.id, m.id, g.status, g.provider_ref, g.provider_amount, g.provider_currency, g.provider_at, g.payment_id, g.amount, g.currency, m.created_at
          FROM made m, jsonb_to_recordset($${COUNT + 1}) AS g(id text, status text, provider_ref text, provider_amount bigint, provider_currency text, provider_at timestamptz, payment_id text, amount bigint, currency text)
        ), proven AS (
          UPDATE payments p SET verified = true, version = p.version + 1, updated_at = greatest(p.updated_at, m.created_at) FROM made m WHERE p.merchant_id = m.merchant_id AND p.livemode = m.livemode AND p.id = ANY ($${COUNT + 2}) AND NOT p.verified
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: `$${COUNT + 3}` })}
        ) SELECT id FROM made`,
});

const find = statement({
  name: 'reconciliations.find',
  params: { ...KEY, id: 'text' },
  row: RECONCILIATION,
  sql: `SELECT ${columns(RECONCILIATION)} FROM reconciliations WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
});

const list = bothWays((sort, way) =>
  statement({
    name: `reconciliations.items.${way}`,
    params: {
      ...KEY,
      reconciliation_id: 'text?',
      status: 'text?',
      start_at: 'timestamptz',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
    },
    row: { total: 'int8', ...orNull(ITEM) },
    sql: `WITH wanted AS (
            SELECT ${columns(ITEM)} FROM reconciliation_items WHERE merchant_id = $1 AND livemode = $2 AND ($3::text IS NULL OR reconciliation_id = $3) AND ($4::text IS NULL OR status = $4)
          ), ${pageOfWanted(sort, { first: 5 })}`,
  }),
);

export type ReconciliationRow = ValuesOf<typeof RECONCILIATION>;
export type ItemRow = ValuesOf<typeof ITEM>;
export type CandidatesWanted = {
  readonly provider: string;
  readonly since: Date;
  readonly until: Date;
  readonly refs: readonly string[];
  readonly rowsMax: number;
};

export async function findCandidates(
  runner: Runner,
  tenant: Tenant,
  { rowsMax, ...wanted }: CandidatesWanted,
) {
  return runner.run(candidates, { ...keyOf(tenant), rows_max: rowsMax, ...wanted });
}

export async function insertReconciliation(
  runner: Runner,
  wanted: {
    readonly row: ReconciliationRow;
    readonly items: Json;
    readonly proven: readonly string[];
    readonly facts: readonly Fact[];
  },
): Promise<void> {
  await runner.run(insert, {
    ...wanted.row,
    items: wanted.items,
    proven: wanted.proven,
    facts: wanted.facts as unknown as Json,
  });
}

export async function findReconciliation(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<ReconciliationRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export type ItemsWanted = {
  readonly reconciliationId: string | null;
  readonly status: string | null;
  readonly sort: Sort;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

/** What was reconciled. */
export async function listItemRows(
  runner: Runner,
  tenant: Tenant,
  { reconciliationId, status, sort, after, offset, rowsMax }: ItemsWanted,
) {
  return splitTotal<ItemRow>(
    await runner.run(list[sort], {
      ...keyOf(tenant),
      reconciliation_id: reconciliationId,
      status,
      ...startOf(sort, after),
      rows_max: rowsMax,
      offset,
    }),
    'id',
  );
}
