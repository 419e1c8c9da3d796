import { refundStatuses, type Currency, type PaymentFailure, type RefundStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  json,
  nullable,
  statement,
  text,
  type JsonObject,
  type Runner,
  type ValuesOf,
} from '../../../store/index.ts';
import { equal, several, since } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

export const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const REFUND = {
  ...KEY,
  id: 'text',
  payment_id: 'text',
  version: 'int4',
  status: text<RefundStatus>(),
  amount: 'int8',
  currency: text<Currency>(),
  reason: 'text?',
  metadata: json<JsonObject>(),
  provider_ref: 'text?',
  failure: nullable(json<PaymentFailure>()),
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  succeeded_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(REFUND)
  .map((name) => `r.${name}`)
  .join(', ');

/**
 * Takes hold of the amount, writes the refund, its messages and, where the money is handed back already, its ledger.
 * The condition stands in the statement that takes, so that all refunds together never exceed the payment, nor reach into
 * what its subject counts on.
 */
const begin = statement({
  name: 'refunds.begin',
  params: {
    ...KEY,
    id: 'text',
    payment_id: 'text',
    amount: 'int8',
    done: 'bool',
    reason: 'text?',
    metadata: json<JsonObject>(),
    created_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
    postings: 'jsonb',
    due_at: 'timestamptz',
    counted: 'int8',
  },
  row: REFUND,
  sql: `WITH held AS (
          UPDATE payments p SET amount_refunding = p.amount_refunding + CASE WHEN :done::bool THEN 0 ELSE :amount::int8 END, amount_refunded = p.amount_refunded + CASE WHEN :done::bool THEN :amount::int8 ELSE 0 END,
            review = CASE WHEN :done::bool AND p.amount_refunded + :amount::int8 = p.amount THEN NULL ELSE p.review END,
            version = p.version + :done::int, updated_at = CASE WHEN :done::bool THEN :created_at::timestamptz ELSE p.updated_at END
          WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = :payment_id AND p.status = 'succeeded' AND p.amount_refunded + p.amount_refunding + :amount::int8 + :counted::int8 <= p.amount
          RETURNING p.merchant_id, p.livemode, p.id, p.currency
        ), made AS (
          INSERT INTO refunds AS r (merchant_id, livemode, id, payment_id, version, status, amount, currency, reason, metadata, created_at, updated_at, succeeded_at)
          SELECT merchant_id, livemode, :id, id, 1, CASE WHEN :done::bool THEN 'succeeded' ELSE 'pending' END, :amount::int8, currency, :reason, :metadata, :created_at::timestamptz, :created_at::timestamptz, CASE WHEN :done::bool THEN :created_at::timestamptz END FROM held RETURNING ${COLUMNS}
        ), asked AS (
          INSERT INTO money_out_polls (merchant_id, livemode, id, kind, due_at, polls) SELECT merchant_id, livemode, id, 'refund', :due_at, 0 FROM made WHERE NOT :done::bool
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ), ${postingStatements({ source: 'made', postings: ':postings' })}
        SELECT ${COLUMNS} FROM made r`,
});

/**
 * Moves a pending refund on: to its end, or to what is known of it by now. A hold that comes to nothing is given back. The
 * payment is locked first, as whoever begins a refund does: the other way round two of the same id would wait for each other.
 */
const change = statement({
  name: 'refunds.change',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    status: text<RefundStatus>(),
    provider_ref: 'text?',
    failure: nullable(json<PaymentFailure>()),
    at: 'timestamptz',
    facts: json<readonly Fact[]>(),
    postings: 'jsonb',
  },
  row: REFUND,
  sql: `WITH locked AS MATERIALIZED (
          SELECT p.id FROM refunds r JOIN payments p ON p.merchant_id = r.merchant_id AND p.livemode = r.livemode AND p.id = r.payment_id
          WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id FOR NO KEY UPDATE OF p
        ), changed AS (
          UPDATE refunds r SET version = version + 1, status = :status::text, provider_ref = coalesce(:provider_ref, provider_ref), failure = :failure, updated_at = :at::timestamptz, succeeded_at = CASE :status::text WHEN 'succeeded' THEN :at::timestamptz END
          FROM locked l
          WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id AND r.version = :version AND r.status = 'pending' AND r.payment_id = l.id RETURNING ${COLUMNS}
        ), freed AS (
          UPDATE payments p SET amount_refunding = p.amount_refunding - c.amount, amount_refunded = p.amount_refunded + CASE :status::text WHEN 'succeeded' THEN c.amount ELSE 0 END,
            review = CASE WHEN :status::text = 'succeeded' AND p.amount_refunded + c.amount = p.amount THEN NULL ELSE p.review END,
            version = p.version + (:status::text = 'succeeded')::int, updated_at = CASE :status::text WHEN 'succeeded' THEN greatest(p.updated_at, :at::timestamptz) ELSE p.updated_at END
          FROM changed c WHERE :status::text <> 'pending' AND p.merchant_id = c.merchant_id AND p.livemode = c.livemode AND p.id = c.payment_id
        ), rested AS (
          DELETE FROM money_out_polls q USING changed c WHERE :status::text <> 'pending' AND q.merchant_id = c.merchant_id AND q.livemode = c.livemode AND q.id = c.id
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        ), ${postingStatements({ source: 'changed', postings: ':postings' })}
        SELECT ${COLUMNS} FROM changed r`,
});

const find = statement({
  name: 'refunds.find',
  params: { ...KEY, id: 'text' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM refunds r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id`,
});

const findAll = statement({
  name: 'refunds.findAll',
  params: { ...KEY, ids: 'text[]' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM refunds r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = ANY (:ids)`,
});

/** A merchant's refunds. */
export const refundList = list('listRefunds', {
  from: 'refunds r',
  row: REFUND,
  select: COLUMNS,
  counted: 'kept',
  filters: {
    status: several('r.status', refundStatuses),
    payment_id: equal('r.payment_id'),
    updated_since: since('r.updated_at'),
  },
  sorts: { created_at: byTime('r.created_at') },
});

export type RefundRow = ValuesOf<typeof REFUND>;
export type RefundKey = { readonly tenant: Tenant; readonly id: string };
type Written = { readonly facts: readonly Fact[]; readonly postings: readonly Posting[] };
export type NewRefund = Written & {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: bigint;
  /** The money is handed back already. */ readonly done: boolean;
  /** What of the payment stays untouched. */ readonly counted: bigint;
  readonly reason: string | null;
  readonly metadata: JsonObject;
  readonly at: Date;
  /** When the provider is asked again, by the wall clock. */ readonly dueAt: Date;
};
export type RefundChange = Written & {
  readonly version: number;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  readonly providerRef: string | null;
  readonly failure: PaymentFailure | null;
  readonly at: Date;
};

/** Undefined where the payment has not succeeded, or has not so much left. */
export async function beginRefund(
  runner: Runner,
  tenant: Tenant,
  { paymentId, dueAt, at, facts, postings, ...given }: NewRefund,
): Promise<RefundRow | undefined> {
  return (
    await runner.run(begin, {
      ...keyOf(tenant),
      payment_id: paymentId,
      due_at: dueAt,
      created_at: at,
      facts,
      postings: postingsToJson(postings),
      ...given,
    })
  )[0];
}

/** Undefined where the refund is not pending any more, or another version than was read. */
export async function changeRefund(
  runner: Runner,
  { tenant, id }: RefundKey,
  { providerRef, facts, postings, ...given }: RefundChange,
): Promise<RefundRow | undefined> {
  return (
    await runner.run(change, {
      ...keyOf(tenant),
      id,
      provider_ref: providerRef,
      facts,
      postings: postingsToJson(postings),
      ...given,
    })
  )[0];
}

export async function findRefund(runner: Runner, { tenant, id }: RefundKey): Promise<RefundRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Those of the ids that are there, in no order. */
export async function findRefunds(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly RefundRow[]> {
  return runner.run(findAll, { ...keyOf(tenant), ids });
}
