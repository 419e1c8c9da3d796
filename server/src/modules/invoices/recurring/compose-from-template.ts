import type { RecurringTemplate } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { lookUpWish } from '../invoices/look-up-wish.ts';
import { blankDraft } from '../invoices/new-draft.ts';
import type { Invoices } from '../module.ts';
import { readWish, type WishGround } from '../invoices/read-wish.ts';

export type FromTemplate = {
  readonly template: RecurringTemplate;
  /** The day it is dated. */ readonly day: string;
  readonly recurringInvoiceId: string;
};
export type ComposedDraft = { readonly draft: InvoiceRow; readonly ground: WishGround['ground'] };

/** The draft that a template makes on a day: with the prices and the customer as they are now. */
export async function composeFromTemplate(
  { room, runner, call }: { readonly room: Invoices; readonly runner: Runner; readonly call: Call },
  { template, day, recurringInvoiceId }: FromTemplate,
): Promise<ComposedDraft> {
  const wish = { ...template, issue_date: day };
  const wished = await lookUpWish(wish, {
    room,
    runner,
    call,
    currency: template.currency ?? call.caller.merchant.currency,
  });
  const blank = {
    ...blankDraft(room, {
      tenant: call.tenant,
      ground: wished.ground,
      currency: wished.currency,
      now: call.now,
      recurringInvoiceId,
    }),
    due_date: '',
  };
  const draft: InvoiceRow = { ...blank, ...readWish(wish, blank, wished), issue_date_given: true };
  if (draft.customer.name === null)
    throw invalid({
      path: 'template.customer',
      message: 'needs a name, or customer_id one of your customers',
    });
  return { draft, ground: wished.ground };
}
