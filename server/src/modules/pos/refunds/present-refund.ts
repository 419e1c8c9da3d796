import { formatTime, quantityOf, toMajor, type SaleRefund } from '@cottontree/contract';
import { partsOf, refundedLinesOf, refundedTaxesOf } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

const RATE_UNITS = 10_000;

/** A refund of a sale as its merchant sees it. */
export function presentSaleRefund(row: SaleRefundRow): SaleRefund {
  const currency = row.currency;
  const major = (minor: bigint | string): number => toMajor(BigInt(minor), currency);
  return {
    id: row.id,
    sale_id: row.sale_id,
    client_id: row.client_id,
    status: row.status,
    amount: major(row.amount),
    amount_failed: major(row.amount_failed),
    currency,
    items: refundedLinesOf(row).map(({ line, variant_id, name, quantity, amount, restock }) => ({
      line,
      variant_id,
      name,
      quantity: quantityOf(Number(quantity)),
      amount: major(amount),
      restock,
    })),
    tip: major(row.tip),
    service_charge: major(row.service_charge),
    cash_rounding: major(row.cash_rounding),
    tax_total: major(row.tax),
    taxes: refundedTaxesOf(row)
      .filter(({ amount, base }) => amount !== '0' || base !== '0')
      .map(({ name, rate, inclusive, base, amount }) => ({
        name,
        rate: Number(rate) / RATE_UNITS,
        inclusive,
        base: major(base),
        amount: major(amount),
      })),
    payments: partsOf(row).map(({ id, payment_id, channel, tender, amount, status }) => ({
      id,
      payment_id,
      channel,
      tender,
      amount: major(amount),
      status,
    })),
    reason: row.reason,
    cash_session_id: row.cash_session_id,
    location_id: row.location_id,
    staff_id: row.staff_id,
    occurred_at: formatTime(row.occurred_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}
