import {
  currencies,
  type CreditNote,
  type Currency,
  type Input,
  type Invoice,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { requireCreditNote } from '../credit-notes/get-credit-note.ts';
import { presentCreditNote } from '../credit-notes/present-credit-note.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { Invoices } from '../module.ts';
import { findSeller } from '../invoices/sellers.queries.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { companyParty, customerParty, promisesOf } from './compose-invoice-paper.ts';
import type { Letterhead } from './compose-totals.ts';
import type { PaperWords } from './paper-words.ts';
import type { Paper, PaperLine } from './paper.ts';
import { fileNameOf, readLetterhead } from './print-invoice.ts';
import { PAPER } from './print-paper.ts';
import { lessMoney, tellBare, tellDateOf, tellMoney } from './tell-figures.ts';

/** A credit note as PDF. */
export async function getCreditNotePdf(
  { params, query }: Input<Operations['getCreditNotePdf']>,
  { tenant, now }: Call,
  module: Invoices,
): Promise<Reply<Uint8Array>> {
  const runner = module.store.of(tenant);
  const note = await requireCreditNote(runner, tenant, params.id);
  const row = await requireInvoice(runner, { tenant, id: note.invoice_id });
  const letterhead = await readLetterhead(module, row, {
    seller: await findSeller(module.store.system, tenant),
    language: query.lang ?? 'en',
  });
  const paper = composeCreditPaper(
    presentCreditNote(note),
    presentInvoice(row, { settings: module.settings, now }),
    letterhead,
  );
  return reply(await module.press.print(PAPER, paper), { fileName: fileNameOf(note.number) });
}

/** A credit note as it is printed: in the design of the invoice that it takes something off. */
export function composeCreditPaper(
  note: CreditNote,
  invoice: Invoice,
  { storeName, timeZone, logo, brand, language, words }: Letterhead,
): Paper {
  const currency = note.currency;
  const money = (amount: number): string => tellMoney(amount, currency);
  return {
    language,
    title: words.creditNote,
    number: note.number,
    marks: note.test ? [{ text: words.marks.testNote, tone: 'warn' }] : [],
    watermark: null,
    colours: brand.colours,
    logo,
    from: companyParty(invoice.company, { storeName, words }),
    to: customerParty(invoice.customer, words),
    toLabel: words.creditedTo,
    facts: [
      { label: words.issued, value: tellDateOf(new Date(note.created_at), timeZone) },
      { label: words.forInvoice, value: note.invoice_number },
    ],
    currencySign: currencies[currency].sign,
    lines: linesOf(note, { currency, words }),
    totals: [
      { label: words.credited, value: money(note.amount), kind: 'sum' },
      ...(note.tax_total === 0
        ? []
        : [{ label: words.taxInIt, value: money(note.tax_total), kind: 'row' as const }]),
    ],
    due: { label: words.credit, value: money(note.amount), note: useOf(note, words), tone: 'good' },
    pay: null,
    sections: [
      ...(note.reason === null ? [] : [{ title: words.reason, text: note.reason }]),
      ...promisesOf(brand, words),
    ],
    footer: invoice.footer ?? brand.footer,
    writtenAt: new Date(note.updated_at),
  };
}

function linesOf(
  { items, amount, invoice_number: number }: CreditNote,
  { currency, words }: { readonly currency: Currency; readonly words: PaperWords },
): readonly PaperLine[] {
  const bare = { unitPrice: '', discount: '', tax: '' };
  if (items.length === 0)
    return [
      { ...bare, description: words.creditOn(number), quantity: '', amount: tellBare(amount, currency) },
    ];
  return items.map((item) => ({
    ...bare,
    description: item.description,
    quantity: String(item.quantity),
    amount: tellBare(item.amount, currency),
  }));
}

/** What becomes of it, and how far that is. */
function useOf(
  {
    amount,
    amount_refunded: refunded,
    amount_returned: returned,
    refund_status: status,
    currency: code,
  }: CreditNote,
  words: PaperWords,
): string {
  const currency = code;
  if (refunded === 0) return words.lessDue;
  const part = (share: number): string | null => (share === amount ? null : tellMoney(share, currency));
  const left = returned === 0 ? part(refunded) : lessMoney(refunded, returned, currency);
  const open = {
    pending: words.goesBack,
    failed: words.stillOwed,
    kept: words.keptForYou,
    returned: null,
    none: null,
  }[status];
  return [
    returned === 0 ? null : words.wentBack(part(returned)),
    open === null ? null : open(left),
    refunded === amount ? null : words.restLessDue,
  ]
    .filter((said) => said !== null)
    .join(' ');
}
