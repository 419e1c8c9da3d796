import {
  divideHalfUp,
  formatMoney,
  parseDecimal,
  refundShare,
  toMajor,
  type Input,
  type Operations,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { amountDueOf } from '../invoices/amount-due.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { KeptCreditItem, KeptItem, KeptInvoicePayment } from '../invoices/kept-parts.ts';

type Body = Input<Operations['createCreditNote']>['body'];

/** What a credit note takes back: of which lines, how much, and what of it goes back to which payments. */
export type Credit = {
  readonly amount: bigint;
  readonly tax: bigint;
  readonly items: readonly KeptCreditItem[];
  readonly refunds: readonly { readonly paymentId: string; readonly amount: bigint }[];
};

/** What an input credits of an invoice as it stands. */
export function composeCredit(body: Body, row: InvoiceRow): Credit {
  const { amount, tax, items } = partOf(body, row);
  const left = row.total - row.amount_credited;
  const due = amountDueOf(row);
  if (amount === 0n) throw exceeds(row, { creditable: left, why: 'nothing would be credited' });
  if (amount > left)
    throw exceeds(row, { creditable: left, why: `${formatMoney(amount, row.currency)} was asked for` });
  const rest = amount > due ? amount - due : 0n;
  if (rest > 0n && body.refund !== true)
    throw exceeds(row, { creditable: due, why: 'the rest is paid already; with refund: true it goes back' });
  return { amount, tax, items, refunds: rest > 0n ? spread(rest, row.payments) : [] };
}

type Part = Pick<Credit, 'amount' | 'tax' | 'items'>;

function partOf(body: Body, row: InvoiceRow): Part {
  if (body.items !== undefined && body.amount !== undefined)
    throw invalid({
      path: 'amount',
      message: 'cannot stand beside items, whose amounts follow from the invoice',
    });
  if (body.items !== undefined) return ofItems(body.items, row);
  const left = row.total - row.amount_credited;
  const amount =
    body.amount === undefined ? left : readSomeMoney(body.amount, { path: 'amount', currency: row.currency });
  return { amount, tax: taxIn(amount, row), items: [] };
}

/** The share of the tax that is not credited yet; with the last of the total goes the last of the tax. */
function taxIn(amount: bigint, row: InvoiceRow): bigint {
  const [left, tax] = [row.total - row.amount_credited, row.tax_total - row.tax_credited];
  return left === 0n || amount > left ? 0n : divideHalfUp(tax * amount, left);
}

function ofItems(wished: NonNullable<Body['items']>, row: InvoiceRow): Part {
  const { items } = row;
  const credited = wished.map(({ line, quantity }, at) => {
    const item = items.find((one) => one.line === line);
    if (!item)
      throw invalid({
        path: `items[${at}].line`,
        message: `must be one of the invoice's ${items.length} lines`,
      });
    if (wished.findIndex((other) => other.line === line) !== at)
      throw invalid({ path: `items[${at}].line`, message: 'is there twice; send each line once' });
    return ofItem(item, readQuantity(quantity, { item, path: `items[${at}].quantity`, row }));
  });
  const amount = credited.reduce((sum, one) => sum + BigInt(one.kept.amount), 0n);
  const tax = credited.reduce((sum, one) => sum + one.tax, 0n);
  return { amount, tax: toward(tax, amount, row), items: credited.map(({ kept }) => kept) };
}

/**
 * The tax of lines, within what is left of the invoice's: amounts that were credited without lines took the tax of all of
 * them alike, so what is left may be less than the tax of these lines, or more than the others could bear.
 */
function toward(tax: bigint, amount: bigint, row: InvoiceRow): bigint {
  const [left, taxLeft] = [row.total - row.amount_credited, row.tax_total - row.tax_credited];
  if (amount >= left) return taxLeft;
  const least = taxLeft - mostTaxIn(left - amount, row);
  return tax > taxLeft ? taxLeft : tax < least ? least : tax;
}

/** As if all of it were of the line with the highest tax. */
function mostTaxIn(amount: bigint, { items }: InvoiceRow): bigint {
  return items.reduce((most, { total, tax_total: tax }) => {
    const share = total === 0 ? 0n : divideHalfUp(BigInt(tax) * amount, BigInt(total));
    return share > most ? share : most;
  }, 0n);
}

function ofItem(
  item: KeptItem,
  quantityMilli: bigint,
): { readonly kept: KeptCreditItem; readonly tax: bigint } {
  const quantity = {
    quantityMilli: BigInt(item.quantity_milli),
    refundedBeforeMilli: BigInt(item.credited_milli),
    refundNowMilli: quantityMilli,
  };
  const amount = refundShare(BigInt(item.total), quantity);
  return {
    kept: {
      line: item.line,
      description: item.description,
      quantity_milli: Number(quantityMilli),
      amount: Number(amount),
    },
    tax: refundShare(BigInt(item.tax_total), quantity),
  };
}

function readQuantity(
  quantity: number | string | undefined,
  { item, path, row }: { readonly item: KeptItem; readonly path: string; readonly row: InvoiceRow },
): bigint {
  const left = BigInt(item.quantity_milli - item.credited_milli);
  const read = quantity === undefined ? { ok: true as const, units: left } : parseDecimal(quantity, 3);
  if (!read.ok || (read.units <= 0n && quantity !== undefined))
    throw invalid({ path, message: 'must be more than 0, with at most 3 decimals' });
  if (left === 0n || read.units > left)
    throw exceeds(row, {
      creditable: row.total - row.amount_credited,
      why: `of line ${item.line} only ${Number(left) / 1_000} are not credited yet`,
      path,
    });
  return read.units;
}

/** To the latest payments first. */
function spread(amount: bigint, payments: readonly KeptInvoicePayment[]): Credit['refunds'] {
  let left = amount;
  return payments.toReversed().flatMap((payment) => {
    const there = BigInt(payment.amount - payment.amount_refunded);
    const part = there < left ? there : left;
    left -= part;
    return part > 0n ? [{ paymentId: payment.payment_id, amount: part }] : [];
  });
}

function exceeds(
  { currency: code, number }: InvoiceRow,
  { creditable, why, path }: { readonly creditable: bigint; readonly why: string; readonly path?: string },
): Failure {
  const currency = code;
  return new Failure(
    'CREDIT_EXCEEDS_INVOICE',
    `${formatMoney(creditable, currency)} of invoice ${number ?? ''} can be credited: ${why}.`,
    {
      details: {
        creditable: toMajor(creditable, currency),
        ...(path === undefined ? {} : { fields: [{ path, message: why }] }),
      },
    },
  );
}
