import { formatMoney, type Invoice } from '@cottontree/contract';
import type { InvoicePage } from '../../invoices/index.ts';
import { facts, type Fact } from '../checkout/bill.ts';
import { formatMajor } from '../format.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { tellDateOf } from './tell-date.ts';

type Texts = View['texts']['invoices'];
type Item = Invoice['items'][number];

/** What an invoice is for, line by line, and how that comes to what is due. */
export function showFigures(page: InvoicePage, { texts: { invoices: texts } }: View): Html {
  const money = (amount: number): string => formatMajor(amount, page.invoice.currency);
  return html`<section class="card"><h2>${texts.items}</h2><ul class="bought">${page.invoice.items.map((item) => line(item, money, texts))}</ul>${facts(figures(page, money, texts))}</section>`;
}

function line(item: Item, money: (amount: number) => string, texts: Texts): Html {
  const less = item.discount_total === 0 ? null : html`, ${texts.lessDiscount(money(item.discount_total))}`;
  return html`<li><span><span class="prose">${item.description}</span><span class="quiet">${texts.times(String(item.quantity), money(item.unit_price))}${less}</span></span><b>${money(item.subtotal)}</b></li>`;
}

function figures(
  { invoice, returns, timeZone }: InvoicePage,
  money: (amount: number) => string,
  texts: Texts,
): readonly (Fact | null)[] {
  const minus = (amount: number): string => `− ${money(amount)}`;
  const when = (at: string): string => tellDateOf(new Date(at), timeZone);
  const currency = invoice.currency;
  const sentBack = [
    [texts.sentBack, returns.returned],
    [texts.returning, returns.returning],
    [texts.notSentBack, returns.failed],
    [texts.keptAsCredit, returns.kept],
  ] as const;
  const isPlain = invoice.discount_total === 0 && invoice.tax_total === 0;
  return [
    isPlain ? null : { name: texts.subtotal, value: money(invoice.subtotal) },
    invoice.discount_total === 0 ? null : { name: texts.discounts, value: minus(invoice.discount_total) },
    ...invoice.taxes.map(({ name, rate, inclusive, amount }) => ({
      name: inclusive ? texts.taxInside(name, String(rate)) : texts.tax(name, String(rate)),
      value: money(amount),
    })),
    { name: texts.total, value: money(invoice.total), total: true },
    ...invoice.late_fees.flatMap(({ amount, at, amount_waived: less, waived_at: waivedAt }) => [
      { name: texts.lateFee(when(at)), value: money(amount) },
      waivedAt === null ? null : { name: texts.lateFeeWaived(when(waivedAt)), value: minus(less) },
    ]),
    invoice.amount_credited === 0 ? null : { name: texts.credited, value: minus(invoice.amount_credited) },
    ...invoice.payments.map(({ amount, paid_at: at }) => ({
      name: texts.received(when(at)),
      value: minus(amount),
    })),
    ...sentBack
      .filter(([, amount]) => amount > 0n)
      .map(([name, amount]) => ({ name, value: formatMoney(amount, currency) })),
    invoice.amount_due === invoice.total || invoice.status === 'void'
      ? null
      : { name: texts.amountDue, value: money(invoice.amount_due), total: true },
  ];
}
