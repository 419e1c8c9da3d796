import type { Invoice } from '@cottontree/contract';
import { composeInvoicePaper } from './compose-invoice-paper.ts';
import type { Letterhead } from './compose-totals.ts';
import type { Paper } from './paper.ts';
import { tellDateOf, tellMoney } from './tell-figures.ts';

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
