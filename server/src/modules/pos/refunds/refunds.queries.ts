import type { Currency, SaleRefundStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { KeptPart, RefundedLine, RefundedTax } from './refund-parts.ts';
import { equal, from, several, until } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { saleRefundStatuses } from '@cottontree/contract';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
/** What a refund comes to; nothing else of it ever changes. */
const OUTCOME = {
  status: text<SaleRefundStatus>(),
  amount: 'int8',
  amount_failed: 'int8',
  loose: 'int8',
  tip: 'int8',
  service_charge: 'int8',
  discount: 'int8',
  cash_rounding: 'int8',
  tax: 'int8',
  taxes: json<readonly RefundedTax[]>(),
  parts: json<readonly KeptPart[]>(),
  updated_at: 'timestamptz',
} as const;
const MADE = {
  id: 'text',
  sale_id: 'text',
  client_id: 'text?',
  content_hash: 'bytea?',
  version: 'int4',
  currency: text<Currency>(),
  lines: json<readonly RefundedLine[]>(),
  reason: 'text?',
  cash_session_id: 'text?',
  location_id: 'text',
  terminal_id: 'text?',
  staff_id: 'text?',
  occurred_at: 'timestamptz',
  created_at: 'timestamptz',
} as const;
const REFUND = { ...KEY, ...MADE, ...OUTCOME } as const;
const NAMES = Object.keys(REFUND);
const COLUMNS = NAMES.map((name) => `r.${name}`).join(', ');
const OWN = 'r.merchant_id = :merchant_id AND r.livemode = :livemode';

const insert = statement({
  name: 'saleRefunds.insert',
  params: { ...REFUND, checked_at: 'timestamptz', facts: json<readonly Fact[]>() },
  row: { sale_id: 'text' },
  sql: `WITH made AS (
          INSERT INTO sale_refunds (${NAMES.join(', ')}, checked_at) VALUES (${NAMES.map((name) => `:${name}`).join(', ')}, :checked_at) RETURNING *
        ), told AS (
          ${announcement({ source: 'made', entity: 'sale_id', facts: ':facts' })}
        )
        SELECT sale_id FROM made`,
});

/** Takes effect on the version that was read, while it is pending. */
const change = statement({
  name: 'saleRefunds.change',
  params: { ...KEY, id: 'text', version: 'int4', ...OUTCOME },
  row: REFUND,
  sql: `UPDATE sale_refunds r SET version = r.version + 1, ${Object.keys(OUTCOME)
    .map((name) => `${name} = :${name}`)
    .join(
      ', ',
    )} WHERE ${OWN} AND r.id = :id AND r.version = :version AND r.status = 'pending' RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'saleRefunds.find',
  params: { ...KEY, id: 'text' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM sale_refunds r WHERE ${OWN} AND r.id = :id`,
});

const findByClientId = statement({
  name: 'saleRefunds.findByClientId',
  params: { ...KEY, client_id: 'text' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM sale_refunds r WHERE ${OWN} AND r.client_id = :client_id`,
});

const ofSale = statement({
  name: 'saleRefunds.ofSale',
  params: { ...KEY, sale_id: 'text' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM sale_refunds r WHERE ${OWN} AND r.sale_id = :sale_id ORDER BY r.created_at, r.id`,
});

/** Each is looked at in its turn, so that one that pends for long does not hold up the others. */
const claim = statement({
  name: 'saleRefunds.claim',
  params: { now: 'timestamptz', before: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, id: 'text' },
  sql: `UPDATE sale_refunds r SET checked_at = :now FROM (
          SELECT p.merchant_id, p.livemode, p.id FROM sale_refunds p WHERE p.status = 'pending' AND p.checked_at <= :before ORDER BY p.checked_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED
        ) AS d WHERE r.merchant_id = d.merchant_id AND r.livemode = d.livemode AND r.id = d.id RETURNING r.merchant_id, r.livemode, r.id`,
});

const LISTED = {
  from: 'sale_refunds r',
  row: REFUND,
  sorts: { created_at: byTime('r.created_at') },
} as const;

/** A merchant's refunds of sales. */
export const saleRefundList = list('listPosRefunds', {
  ...LISTED,
  filters: {
    status: several('r.status', saleRefundStatuses),
    location_id: equal('r.location_id'),
    cash_session_id: equal('r.cash_session_id'),
    created_from: from('r.created_at'),
    created_to: until('r.created_at'),
  },
});

/** Those of one sale. */
export const refundsOfSaleList = list('listSaleRefunds', {
  ...LISTED,
  given: { sale_id: 'text' },
  where: 'r.sale_id = :sale_id',
  filters: {},
});

export type SaleRefundRow = ValuesOf<typeof REFUND>;
export type RefundOutcome = ValuesOf<typeof OUTCOME>;
export type SaleRefundKey = { readonly tenant: Tenant; readonly id: string };

/** `checkedAt`: the wall clock. */
/** Tells of the sale what the refund makes of it. */
export async function insertRefund(
  tx: Runner,
  row: SaleRefundRow,
  { facts, now }: { readonly facts: readonly Fact[]; readonly now: Date },
): Promise<void> {
  await tx.run(insert, { ...row, checked_at: now, facts });
}

/** Undefined where the refund is over, or another version than was read. */
export async function changeRefund(
  tx: Runner,
  { tenant, id }: SaleRefundKey,
  { version, outcome }: { readonly version: number; readonly outcome: RefundOutcome },
): Promise<SaleRefundRow | undefined> {
  return (await tx.run(change, { ...keyOf(tenant), id, version, ...outcome }))[0];
}

export async function findRefund(
  runner: Runner,
  { tenant, id }: SaleRefundKey,
): Promise<SaleRefundRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function findRefundByClientId(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<SaleRefundRow | undefined> {
  return (await runner.run(findByClientId, { ...keyOf(tenant), client_id: clientId }))[0];
}

/** All refunds of a sale, failed ones too, in the order in which they were made. */
export async function refundsOfSale(
  runner: Runner,
  tenant: Tenant,
  saleId: string,
): Promise<readonly SaleRefundRow[]> {
  return runner.run(ofSale, { ...keyOf(tenant), sale_id: saleId });
}

/** Takes up refunds whose money was last asked about before the moment. */
export async function claimPendingRefunds(
  system: Runner,
  { now, before, rowsMax }: { readonly now: Date; readonly before: Date; readonly rowsMax: number },
): Promise<readonly SaleRefundKey[]> {
  const rows = await system.run(claim, { now, before, rows_max: rowsMax });
  return rows.map(({ merchant_id, livemode, id }) => ({ tenant: { merchantId: merchant_id, livemode }, id }));
}
