import type { Currency, PaymentFailure, PaymentProviderId, PayoutStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  findOwner,
  json,
  nullable,
  type Runner,
  statement,
  text,
  type ValuesOf,
} from '../../../store/index.ts';
import { ofMode, several, since } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { payoutStatuses } from '@cottontree/contract';
import { readAvailable } from './balance.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const NEW = {
  ...KEY,
  id: 'text',
  amount: 'int8',
  currency: text<Currency>(),
  provider: text<PaymentProviderId>(),
  account_id: 'text?',
  by_hand: 'bool',
  destination: json<Record<string, string>>(),
  description: 'text?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const PAYOUT = {
  ...NEW,
  version: 'int4',
  status: text<PayoutStatus>(),
  provider_ref: 'text?',
  reference: 'text?',
  failure: nullable(json<PaymentFailure>()),
  paid_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(PAYOUT)
  .map((name) => `o.${name}`)
  .join(', ');

/** Payouts of one merchant and mode are decided one after another. */
const openGate = statement({
  name: 'payouts.openGate',
  params: KEY,
  row: {},
  sql: 'INSERT INTO payout_gates (merchant_id, livemode) VALUES (:merchant_id, :livemode) ON CONFLICT DO NOTHING',
});
const lockGate = statement({
  name: 'payouts.lockGate',
  params: KEY,
  row: { merchant_id: 'text' },
  sql: 'SELECT merchant_id FROM payout_gates WHERE merchant_id = :merchant_id AND livemode = :livemode FOR UPDATE',
});

const insert = statement({
  name: 'payouts.insert',
  params: { ...NEW, facts: json<readonly Fact[]>(), postings: 'jsonb', due_at: 'timestamptz' },
  row: PAYOUT,
  sql: `WITH made AS (
          INSERT INTO payouts AS o (${Object.keys(NEW).join(', ')}, version, status) VALUES (${Object.keys(
            NEW,
          )
            .map((name) => `:${name}`)
            .join(', ')}, 1, 'pending') RETURNING ${COLUMNS}
        ), asked AS (
          INSERT INTO money_out_polls (merchant_id, livemode, id, kind, due_at, polls) SELECT merchant_id, livemode, id, 'payout', :due_at, 0 FROM made WHERE NOT by_hand
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ), ${postingStatements({ source: 'made', postings: ':postings' })}
        SELECT ${COLUMNS} FROM made o`,
});

/** Ends a pending payout, or notes what is known of it by now; of two that want to, one does. */
const change = statement({
  name: 'payouts.change',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    status: text<PayoutStatus>(),
    provider_ref: 'text?',
    reference: 'text?',
    failure: nullable(json<PaymentFailure>()),
    at: 'timestamptz',
    facts: json<readonly Fact[]>(),
    postings: 'jsonb',
  },
  row: PAYOUT,
  sql: `WITH changed AS (
          UPDATE payouts o SET version = o.version + 1, status = :status::text, provider_ref = coalesce(:provider_ref, o.provider_ref), reference = coalesce(:reference, o.reference), failure = :failure, updated_at = :at::timestamptz,
            paid_at = CASE :status::text WHEN 'paid' THEN :at::timestamptz END
          WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :id AND o.version = :version AND o.status = 'pending' RETURNING ${COLUMNS}
        ), rested AS (
          DELETE FROM money_out_polls q USING changed c WHERE :status::text <> 'pending' AND q.merchant_id = c.merchant_id AND q.livemode = c.livemode AND q.id = c.id
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        ), ${postingStatements({ source: 'changed', postings: ':postings' })}
        SELECT ${COLUMNS} FROM changed o`,
});

const find = statement({
  name: 'payouts.find',
  params: { ...KEY, id: 'text' },
  row: PAYOUT,
  sql: `SELECT ${COLUMNS} FROM payouts o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :id`,
});

const LISTED = {
  from: 'payouts o',
  row: PAYOUT,
  select: COLUMNS,
  sorts: { created_at: byTime('o.created_at') },
} as const;
const ofStatus = several('o.status', payoutStatuses);

/** A merchant's payouts. */
export const payoutList = list('listPayouts', {
  ...LISTED,
  filters: { status: ofStatus, updated_since: since('o.updated_at') },
});

/** The payouts within a dispatcher's reach. */
export const reachedPayoutList = list('listDispatchPayouts', {
  ...LISTED,
  of: 'reach',
  filters: { status: ofStatus, livemode: ofMode('o.livemode') },
});

export type PayoutRow = ValuesOf<typeof PAYOUT>;
export type NewPayout = ValuesOf<typeof NEW>;
export type PayoutKey = { readonly tenant: Tenant; readonly id: string };
type Written = { readonly facts: readonly Fact[]; readonly postings: readonly Posting[] };
export type PayoutChange = Written & {
  readonly version: number;
  readonly status: 'pending' | 'paid' | 'failed';
  readonly providerRef: string | null;
  readonly reference: string | null;
  readonly failure: PaymentFailure | null;
  readonly at: Date;
};

/** From here to the end of the transaction no other payout of the merchant and mode is decided. */
export async function lockPayouts(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(openGate, keyOf(tenant));
  await tx.run(lockGate, keyOf(tenant));
}

/** What can be paid out of what lies with each provider, in minor units, the most first. */
export async function readPayable(
  runner: Runner,
  tenant: Tenant,
  currency: Currency,
): Promise<readonly { readonly provider: PaymentProviderId; readonly available: bigint }[]> {
  const all = await readAvailable(runner, tenant);
  return all
    .filter((one) => one.currency === currency)
    .toSorted(
      (one, other) => Number(one.available < other.available) - Number(one.available > other.available),
    );
}

export async function insertPayout(
  runner: Runner,
  wanted: Written & {
    readonly payout: NewPayout;
    /** When the provider is asked again, by the wall clock. */ readonly dueAt: Date;
  },
): Promise<PayoutRow> {
  const [row] = await runner.run(insert, {
    ...wanted.payout,
    facts: wanted.facts,
    postings: postingsToJson(wanted.postings),
    due_at: wanted.dueAt,
  });
  if (!row) throw new Error('A payout was not written.');
  return row;
}

/** Undefined where the payout is not pending any more, or another version than was read. */
export async function changePayout(
  runner: Runner,
  { tenant, id }: PayoutKey,
  { providerRef, facts, postings, ...given }: PayoutChange,
): Promise<PayoutRow | undefined> {
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

export async function findPayout(runner: Runner, { tenant, id }: PayoutKey): Promise<PayoutRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** A payout of whatever merchant. */
export async function findAnyPayout(system: Runner, id: string): Promise<PayoutRow | undefined> {
  const owner = await findOwner(system, 'payout', id);
  return owner && (await system.run(find, { ...owner, id }))[0];
}
