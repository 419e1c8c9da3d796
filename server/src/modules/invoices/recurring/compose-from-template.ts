import { RecurringTemplate } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { knownFields } from '../../../kernel/shape/known-fields.ts';
import type { Runner } from '../../../store/index.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { lookUpInput } from '../invoices/update-invoice.ts';
import { blankDraft } from '../invoices/new-draft.ts';
import type { Invoices } from '../module.ts';
import { readInvoiceInput, type InvoiceInputBasis } from '../invoices/read-invoice-input.ts';

export type FromTemplate = {
  readonly template: RecurringTemplate;
  /** The day it is dated. */ readonly day: string;
  readonly recurringInvoiceId: string;
};
export type ComposedDraft = { readonly draft: InvoiceRow; readonly defaults: InvoiceInputBasis['defaults'] };

/** The draft that a template makes on a day: with the prices and the customer as they are now. */
export async function composeFromTemplate(
  { module, runner, call }: { readonly module: Invoices; readonly runner: Runner; readonly call: Call },
  { template, day, recurringInvoiceId }: FromTemplate,
): Promise<ComposedDraft> {
  // A template is kept as it was sent; that of it which is none, such as days of one invoice, makes no invoice.
  const input = { ...knownFields(RecurringTemplate, template), issue_date: day };
  const wished = await lookUpInput(input, {
    module,
    runner,
    call,
    currency: template.currency ?? call.caller.merchant.currency,
  });
  const blank = {
    ...blankDraft(module, {
      tenant: call.tenant,
      defaults: wished.defaults,
      currency: wished.currency,
      now: call.now,
      recurringInvoiceId,
    }),
    due_date: '',
  };
  const draft: InvoiceRow = { ...blank, ...readInvoiceInput(input, blank, wished), issue_date_given: true };
  if (draft.customer.name === null)
    throw invalid({
      path: 'template.customer',
      message: 'needs a name, or customer_id one of your customers',
    });
  return { draft, defaults: wished.defaults };
}
