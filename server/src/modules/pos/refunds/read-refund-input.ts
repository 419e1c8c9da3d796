import { formatMoney, quantityOf, toMajor, type RefundSaleBody } from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import { readQuantity } from '../sales/price-items.ts';
import { linesOf, taxLinesOf, termsOf, type SaleLine } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import { TAX_NAME } from '../sales/total-sale.ts';
import { leftOf, type RefundableSale, type RefundedSoFar, type RefundInput } from './apportion-refund.ts';
import { refundedLinesOf, refundedTaxesOf } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

type ReadInput = RefundInput & {
  /** Of each line that comes back, whether it goes on the shelf again. */ readonly restock: ReadonlyMap<
    number,
    boolean
  >;
};

/** What the request wants back of the sale, judged by what has not come back yet. */
export function readRefundInput(body: RefundSaleBody, sale: SaleRow, before: RefundedSoFar): ReadInput {
  refuseSeveralWays(body);
  if (body.amount !== undefined)
    return {
      items: [],
      looseMinor: readLoose(body, sale, before),
      tip: body.tip ?? false,
      restock: new Map(),
    };
  const lines = linesOf(sale);
  const openOf = ({ line, quantity }: SaleLine): bigint =>
    BigInt(quantity) - (before.quantities.get(line) ?? 0n);
  if (body.everything) {
    const items = lines
      .map((line) => ({ line: line.line, quantityMilli: openOf(line) }))
      .filter(({ quantityMilli }) => quantityMilli > 0n);
    if (items.length === 0 && refundableMinor(sale, before, true) === 0n) throw nothingLeft(sale);
    return {
      items,
      looseMinor: null,
      tip: true,
      restock: new Map(items.map(({ line }) => [line, body.restock ?? true])),
    };
  }
  const wanted = body.items ?? [];
  const items = wanted.map((item, at) => {
    const path = `items[${at}]`;
    const line = lines.find((one) => one.line === item.line);
    if (!line)
      throw invalid({
        path: `${path}.line`,
        message: `must be a line of the sale, from 1 to ${lines.length}`,
      });
    if (wanted.findIndex((one) => one.line === item.line) !== at)
      throw invalid({ path: `${path}.line`, message: 'names a line a second time' });
    const open = openOf(line);
    const quantityMilli =
      item.quantity === undefined ? open : readQuantity(item.quantity, { path: `${path}.quantity` });
    if (quantityMilli > open || open === 0n)
      throw tooMuch(sale, before, {
        line,
        open,
        wanted: item.quantity === undefined ? BigInt(line.quantity) : quantityMilli,
      });
    return { line: line.line, quantityMilli };
  });
  return {
    items,
    looseMinor: null,
    tip: body.tip ?? false,
    restock: new Map(wanted.map(({ line, restock }) => [line, restock ?? true])),
  };
}

/** REFUND_EXCEEDS_PAYMENT where more would go back than is left; the tip counts only where it is asked for. */
export function refuseExcess(
  sale: SaleRow,
  before: RefundedSoFar,
  { amountMinor, tip }: { readonly amountMinor: bigint; readonly tip: boolean },
): void {
  const left = refundableMinor(sale, before, tip);
  const currency = sale.currency;
  if (amountMinor > left)
    throw new Failure(
      'REFUND_EXCEEDS_PAYMENT',
      `${formatMoney(left, currency)} of the sale can still be refunded, ${formatMoney(amountMinor, currency)} was asked for.`,
      { details: { refundable: toMajor(left, currency) } },
    );
}

function refundableMinor(sale: SaleRow, before: RefundedSoFar, tip: boolean): bigint {
  const left = leftOf(refundableOf(sale), before);
  const besideTip = left.amountMinor - left.tipMinor;
  return tip ? left.amountMinor : besideTip > 0n ? besideTip : 0n;
}

function refuseSeveralWays({ items, amount, everything }: RefundSaleBody): void {
  const ways = [items, amount, everything].filter((way) => way !== undefined).length;
  if (ways !== 1)
    throw invalid({
      path: 'items',
      message:
        ways === 0
          ? 'is required, or amount, or everything'
          : 'must stand alone: send one of items, amount and everything',
    });
}

function readLoose(body: RefundSaleBody, sale: SaleRow, before: RefundedSoFar): bigint {
  const amountMinor = readMoney(body.amount ?? 0, { path: 'amount', currency: sale.currency });
  if (amountMinor === 0n) throw invalid({ path: 'amount', message: 'must be more than 0' });
  refuseExcess(sale, before, { amountMinor, tip: body.tip ?? false });
  return amountMinor;
}

/** A refund of nothing would be told and counted all the same; what is on its way back already is no part of another. */
function nothingLeft({ currency }: SaleRow): Failure {
  return new Failure('REFUND_EXCEEDS_PAYMENT', 'All of the sale is refunded, or about to be.', {
    details: { refundable: toMajor(0n, currency) },
  });
}

function tooMuch(
  sale: SaleRow,
  before: RefundedSoFar,
  { line, open, wanted }: { readonly line: SaleLine; readonly open: bigint; readonly wanted: bigint },
): Failure {
  const refundable = toMajor(refundableMinor(sale, before, true), sale.currency);
  const said =
    open === 0n
      ? 'all of it has come back'
      : `${quantityOf(open)} of it can still come back, ${quantityOf(wanted)} was asked for`;
  return new Failure('REFUND_EXCEEDS_PAYMENT', `Line ${line.line}, ${line.name}: ${said}.`, {
    details: { refundable, line: line.line, quantity_left: quantityOf(open) },
  });
}

/** What there is to share out of a sale. */
export function refundableOf(row: SaleRow): RefundableSale {
  const { service, service_total } = termsOf(row);
  return {
    lines: linesOf(row).map(({ line, quantity, total, taxes }) => ({
      line,
      quantityMilli: BigInt(quantity),
      totalMinor: BigInt(total),
      taxes: taxes.map(({ name, rate, inclusive }) => ({ name, rate: BigInt(rate), inclusive })),
    })),
    taxes: taxLinesOf(row).map(({ name, rate, inclusive, base, amount }) => ({
      name,
      rate: BigInt(rate),
      inclusive,
      baseMinor: BigInt(base),
      taxMinor: BigInt(amount),
    })),
    serviceChargeMinor: row.service_charge,
    serviceTotalMinor: BigInt(service_total),
    serviceTax:
      service === null || service.tax_rate === null
        ? null
        : {
            name: TAX_NAME,
            rate: BigInt(service.tax_rate),
            inclusive: false,
            taxMinor: BigInt(service_total) - row.service_charge,
          },
    discountMinor: row.discount,
    tipMinor: row.tip,
    cashRoundingMinor: row.cash_rounding,
    paidMinor: row.amount_paid,
  };
}

/** What refunds that did not fail gave back of it, or are about to. */
export function refundedOf(refunds: readonly SaleRefundRow[]): RefundedSoFar {
  const counted = refunds.filter(({ status }) => status !== 'failed');
  const sum = (figure: (row: SaleRefundRow) => bigint): bigint =>
    counted.reduce((total, row) => total + figure(row), 0n);
  const quantities = new Map<number, bigint>();
  for (const { line, quantity } of counted.flatMap(refundedLinesOf))
    quantities.set(line, (quantities.get(line) ?? 0n) + BigInt(quantity));
  const taxesCount = Math.max(0, ...counted.map((row) => refundedTaxesOf(row).length));
  return {
    amountMinor: sum(({ amount }) => amount),
    looseMinor: sum(({ loose }) => loose),
    tipMinor: sum(({ tip }) => tip),
    serviceChargeMinor: sum(({ service_charge: charge }) => charge),
    discountMinor: sum(({ discount }) => discount),
    cashRoundingMinor: sum(({ cash_rounding: rounding }) => rounding),
    taxes: Array.from({ length: taxesCount }, (_, at) => ({
      baseMinor: sum((row) => BigInt(refundedTaxesOf(row)[at]?.base ?? 0)),
      taxMinor: sum((row) => BigInt(refundedTaxesOf(row)[at]?.amount ?? 0)),
    })),
    quantities,
  };
}
