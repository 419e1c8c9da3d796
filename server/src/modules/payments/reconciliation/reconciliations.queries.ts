import type { Currency, PaymentProviderId, Reconciliation, ReconciliationStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  json,
  nullable,
  statement,
  text,
  type Json,
  type Runner,
  type Tx,
  type ValuesOf,
} from '../../../store/index.ts';
import { equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { reconciliationStatuses } from '@cottontree/contract';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const RECONCILIATION = {
  ...KEY,
  id: 'text',
  provider: text<PaymentProviderId>(),
  source: text<Reconciliation['source']>(),
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
  status: text<ReconciliationStatus>(),
  provider_ref: 'text?',
  provider_amount: 'int8?',
  provider_currency: 'text?',
  provider_at: 'timestamptz?',
  payment_id: 'text?',
  amount: 'int8?',
  currency: nullable(text<Currency>()),
  created_at: 'timestamptz',
} as const;
const columns = (shape: object): string => Object.keys(shape).join(', ');
/** A payment may have waited so long for its payer before it succeeded. */
const OPEN_DAYS_MAX = 5;
const LISTED_AT_ONCE = 2_000;

/** Payments that may be what was booked: those whose money came about then, and those that the bookings name. */
const candidates = statement({
  name: 'reconciliations.candidates',
  params: {
    ...KEY,
    provider: text<PaymentProviderId>(),
    since: 'timestamptz',
    until: 'timestamptz',
    refs: 'text[]',
    rows_max: 'int4',
  },
  row: {
    id: 'text',
    provider_ref: 'text?',
    amount: 'int8',
    currency: text<Currency>(),
    succeeded_at: 'timestamptz?',
  },
  sql: `SELECT id, provider_ref, amount, currency, succeeded_at FROM payments WHERE merchant_id = :merchant_id AND livemode = :livemode AND provider = :provider AND status = 'succeeded'
          AND created_at >= :since::timestamptz - interval '${OPEN_DAYS_MAX} days' AND created_at < :until AND succeeded_at >= :since::timestamptz AND succeeded_at < :until
        UNION SELECT id, provider_ref, amount, currency, succeeded_at FROM payments WHERE merchant_id = :merchant_id AND livemode = :livemode AND provider = :provider AND provider_ref = ANY (:refs)
        ORDER BY succeeded_at, id LIMIT :rows_max::int4`,
});

/** The reconciliation, its items, what it tells, and the money typed in by hand that it has proven. */
const insert = statement({
  name: 'reconciliations.insert',
  params: { ...RECONCILIATION, items: 'jsonb', proven: 'text[]', facts: json<readonly Fact[]>() },
  row: { id: 'text' },
  sql: `WITH made AS (
          INSERT INTO reconciliations (${columns(RECONCILIATION)}) VALUES (${Object.keys(RECONCILIATION)
            .map((name) => `:${name}`)
            .join(', ')}) RETURNING merchant_id, livemode, id, created_at
        ), listed AS (
          INSERT INTO reconciliation_items (${columns(ITEM)})
          SELECT m.merchant_id, m.livemode, g.id, m.id, g.status, g.provider_ref, g.provider_amount, g.provider_currency, g.provider_at, g.payment_id, g.amount, g.currency, m.created_at
          FROM made m, jsonb_to_recordset(:items) AS g(id text, status text, provider_ref text, provider_amount bigint, provider_currency text, provider_at timestamptz, payment_id text, amount bigint, currency text)
        ), proven AS (
          UPDATE payments p SET verified = true, version = p.version + 1, updated_at = greatest(p.updated_at, m.created_at) FROM made m WHERE p.merchant_id = m.merchant_id AND p.livemode = m.livemode AND p.id = ANY (:proven) AND NOT p.verified
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ) SELECT id FROM made`,
});

/** Further items of one. */
const insertItems = statement({
  name: 'reconciliations.insertItems',
  params: { ...KEY, reconciliation_id: 'text', created_at: 'timestamptz', items: 'jsonb' },
  row: { listed: 'int8' },
  sql: `WITH listed AS (
          INSERT INTO reconciliation_items (${columns(ITEM)})
          SELECT :merchant_id, :livemode, g.id, :reconciliation_id, g.status, g.provider_ref, g.provider_amount, g.provider_currency, g.provider_at, g.payment_id, g.amount, g.currency, :created_at
          FROM jsonb_to_recordset(:items) AS g(id text, status text, provider_ref text, provider_amount bigint, provider_currency text, provider_at timestamptz, payment_id text, amount bigint, currency text) RETURNING id
        ) SELECT count(*) AS listed FROM listed`,
});

const find = statement({
  name: 'reconciliations.find',
  params: { ...KEY, id: 'text' },
  row: RECONCILIATION,
  sql: `SELECT ${columns(RECONCILIATION)} FROM reconciliations WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

/** What a merchant's reconciliations found. */
export const itemList = list('listReconciliationItems', {
  from: 'reconciliation_items i',
  row: ITEM,
  filters: {
    reconciliation_id: equal('i.reconciliation_id'),
    status: several('i.status', reconciliationStatuses),
  },
  sorts: { created_at: byTime('i.created_at') },
});

export type ReconciliationRow = ValuesOf<typeof RECONCILIATION>;
export type ItemRow = ValuesOf<typeof ITEM>;
export type CandidatesWanted = {
  readonly provider: PaymentProviderId;
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

/** Writes it with what it tells; of thousands of items some at a time, for what is sent to the database at once is written at once. */
export async function insertReconciliation(
  tx: Tx,
  {
    row,
    items,
    proven,
    facts,
  }: {
    readonly row: ReconciliationRow;
    readonly items: readonly Json[];
    readonly proven: readonly string[];
    readonly facts: readonly Fact[];
  },
): Promise<void> {
  await tx.run(insert, { ...row, items: items.slice(0, LISTED_AT_ONCE), proven, facts });
  for (let from = LISTED_AT_ONCE; from < items.length; from += LISTED_AT_ONCE) {
    await tx.run(insertItems, {
      merchant_id: row.merchant_id,
      livemode: row.livemode,
      reconciliation_id: row.id,
      created_at: row.created_at,
      items: items.slice(from, from + LISTED_AT_ONCE),
    });
  }
}

export async function findReconciliation(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<ReconciliationRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}
