import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { insertDraft } from './insert-draft.ts';
import { requireInvoice } from './invoices.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { blankDraft } from './new-draft.ts';
import type { Invoices } from '../module.ts';
import { datesOfToday } from './read-dates.ts';
import { replyInvoice } from './reply-invoice.ts';
import { addDays, dayOf } from './calendar.ts';
import { readInvoiceDefaults, type InvoiceDefaults } from './settings.queries.ts';

/** Copies an invoice into a draft of today. */
export async function duplicateInvoice(
  { params }: Input<Operations['duplicateInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  const view = { settings: module.settings, now };
  return effect<Invoice>(module, call, {
    work: async (runner) => {
      const source = await requireInvoice(runner, { tenant, id: params.id });
      const defaults = await readInvoiceDefaults(runner, tenant);
      const blank = blankDraft(module, { tenant, defaults, currency: source.currency, now });
      return replyInvoice(await insertDraft(runner, copyOf(source, { blank, defaults, now }), view), {
        ...view,
        status: 201,
      });
    },
  });
}

/** Customer, lines and terms of one invoice, dated today; how it was numbered, paid and credited stays with the other. */
export function copyOf(
  source: InvoiceRow,
  {
    blank,
    defaults,
    now,
  }: { readonly blank: InvoiceRow; readonly defaults: InvoiceDefaults; readonly now: Date },
): InvoiceRow {
  const { timeZone, terms } = defaults;
  const { items, deposit } = source;
  const dates = datesOfToday(dayOf(now, timeZone), {
    dueDays: source.due_days ?? terms.default_due_days,
    timeZone,
  });
  return {
    ...blank,
    ...dates,
    customer_id: source.customer_id,
    customer: source.customer,
    items: items.map((item) => ({ ...item, credited_milli: 0 })),
    discount: source.discount,
    taxes: source.taxes,
    subtotal: source.subtotal,
    discount_total: source.discount_total,
    tax_total: source.tax_total,
    total: source.total,
    notes: source.notes,
    terms: source.terms,
    footer: source.footer,
    payment_instructions: source.payment_instructions,
    po_number: source.po_number,
    deposit: deposit && { ...deposit, due_date: addDays(dates.issue_date, deposit.due_days) },
    allow_partial_payment: source.allow_partial_payment,
    min_partial_amount: source.min_partial_amount,
    accepted_channels: source.accepted_channels,
    reminders: source.reminders,
    late_fee: source.late_fee,
    metadata: source.metadata,
  };
}
