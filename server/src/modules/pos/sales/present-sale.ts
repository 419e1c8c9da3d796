import {
  formatOptionalTime,
  formatTime,
  toMajor,
  type Currency,
  type Payment,
  type Sale,
  type SaleFiscal,
  type SaleItem,
  type SalePayment,
} from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { discountValue } from './price-items.ts';
import {
  amountOf,
  isPending,
  linesOf,
  paymentsOf,
  statusOf,
  taxLinesOf,
  termsOf,
  type KeptDiscount,
  type KeptPayment,
  type SaleLine,
} from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';

export type SalePlace = { readonly settings: Pick<Settings, 'publicUrl'> };
/** Payments that are under way, as they stand now. */
export type LivePayments = ReadonlyMap<string, Payment>;

const NONE_LIVE: LivePayments = new Map();
const MILLI = 1_000;

/** A sale as GET shows it and messages tell it. */
export function presentSale(row: SaleRow, { settings }: SalePlace, live: LivePayments = NONE_LIVE): Sale {
  const currency = row.currency;
  const money = (minor: bigint): number => toMajor(minor, currency);
  const payments = paymentsOf(row);
  const isOver = row.completed_at !== null || row.ended_at !== null;
  return {
    id: row.id,
    ...presentNumbers(row),
    client_id: row.client_id,
    status: statusOf(row),
    location_id: row.location_id,
    terminal_id: row.terminal_id,
    cash_session_id: row.cash_session_id,
    staff_id: row.staff_id,
    handed_in_by: row.handed_in_by,
    customer_id: row.customer_id,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    currency,
    items: linesOf(row).map((line) => presentItem(line, currency)),
    discount: presentDiscount(termsOf(row).discount, currency),
    subtotal: money(row.subtotal),
    discount_total: money(row.discount),
    tax_total: money(row.tax),
    taxes: taxLinesOf(row).map(({ name, rate, inclusive, base, amount }) => ({
      name,
      rate: percent(rate),
      inclusive,
      base: money(BigInt(base)),
      amount: money(BigInt(amount)),
    })),
    service_charge: money(row.service_charge),
    tip: money(row.tip),
    total: money(row.total),
    cash_rounding: money(row.cash_rounding),
    amount_paid: money(row.amount_paid),
    amount_due: isOver ? 0 : money(row.total + row.cash_rounding - row.amount_paid),
    change_due: money(row.change_due),
    amount_refunded: money(row.amount_refunded),
    payments: payments.map((payment) => presentSalePayment(payment, { currency, live })),
    receipt_url: row.completed_at === null ? null : `${settings.publicUrl}/r/${row.receipt_token}`,
    fiscal: presentFiscal(row),
    flags: [...row.flags] as Sale['flags'],
    notes: row.notes,
    offline: row.offline,
    void_reason: row.void_reason,
    livemode: row.livemode,
    version: row.version,
    expires_at: formatOptionalTime(row.expires_at),
    occurred_at: formatTime(row.occurred_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    completed_at: formatOptionalTime(row.completed_at),
    ended_at: formatOptionalTime(row.ended_at),
  };
}

/** As the database gave them, and nobody else gives any. */
export function presentNumbers(row: SaleRow): Pick<Sale, 'number' | 'receipt_number'> {
  return { number: row.number_text, receipt_number: row.receipt_number };
}

export function presentItem(line: SaleLine, currency: Currency): SaleItem {
  const money = (minor: string): number => toMajor(BigInt(minor), currency);
  return {
    line: line.line,
    product_id: line.product_id,
    variant_id: line.variant_id,
    category_id: line.category_id,
    name: line.name,
    sku: line.sku,
    components: (line.components ?? []).map(({ variant_id, name, quantity }) => ({
      variant_id,
      name,
      quantity: Number(quantity) / MILLI,
    })),
    quantity: Number(line.quantity) / MILLI,
    quantity_refunded: Number(line.refunded) / MILLI,
    list_price: line.list_price === null ? null : money(line.list_price),
    unit_price: money(line.unit_price),
    modifiers: line.modifiers.map(({ id, name, price, quantity }) => ({
      id,
      name,
      price: money(price),
      quantity,
    })),
    discount: presentDiscount(line.discount, currency),
    taxes: line.taxes.map(({ name, rate, inclusive }) => ({ name, rate: percent(rate), inclusive })),
    gross: money(line.gross),
    discount_total: money(line.discount_total),
    tax: money(line.tax),
    total: money(line.total),
    note: line.note,
  };
}

function presentDiscount(discount: KeptDiscount | null, currency: Currency): Sale['discount'] {
  return (
    discount && { type: discount.type, value: discountValue(discount, currency), reason: discount.reason }
  );
}

function presentSalePayment(
  payment: KeptPayment,
  { currency, live }: { readonly currency: Currency; readonly live: LivePayments },
): SalePayment {
  const now = live.get(payment.id);
  return {
    id: payment.id,
    channel: payment.channel,
    provider: now?.provider ?? payment.provider,
    status: isPending(payment) ? (now?.status ?? payment.status) : payment.status,
    verdict: payment.verdict,
    amount: toMajor(amountOf(payment), currency),
    tendered: payment.tendered === null ? null : toMajor(BigInt(payment.tendered), currency),
    change: toMajor(BigInt(payment.change), currency),
    cash_rounding: toMajor(BigInt(payment.rounding), currency),
    external_ref: payment.external_ref,
    cash_session_id: payment.cash_session_id,
    next_action: isPending(payment) ? (now?.next_action ?? null) : null,
    pay_url: isPending(payment) ? (now?.pay_url ?? null) : null,
    failure: payment.failure,
    created_at: payment.created_at,
    settled_at: payment.settled_at,
  };
}

function presentFiscal(row: SaleRow): SaleFiscal {
  const {
    number = null,
    signature = null,
    qr = null,
  } = (row.fiscal ?? {}) as Partial<Omit<SaleFiscal, 'status'>>;
  return { status: row.fiscal_status, number, signature, qr };
}

/** Ten-thousandths of a percent as percent. */
function percent(rate: string): number {
  return Number(rate) / 10_000;
}
