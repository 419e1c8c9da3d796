import { currencies, formatMoney, type Invoice, type PaymentChannel } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import type { InvoicePage } from '../../modules/invoices/index.ts';
import { bill, facts, mark, moneyMarkup, takenOff, type BillFact } from '../checkout/bill.ts';
import { parseUrl } from '../../kernel/web/parse-url.ts';
import { askShop, DOWNLOAD } from '../ask-shop.ts';
import { formatDay, formatMajor, formatPhone } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';
import { qrPicture } from '../qr-picture.ts';
import { describedBy, isWrong, problemAt, problemOf, type FilledField } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';

/** An invoice for whoever is to pay it: how it stands, how to pay it, and what it is for. */
export function showInvoice(
  page: InvoicePage,
  { channels, attempt }: InvoicePageCall,
  view: View,
): PageAnswer {
  const { invoice, storeName, choices, tenant } = page;
  const { invoices: texts } = view.texts;
  const number = invoice.number ?? '';
  const sum = choices === null ? null : formatMoney(choices.full, invoice.currency);
  // Where nothing is to be paid, that is the answer people came for.
  const main = html`<div class="invoice"><div class="pay-side">${choices === null ? ended(page, view) : null}${bill({ ...(sum === null ? { overline: texts.from(storeName), title: texts.invoice(number) } : { overline: texts.invoice(number), title: texts.stillToPay }), sum, what: null, more: html`${standing(page, view)}${pdfLink(page, view)}` })}
${channels.length === 0 ? null : scanMe(page, view)}
${choices === null ? null : showPayForm(page, { channels, attempt }, view)}
${askSeller(page, view)}</div>
${showSheet(page, view)}</div>`;
  const title =
    sum === null ? texts.titleOf(number, storeName) : `${texts.titleOf(number, storeName)}, ${sum}`;
  const head = html`<meta property="og:title" content="${texts.titleOf(number, storeName)}">
`;
  return showPage(
    {
      title,
      main,
      head,
      hidden: true,
      wide: true,
      styles: 'pay.css',
      script: 'pay.js',
      footer: texts.footer,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
    },
    { ...view, path: `/i/${page.token}` },
  );
}

function standing({ invoice, choices }: InvoicePage, { texts: { invoices: texts } }: View): Html | null {
  if (choices === null) return null;
  const due = tellDate(invoice.due_date);
  return invoice.is_overdue
    ? html`<p class="late">${texts.overdue(due)}</p>`
    : html`<p class="quiet">${texts.due(due)}</p>`;
}

/** Why nothing is to be paid. */
function ended({ invoice, storeName, timeZone }: InvoicePage, { texts: { invoices: texts } }: View): Html {
  if (invoice.status === 'paid') {
    const help =
      invoice.amount_paid === 0 || invoice.paid_at === null
        ? texts.settled
        : texts.paidOn(tellDateOf(new Date(invoice.paid_at), timeZone));
    return html`<section class="card outcome" role="status">${mark('good')}<h2>${texts.paid}</h2><p>${help}</p></section>`;
  }
  if (invoice.status === 'void')
    return html`<section class="card outcome" role="status">${mark('bad')}<h2>${texts.void}</h2><p>${texts.voidHelp(storeName)}</p></section>`;
  return html`<section class="card outcome" role="status">${mark('calm')}<h2>${texts.noWay}</h2><p>${texts.askSeller(storeName)}</p></section>`;
}

/** Whether there is money to give a receipt for. */
export function hasReceipt({ amount_paid: paid, status }: Invoice): boolean {
  return paid > 0 && status !== 'void';
}

/** The same on paper: where people look first, for they keep it or send it on; the receipt first, once there is one. */
function pdfLink({ token, invoice }: InvoicePage, view: View): Html {
  const { invoices: texts } = view.texts;
  const link = (file: string, name: string): Html =>
    html`<a href="${view.link(`/i/${token}/${file}`)}">${DOWNLOAD}${name}</a>`;
  return html`<p class="keep">${hasReceipt(invoice) ? html`${link('receipt.pdf', texts.receipt)} ` : null}${link('invoice.pdf', texts.pdf)}</p>`;
}

/** This page's address for the phone of whoever reads it on a desk; on a phone it stands after the ways to pay. */
function scanMe({ invoice, choices }: InvoicePage, { texts: { invoices: texts } }: View): Html | null {
  const url = invoice.hosted_url;
  if (choices === null || url === null) return null;
  return html`<section class="card scan-me">${qrPicture(url, texts.qrOf(invoice.number ?? ''))}<p>${texts.scan}</p></section>`;
}

function askSeller({ storeName }: InvoicePage, view: View): Html | null {
  const ways = askShop(view);
  return ways === null
    ? null
    : html`<section class="card asks-only" aria-label="${view.texts.invoices.ask(storeName)}">${ways}</section>`;
}

/** Who bills whom, when, for what and on which terms. */
function showSheet(page: InvoicePage, view: View): Html {
  const { invoice, storeName } = page;
  const { invoices: texts } = view.texts;
  const { company, customer, po_number: order } = invoice;
  const phone = company.phone === null ? null : formatPhone(company.phone);
  const logo = company.logo_url === null ? null : (parseUrl(company.logo_url)?.pathname ?? null);
  return html`<section class="card sheet"><div class="paper-head"><div>${logo === null ? null : html`<img src="${logo}" alt="">`}<h2>${texts.word}</h2><p class="quiet"><span class="mono">${invoice.number ?? ''}</span>, ${tellDate(invoice.issue_date)}</p></div>
<p class="quiet for">${texts.billedTo}<b>${customer.name ?? customer.email ?? ''}</b><span class="prose">${lines([customer.address, customer.tax_id])}</span></p></div>
${showFigures(page, view)}
<h3>${texts.details}</h3>${facts([
    { name: texts.dueDate, value: tellDate(invoice.due_date) },
    order === null ? null : { name: texts.order, value: order },
    { name: texts.seller, value: lines([storeName, company.address, phone, company.email]), prose: true },
    company.tax_id === null ? null : { name: texts.taxNumber, value: company.tax_id },
  ])}
${text(texts.notes, invoice.notes)}${text(texts.terms, invoice.terms)}${invoice.footer === null ? null : html`<p class="quiet prose">${invoice.footer}</p>`}</section>`;
}

function lines(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join('\n');
}

function text(title: string, said: string | null): Html | null {
  return said === null || said === '' ? null : html`<h3>${title}</h3><p class="prose">${said}</p>`;
}

type Texts = View['texts']['invoices'];
type Item = Invoice['items'][number];

/** What an invoice is for, line by line, and how that comes to what is due. */
function showFigures(page: InvoicePage, { texts: { invoices: texts } }: View): Html {
  const money = (amount: number): string => formatMajor(amount, page.invoice.currency);
  return html`<h3 class="hidden">${texts.items}</h3><ul class="bought">${page.invoice.items.map((item) => line(item, money, texts))}</ul>${facts(figures(page, money, texts).map((one) => one && { ...one, value: moneyMarkup(String(one.value)) }))}`;
}

function line(item: Item, money: (amount: number) => string, texts: Texts): Html {
  const less = item.discount_total === 0 ? null : html`, ${texts.lessDiscount(money(item.discount_total))}`;
  return html`<li><span><span class="prose">${item.description}</span><span class="quiet">${texts.times(String(item.quantity), money(item.unit_price))}${less}</span></span><b>${moneyMarkup(money(item.subtotal))}</b></li>`;
}

function figures(
  { invoice, returns, timeZone }: InvoicePage,
  money: (amount: number) => string,
  texts: Texts,
): readonly (BillFact | null)[] {
  const minus = (amount: number): string => takenOff(money(amount));
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

type Choices = NonNullable<InvoicePage['choices']>;

/** How much to pay, by which way; or whom to ask where no way works. */
function showPayForm(page: InvoicePage, { channels, attempt }: InvoicePageCall, view: View): Html {
  const { invoice, choices, storeName, token, nonce, tenant } = page;
  const { invoices: texts, pay } = view.texts;
  const instructions =
    invoice.payment_instructions === null
      ? null
      : html`<section class="card"><h2>${texts.howToPay}</h2><p class="prose">${invoice.payment_instructions}</p></section>`;
  if (choices === null) return html`${instructions}`;
  if (channels.length === 0)
    return html`${instructions ?? html`<section class="card outcome"><h2>${texts.noWay}</h2><p>${texts.askSeller(storeName)}</p></section>`}`;
  const isPlain = choices.deposit === null && choices.part === null;
  // The customer's own number is on the invoice, but whoever has the link need not be the customer.
  return html`${problemOf(attempt)}<section class="card"><form method="post" action="${view.link(`/i/${token}`)}"><input type="hidden" name="nonce" value="${nonce}">
<input type="hidden" name="full" value="${String(choices.full)}">${choices.deposit === null ? null : html`<input type="hidden" name="deposit" value="${String(choices.deposit)}">`}
${isPlain ? html`<input type="hidden" name="amount" value="full">` : amounts(page, { choices, attempt }, view)}
${offerWays({ channels, attempt, livemode: tenant.livemode }, view)}
<button class="button big" type="submit">${isPlain ? pay.pay(formatMoney(choices.full, invoice.currency)) : texts.payNow}</button><p class="quiet centre">${pay.canLeave}</p></form></section>
${instructions}`;
}

function amounts(
  { invoice }: InvoicePage,
  { choices, attempt }: { readonly choices: Choices; readonly attempt: FilledField },
  { texts: { invoices: texts } }: View,
): Html {
  const currency = invoice.currency;
  const money = (minor: bigint): string => formatMoney(minor, currency);
  const chosen = attempt?.values['amount'] ?? (choices.deposit === null ? 'full' : 'deposit');
  const radio = (value: string, label: string, amount: string | null): Html =>
    html`<label class="option"><input type="radio" name="amount" value="${value}" required${value === chosen ? html` checked` : null}><span><b>${amount ?? label}</b>${amount === null ? null : html`<span class="quiet">${label}</span>`}</span></label>`;
  const depositBy = invoice.deposit === null ? '' : tellDate(invoice.deposit.due_date);
  const bounds =
    choices.part === null
      ? ''
      : texts.partHelp(choices.part.least > 1n ? money(choices.part.least) : null, money(choices.full));
  return html`<fieldset><legend>${texts.howMuch}</legend><div class="options">${choices.deposit === null ? null : radio('deposit', texts.deposit(depositBy), money(choices.deposit))}${radio('full', texts.full, money(choices.full))}${choices.part === null ? null : radio('other', texts.part, null)}</div>
${choices.part === null ? null : html`<div class="other"><span class="money"><span aria-hidden="true">${currencies[currency].sign}</span><input id="own_amount" name="own_amount" inputmode="decimal" autocomplete="off" maxlength="20" aria-label="${texts.part}"${describedBy([isWrong('own_amount', attempt) && 'own_amount-error', 'own-help'])} value="${attempt?.values['own_amount'] ?? ''}"${isWrong('own_amount', attempt) ? html` aria-invalid="true" autofocus` : null}></span>${problemAt('own_amount', attempt)}<p class="quiet" id="own-help">${bounds}</p></div>`}</fieldset>`;
}

/** By which ways it can be paid here, and what was wrong with the last try. */
export type InvoicePageCall = { readonly channels: readonly PaymentChannel[]; readonly attempt: FilledField };

/** "21 Nov 2026" of a day on a calendar, whatever the zone. */
function tellDate(day: string): string {
  return tellDateOf(new Date(`${day}T00:00:00Z`), 'UTC');
}

/** The day of a moment where the merchant is. */
function tellDateOf(at: Date, timeZone: string): string {
  return `${formatDay(at, timeZone)} ${new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(at)}`;
}
