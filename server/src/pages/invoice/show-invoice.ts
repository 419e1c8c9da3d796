import { formatMoney, type PaymentChannel } from '@cottontree/contract';
import type { PageAnswer } from '../../core/page-route.ts';
import type { InvoicePage } from '../../invoices/index.ts';
import { bill, mark } from '../checkout/bill.ts';
import type { Attempt } from '../checkout/field.ts';
import { html, type Html } from '../html.ts';
import { showPage, type View } from '../layout.ts';
import { showDetails } from './show-details.ts';
import { showFigures } from './show-figures.ts';
import { showPayForm } from './show-pay-form.ts';
import { tellDate, tellDateOf } from './tell-date.ts';

/** By which ways it can be paid here, and what was wrong with the last try. */
export type InvoiceVisit = { readonly channels: readonly PaymentChannel[]; readonly attempt: Attempt };

/** An invoice for whoever is to pay it: how it stands, how to pay it, and what it is for. */
export function showInvoice(page: InvoicePage, { channels, attempt }: InvoiceVisit, view: View): PageAnswer {
  const { invoice, storeName, choices, tenant } = page;
  const { invoices: texts } = view.texts;
  const number = invoice.number ?? '';
  const sum = choices === null ? null : formatMoney(choices.full, invoice.currency);
  const main = html`<div class="till">${bill({ payee: storeName, overline: texts.from(storeName), title: texts.invoice(number), sum, what: null, more: standing(page, view) })}
${choices === null ? ended(page, view) : showPayForm(page, { channels, attempt }, view)}
${showFigures(page, view)}
${showDetails(page, view)}</div>`;
  const title =
    sum === null ? texts.titleOf(number, storeName) : `${texts.titleOf(number, storeName)}, ${sum}`;
  const head = html`<meta property="og:title" content="${texts.titleOf(number, storeName)}"><meta property="og:type" content="website">
`;
  return showPage(
    {
      title,
      main,
      head,
      hidden: true,
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
