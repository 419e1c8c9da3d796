import { saleStatuses, type Currency, type SaleFiscal, type SaleStatus } from '@cottontree/contract';
import type { CursorPosition } from '../../../kernel/list/page.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import {
  equal,
  flag,
  from,
  matching,
  several,
  since,
  until,
  type Filter,
} from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { KeptPayment, SaleLine, SaleTaxLine, SaleTerms, LineStockState } from './sale-parts.ts';

export const SALE = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  location_id: 'text',
  number: 'int8?',
  number_period: 'text?',
  number_text: 'text?',
  receipt_number: 'text?',
  client_id: 'text?',
  content_hash: 'bytea?',
  version: 'int4',
  sequence: 'int4',
  change_id: 'text',
  status: text<SaleStatus>(),
  terminal_id: 'text?',
  cash_session_id: 'text?',
  staff_id: 'text?',
  handed_in_by: 'text?',
  customer_id: 'text?',
  customer_name: 'text?',
  customer_phone: 'text?',
  customer_email: 'text?',
  currency: text<Currency>(),
  lines: json<readonly SaleLine[]>(),
  taxes: json<readonly SaleTaxLine[]>(),
  terms: json<SaleTerms>(),
  payments: json<readonly KeptPayment[]>(),
  subtotal: 'int8',
  discount: 'int8',
  tax: 'int8',
  service_charge: 'int8',
  tip: 'int8',
  total: 'int8',
  cash_rounding: 'int8',
  amount_paid: 'int8',
  change_due: 'int8',
  amount_refunded: 'int8',
  flags: 'text[]',
  notes: 'text?',
  offline: 'bool',
  fiscal_status: text<SaleFiscal['status']>(),
  fiscal: 'jsonb?',
  receipt_token: 'text',
  void_reason: 'text?',
  stock_state: text<LineStockState>(),
  stock_round: 'int4',
  expires_at: 'timestamptz?',
  occurred_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz?',
  ended_at: 'timestamptz?',
} as const;
/** The columns of a sale, read from `sales s`. */
export const SALE_COLUMNS = Object.keys(SALE)
  .map((column) => `s.${column}`)
  .join(', ');
const KEY = { merchant_id: 'text', livemode: 'bool' } as const;

const find = statement({
  name: 'sales.find',
  params: { ...KEY, id: 'text' },
  row: SALE,
  sql: `SELECT ${SALE_COLUMNS} FROM sales s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :id`,
});

const findByClientIds = statement({
  name: 'sales.findByClientIds',
  params: { ...KEY, client_ids: 'text[]' },
  row: SALE,
  sql: `SELECT ${SALE_COLUMNS} FROM sales s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.client_id = ANY (:client_ids)`,
});

const findChanges = statement({
  name: 'sales.findChanges',
  params: { ...KEY, ids: 'text[]' },
  row: SALE,
  sql: `SELECT ${SALE_COLUMNS} FROM sales s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = ANY (:ids)`,
});

/** Waiting for a payment that cannot come any more; a merchant's test clock stands for the time of its test data. */
const findOver = statement({
  name: 'sales.findOver',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, id: 'text' },
  sql: `SELECT s.merchant_id, s.livemode, s.id FROM sales s
        WHERE s.status = 'pending_payment' AND s.expires_at <= :now AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = s.merchant_id AND c.livemode = s.livemode)
        ORDER BY s.expires_at LIMIT :rows_max::int4`,
});

const findOverOnClock = statement({
  name: 'sales.findOverOnClock',
  params: { ...KEY, now: 'timestamptz' },
  row: { id: 'text' },
  sql: `SELECT s.id FROM sales s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND NOT s.livemode AND s.status = 'pending_payment' AND s.expires_at <= :now ORDER BY s.expires_at`,
});

/** Waiting for the tax authority's device. */
const findUnsigned = statement({
  name: 'sales.findUnsigned',
  params: { after_at: 'timestamptz', after_id: 'text', rows_max: 'int4' },
  row: { ...KEY, id: 'text', updated_at: 'timestamptz' },
  sql: "SELECT s.merchant_id, s.livemode, s.id, s.updated_at FROM sales s WHERE s.fiscal_status = 'pending' AND (s.updated_at, s.id) > (:after_at, :after_id) ORDER BY s.updated_at, s.id LIMIT :rows_max::int4",
});

/** A payment that a sale waits for and that was never written, by the ids which the sale was given for them. */
const findOrphans = statement({
  name: 'sales.findOrphans',
  params: { rows_max: 'int4' },
  row: { ...KEY, id: 'text', payment_id: 'text', clock: 'timestamptz?' },
  sql: `SELECT s.merchant_id, s.livemode, s.id, w.id AS payment_id, c.frozen_at AS clock FROM sales s
        CROSS JOIN LATERAL jsonb_to_recordset(s.payments) AS w (id text, status text) LEFT JOIN test_clocks c ON c.merchant_id = s.merchant_id AND c.livemode = s.livemode
        WHERE s.status = 'pending_payment' AND w.status = 'created' AND NOT EXISTS (SELECT FROM payments p WHERE p.merchant_id = s.merchant_id AND p.livemode = s.livemode AND p.id = w.id)
        ORDER BY s.expires_at LIMIT :rows_max::int4`,
});

/** A sale as it is kept; `lines`, `taxes`, `terms` and `payments` are read by `sale-parts.ts`. */
export type SaleRow = ValuesOf<typeof SALE>;
export type SaleKey = { readonly tenant: Tenant; readonly id: string };

export async function findSale(runner: Runner, { tenant, id }: SaleKey): Promise<SaleRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function findSalesByClientId(
  runner: Runner,
  tenant: Tenant,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, SaleRow>> {
  return new Map(
    (await runner.run(findByClientIds, { ...keyOf(tenant), client_ids: clientIds })).map((row) => [
      row.client_id ?? '',
      row,
    ]),
  );
}

/** Sales as they stand, by id. */
export async function findSales(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaleRow>> {
  return new Map((await runner.run(findChanges, { ...keyOf(tenant), ids })).map((row) => [row.id, row]));
}

export async function findSalesOver(
  system: Runner,
  wanted: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly SaleKey[]> {
  return (await system.run(findOver, { now: wanted.now, rows_max: wanted.rowsMax })).map(keyOfRow);
}

export async function findSalesOverOnClock(
  runner: Runner,
  tenant: Tenant,
  now: Date,
): Promise<readonly SaleKey[]> {
  return (await runner.run(findOverOnClock, { ...keyOf(tenant), now })).map(({ id }) => ({ tenant, id }));
}

/** Sales with a payment that nobody has begun, of whichever merchant. `clock`: where the merchant's test clock stands. */
export async function findOrphanedSales(
  system: Runner,
  rowsMax: number,
): Promise<readonly (SaleKey & { readonly paymentId: string; readonly clock: Date | null })[]> {
  return (await system.run(findOrphans, { rows_max: rowsMax })).map((row) => ({
    ...keyOfRow(row),
    paymentId: row.payment_id ?? '',
    clock: row.clock,
  }));
}

const EARLIEST: CursorPosition = { at: new Date(0), id: '' };

/** Sales that wait to be signed, of whichever merchant, those first that wait the longest. */
export async function findUnsignedSales(
  system: Runner,
  { after, rowsMax }: { readonly after: CursorPosition | null; readonly rowsMax: number },
): Promise<readonly (SaleKey & { readonly place: CursorPosition })[]> {
  const { at, id } = after ?? EARLIEST;
  return (await system.run(findUnsigned, { after_at: at, after_id: id, rows_max: rowsMax })).map((row) => ({
    ...keyOfRow(row),
    place: { at: row.updated_at, id: row.id },
  }));
}

function keyOfRow({
  merchant_id,
  livemode,
  id,
}: {
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly id: string;
}): SaleKey {
  return { tenant: { merchantId: merchant_id, livemode }, id };
}

/** By the number of its receipt or its own, which an index has by the digits at its end. */
const ofNumber: Filter<string> = () => ({
  params: { number_text: 'text?', number: 'int8?' },
  sql: '(:number_text::text IS NULL OR s.receipt_number = :number_text OR (s.number_text = :number_text AND s.number = :number))',
  optional: true,
  read: (text) => ({ number_text: text ?? null, number: digitsAtEnd(text ?? '') }),
});

/** A merchant's sales. */
export const saleList = list('listSales', {
  from: 'sales s',
  row: SALE,
  select: SALE_COLUMNS,
  counted: 'kept',
  filters: {
    status: several('s.status', saleStatuses),
    location_id: equal('s.location_id'),
    terminal_id: equal('s.terminal_id'),
    staff_id: equal('s.staff_id'),
    customer_id: equal('s.customer_id'),
    cash_session_id: equal('s.cash_session_id'),
    flagged: flag("s.flags <> '{}'"),
    flag: matching((one) => `${one} = ANY (s.flags)`),
    q: ofNumber,
    created_from: from('s.created_at'),
    created_to: until('s.created_at'),
    updated_since: since('s.updated_at'),
  },
  sorts: { created_at: byTime('s.created_at') },
});

/** Numbers may stand anywhere in what people read; most patterns end with them. */
function digitsAtEnd(text: string): bigint | null {
  const digits = /(\d{1,18})\D*$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}
