import { tellPhone } from '../../../kernel/phone/phone.ts';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import { composeDue, composeInvoiceTotals, type Letterhead } from './compose-totals.ts';
import {
  currencies,
  type Currency,
  type Invoice,
  type InvoiceCompany,
  type InvoiceParty,
} from '@cottontree/contract';
import type { Paper, PaperLine, PaperParty } from './paper.ts';
import type { PaperWords } from './paper-words.ts';
import { lessBare, tellBare, tellDate, tellDateOf, tellMoney } from './tell-figures.ts';

/** An invoice as it is printed. */
export function composeInvoicePaper(invoice: Invoice, letterhead: Letterhead): Paper {
  const { storeName, logo, brand, language, words } = letterhead;
  const currency = invoice.currency;
  return {
    language,
    title: words.invoice,
    number: invoice.number ?? words.draft,
    marks: marksOf(invoice, words.marks),
    watermark:
      invoice.status === 'draft'
        ? words.watermarks.draft
        : invoice.status === 'void'
          ? words.watermarks.void
          : null,
    colours: brand.colours,
    logo,
    from: companyParty(invoice.company, { storeName, words }),
    to: customerParty(invoice.customer, words),
    toLabel: words.billedTo,
    facts: [
      { label: words.issued, value: tellDate(invoice.issue_date) },
      { label: words.due, value: tellDate(invoice.due_date) },
      ...(invoice.po_number === null ? [] : [{ label: words.yourOrder, value: invoice.po_number }]),
    ],
    currencySign: currencies[currency].sign,
    lines: invoice.items.map((item) => lineOf(item, { currency, words })),
    totals: composeInvoiceTotals(invoice, letterhead),
    due: composeDue(invoice, letterhead),
    pay: payOf(invoice, words),
    sections: [
      { title: words.howToPay, text: isPayable(invoice) ? invoice.payment_instructions : null },
      { title: words.notes, text: invoice.notes },
      { title: words.terms, text: invoice.terms },
      ...promisesOf(brand, words),
    ].flatMap(({ title, text }) => (text === null || text === '' ? [] : [{ title, text }])),
    footer: invoice.footer ?? brand.footer,
    writtenAt: new Date(invoice.updated_at),
  };
}

/** Whether money for it would be taken now. */
function isPayable({ status, amount_due: due }: Pick<Invoice, 'status' | 'amount_due'>): boolean {
  return due > 0 && (status === 'open' || status === 'partially_paid' || status === 'uncollectible');
}

function marksOf(
  { status, is_overdue: isOverdue, test }: Invoice,
  words: PaperWords['marks'],
): Paper['marks'] {
  const own: Readonly<Record<Invoice['status'], Paper['marks']>> = {
    draft: [],
    open: [],
    partially_paid: [{ text: words.partlyPaid, tone: 'calm' }],
    paid: [{ text: words.paid, tone: 'good' }],
    void: [{ text: words.void, tone: 'bad' }],
    uncollectible: [{ text: words.unpaid, tone: 'warn' }],
  };
  return [
    ...own[status],
    ...(isOverdue ? [{ text: words.overdue, tone: 'warn' as const }] : []),
    ...(test ? [{ text: words.test, tone: 'warn' as const }] : []),
  ];
}

type Item = Invoice['items'][number];

/** Quantity times price less discount is the amount, and the amounts of all lines are the subtotal less discounts. */
function lineOf(
  item: Item,
  { currency, words }: { readonly currency: Currency; readonly words: PaperWords },
): PaperLine {
  return {
    description: [item.description, ...reductionOf(item, words)].join('\n'),
    quantity: String(item.quantity),
    unitPrice: tellBare(item.unit_price, currency),
    discount: item.discount_total === 0 ? '' : lessBare(0, item.discount_total, currency),
    tax: item.taxes
      .map(({ rate, inclusive }) => (inclusive ? words.taxWithin(String(rate)) : `${rate} %`))
      .join(', '),
    amount: lessBare(item.subtotal, item.discount_total, currency),
  };
}

function reductionOf({ discount }: Item, words: PaperWords): readonly string[] {
  if (discount === null) return [];
  const reason = discount.reason ?? '';
  if (discount.type === 'percent')
    return [`${words.percentOff(String(discount.value))}${reason === '' ? '' : `: ${reason}`}`];
  return reason === '' ? [] : [reason];
}

function payOf(invoice: Invoice, words: PaperWords): Paper['pay'] {
  if (invoice.hosted_url === null || !isPayable(invoice)) return null;
  return { title: words.payOnline, help: words.payHelp, url: invoice.hosted_url };
}

/** Whose invoice it is; its store's name where the settings say no other. */
export function companyParty(
  { name, address, email, phone, tax_id: taxId }: InvoiceCompany,
  { storeName, words }: { readonly storeName: string; readonly words: PaperWords },
): PaperParty {
  return {
    name: name ?? storeName,
    lines: linesOf([
      address,
      phone === null ? null : tellPhone(phone),
      email,
      taxId === null ? null : words.taxNumber(bareTaxId(taxId)),
    ]),
  };
}

export function customerParty(
  { name, address, email, phone, tax_id: taxId }: InvoiceParty,
  words: PaperWords,
): PaperParty {
  const known = [name, email, phone === null ? null : tellPhone(phone)].filter((part) => part !== null);
  const [first = words.customer, ...others] = known;
  return {
    name: first,
    lines: linesOf([address, ...others, taxId === null ? null : words.taxNumber(bareTaxId(taxId))]),
  };
}

/** What the brand says to whoever gets a paper: whom to ask, what is taken back, where the rest stands. */
export function promisesOf(
  { support, returns, policies }: PaperBrand,
  words: PaperWords,
): readonly { readonly title: string; readonly text: string }[] {
  return [
    {
      title: words.returnPolicy,
      text: [returns ?? '', ...policies].filter((part) => part !== '').join('\n'),
    },
    { title: words.questions, text: support.join(' · ') },
  ].filter(({ text }) => text !== '');
}

/** Many write what it is before the number itself. */
function bareTaxId(taxId: string): string {
  return taxId.replace(/^(?:tax (?:id|number|no\.?)|tin)[:\s]+/i, '');
}

function linesOf(parts: readonly (string | null)[]): readonly string[] {
  return parts
    .flatMap((part) => (part === null ? [] : part.split('\n')))
    .filter((line) => line.trim() !== '');
}

/** What was paid of an invoice, as it is printed: the same lines and figures, the money received in large, and no way to pay. */
export function composeReceiptPaper(invoice: Invoice, letterhead: Letterhead): Paper {
  const { words, timeZone } = letterhead;
  const paper = composeInvoicePaper(invoice, letterhead);
  const last = invoice.payments
    .map(({ paid_at: at }) => at)
    .toSorted()
    .at(-1);
  return {
    ...paper,
    title: words.receipt,
    facts: [
      { label: words.forInvoice, value: paper.number },
      ...(last === undefined ? [] : [{ label: words.paidOn, value: tellDateOf(new Date(last), timeZone) }]),
      ...paper.facts,
    ],
    due: {
      label: words.received,
      value: tellMoney(invoice.amount_paid, invoice.currency),
      note:
        invoice.amount_due > 0
          ? words.stillDue(tellMoney(invoice.amount_due, invoice.currency))
          : words.settled,
      tone: 'good',
    },
    pay: null,
    sections: paper.sections.filter(({ title }) => title !== words.howToPay && title !== words.terms),
  };
}
