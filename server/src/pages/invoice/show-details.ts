import type { InvoicePage } from '../../invoices/index.ts';
import { facts } from '../checkout/bill.ts';
import { formatPhone } from '../format.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { tellDate } from './tell-date.ts';

/** Who bills whom, when and on which terms; and the same on paper. */
export function showDetails({ invoice, storeName, token }: InvoicePage, view: View): Html {
  const { invoices: texts } = view.texts;
  const { company, customer, po_number: order } = invoice;
  const lines = (parts: readonly (string | null)[]): string =>
    parts.filter((part) => part !== null && part !== '').join('\n');
  const phone = company.phone === null ? null : formatPhone(company.phone);
  return html`<section class="card"><h2>${texts.details}</h2>${facts([
    { name: texts.number, value: invoice.number ?? '', mono: true },
    { name: texts.issued, value: tellDate(invoice.issue_date) },
    { name: texts.dueDate, value: tellDate(invoice.due_date) },
    order === null ? null : { name: texts.order, value: order },
    {
      name: texts.billedTo,
      value: lines([customer.name ?? customer.email, customer.address, customer.tax_id]),
      prose: true,
    },
    { name: texts.seller, value: lines([storeName, company.address, phone, company.email]), prose: true },
    company.tax_id === null ? null : { name: texts.taxNumber, value: company.tax_id },
  ])}</section>
${text(texts.notes, invoice.notes)}${text(texts.terms, invoice.terms)}${invoice.footer === null ? null : html`<p class="quiet centre prose">${invoice.footer}</p>`}
<p><a class="button plain" href="${view.link(`/i/${token}/invoice.pdf`)}">${texts.pdf}</a></p>`;
}

function text(title: string, said: string | null): Html | null {
  return said === null || said === ''
    ? null
    : html`<section class="card"><h2>${title}</h2><p class="prose">${said}</p></section>`;
}
