import { idRandomBytes, makeId, type Currency } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import type { Runner } from '../../../store/index.ts';
import type { InvoiceRow, NewInvoice } from './invoice-rows.ts';
import { datesOfToday } from './read-dates.ts';
import { dayOf } from './calendar.ts';
import type { InvoiceDefaults } from './settings.queries.ts';
import { invoiceFact } from './change-invoice.ts';
import { insertInvoice } from './invoices.queries.ts';
import type { InvoiceView } from './present-invoice.ts';

type BlankDraft = {
  readonly tenant: Tenant;
  readonly defaults: InvoiceDefaults;
  readonly currency: Currency;
  /** Business time. */ readonly now: Date;
  readonly recurringInvoiceId?: string;
};

const NOBODY = Object.freeze({ name: null, email: null, phone: null, address: null, tax_id: null });

/** A draft of nothing for nobody, with what the settings give every invoice. */
export function blankDraft(
  { world }: Pick<Context, 'world'>,
  { tenant, defaults, currency, now, recurringInvoiceId }: BlankDraft,
): InvoiceRow {
  const { terms, timeZone } = defaults;
  return {
    ...keyOf(tenant),
    id: makeId('inv_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    currency,
    recurring_invoice_id: recurringInvoiceId ?? null,
    page_token: makeLinkToken(world),
    created_at: now,
    version: 1,
    sequence: 1,
    number: null,
    status: 'draft',
    overdue_told: false,
    items: [],
    discount: null,
    taxes: [],
    subtotal: 0n,
    discount_total: 0n,
    tax_total: 0n,
    total: 0n,
    late_fee_total: 0n,
    amount_paid: 0n,
    amount_refunded: 0n,
    amount_credited: 0n,
    tax_credited: 0n,
    tax_posted: 0n,
    payments: [],
    credit_note_ids: [],
    customer_id: null,
    customer: NOBODY,
    company: terms.company,
    ...datesOfToday(dayOf(now, timeZone), { dueDays: terms.default_due_days, timeZone }),
    notes: terms.notes,
    terms: terms.terms,
    footer: terms.footer,
    payment_instructions: terms.payment_instructions,
    po_number: null,
    deposit: null,
    allow_partial_payment: terms.allow_partial_payment,
    min_partial_amount: null,
    accepted_channels: terms.accepted_channels,
    reminders: terms.reminders,
    next_reminder_at: null,
    late_fee: terms.late_fee && terms.late_fee,
    late_fees: [],
    next_late_fee_at: null,
    metadata: {},
    updated_at: now,
    finalized_at: null,
    sent_at: null,
    viewed_at: null,
    paid_at: null,
    voided_at: null,
    uncollectible_at: null,
  };
}

/** Writes a draft and tells of it. */
export function insertDraft(runner: Runner, draft: InvoiceRow, view: InvoiceView): Promise<InvoiceRow> {
  const { version: _version, sequence, number: _number, ...invoice } = draft;
  return insertInvoice(
    runner,
    { merchantId: draft.merchant_id, livemode: draft.livemode },
    {
      invoice: invoice satisfies NewInvoice,
      facts: [invoiceFact(draft, { kind: 'invoice.created', sequence, view })],
    },
  );
}
