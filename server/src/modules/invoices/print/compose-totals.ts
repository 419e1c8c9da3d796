import type { Currency, Invoice, ReceiptLanguage } from '@cottontree/contract';
import { printedMoney } from '../../../kernel/money/printed-money.ts';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { InvoiceReturns } from '../credit-notes/credit-notes.queries.ts';
import type { PaperWords } from './paper-words.ts';

import type { Paper, PaperTotal } from './paper.ts';
import { tellDate, tellDateOf, tellMinus, tellMoney } from './tell-figures.ts';

/** More payments than these are told as one figure. */
const PAYMENTS_TOLD_MAX = 8;

/** From the lines to what is due, row by row: each figure stands in the invoice or its credit notes. */
export function composeInvoiceTotals(invoice: Invoice, letterhead: Letterhead): readonly PaperTotal[] {
  const { words } = letterhead;
  const currency = invoice.currency;
  const money = (amount: number): string => tellMoney(amount, currency);
  const taxLabel = ({ name, rate, base }: Invoice['taxes'][number]): string =>
    words.tax(name, String(rate), money(base));
  return [
    row(words.subtotal, money(invoice.subtotal)),
    ...(invoice.discount_total === 0
      ? []
      : [row(discountLabel(invoice, words), tellMinus(invoice.discount_total, currency))]),
    ...invoice.taxes
      .filter(({ inclusive }) => !inclusive)
      .map((tax) => row(taxLabel(tax), money(tax.amount))),
    { label: words.total, value: money(invoice.total), kind: 'sum' },
    ...invoice.taxes
      .filter(({ inclusive }) => inclusive)
      .map((tax) => row(words.inIt(taxLabel(tax)), money(tax.amount))),
    ...lateFeeRows(invoice, letterhead),
    ...(invoice.amount_credited === 0
      ? []
      : [row(words.credited, tellMinus(invoice.amount_credited, currency))]),
    ...paymentRows(invoice, letterhead),
    ...returnRows(currency, letterhead),
  ];
}

/** The figure in large, and when it is to be paid. */
export function composeDue(invoice: Invoice, { words, timeZone }: Letterhead): Paper['due'] {
  const value = tellMoney(invoice.amount_due, invoice.currency);
  const day = (moment: string | null): string | null =>
    moment === null ? null : tellDateOf(new Date(moment), timeZone);
  const label = words.amountDue;
  switch (invoice.status) {
    case 'void':
      return { label, value, note: words.voided(day(invoice.voided_at)), tone: 'bad' };
    case 'paid':
      return {
        label,
        value,
        note: invoice.amount_paid === 0 ? words.settled : words.paidInFull(day(invoice.paid_at)),
        tone: 'good',
      };
    case 'draft':
      return { label, value, note: words.isDraft, tone: 'calm' };
    default:
      return { label, value, note: dueNote(invoice, words), tone: 'calm' };
  }
}

function dueNote(
  { due_date: dueDate, is_overdue: isOverdue, deposit, currency }: Invoice,
  words: PaperWords,
): string {
  const day = tellDate(dueDate);
  if (deposit === null || deposit.paid) return isOverdue ? words.wasDue(day) : words.dueBy(day);
  return `${words.deposit(tellMoney(deposit.amount, currency), tellDate(deposit.due_date))} ${isOverdue ? words.wasDue(day) : words.restDueBy(day)}`;
}

function discountLabel({ discount }: Invoice, words: PaperWords): string {
  return words.discounts(
    discount?.type === 'percent' && discount.reason === null
      ? words.wholeOff(String(discount.value))
      : (discount?.reason ?? null),
  );
}

function lateFeeRows(
  { late_fees: fees, currency }: Invoice,
  { words, timeZone }: Letterhead,
): readonly PaperTotal[] {
  const known = currency;
  const day = (at: string): string => tellDateOf(new Date(at), timeZone);
  return fees.flatMap(({ amount, at, amount_waived: less, waived_at: waivedAt }) => [
    row(words.lateFee(day(at)), tellMoney(amount, known)),
    ...(less === 0 || waivedAt === null
      ? []
      : [row(words.lateFeeWaived(day(waivedAt)), tellMinus(less, known))]),
  ]);
}

function paymentRows(
  { payments, amount_paid: paid, currency }: Invoice,
  { words, timeZone }: Letterhead,
): readonly PaperTotal[] {
  const known = currency;
  if (payments.length > PAYMENTS_TOLD_MAX)
    return [row(words.paidInParts(payments.length), tellMinus(paid, known))];
  return payments.map(({ amount, channel, paid_at: paidAt }) =>
    row(words.paid(tellDateOf(new Date(paidAt), timeZone), channel), tellMinus(amount, known)),
  );
}

/** Where the money is that credit notes send back. */
function returnRows(currency: Currency, { words, returns }: Letterhead): readonly PaperTotal[] {
  const rows = [
    [words.sentBack, returns.returned],
    [words.returning, returns.returning],
    [words.notSentBack, returns.failed],
    [words.keptAsCredit, returns.kept],
  ] as const;
  return rows
    .filter(([, amount]) => amount > 0n)
    .map(([label, amount]) => row(label, printedMoney(amount, currency)));
}

function row(label: string, value: string): PaperTotal {
  return { label, value, kind: 'row' };
}

/** What an invoice does not say of itself. */
export type Letterhead = {
  readonly storeName: string;
  readonly timeZone: string;
  /** The settings' own, else the brand's. */
  readonly logo: Uint8Array | null;
  readonly brand: PaperBrand;
  readonly language: ReceiptLanguage;
  /** Of the language. */
  readonly words: PaperWords;
  readonly returns: InvoiceReturns;
};
