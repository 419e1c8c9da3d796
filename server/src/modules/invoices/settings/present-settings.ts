import { type Currency, type InvoiceSettings } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { presentCompany, presentLateFee, presentRate, presentReminder } from '../invoices/present-parts.ts';
import type { InvoiceDefaults } from '../invoices/settings.queries.ts';

export type SettingsView = { readonly settings: Pick<Settings, 'publicUrl'>; readonly currency: Currency };

/** How a merchant's invoices are, as the API answers it. */
export function presentInvoiceSettings(
  { version, updatedAt, terms }: InvoiceDefaults,
  { settings, currency }: SettingsView,
): InvoiceSettings {
  return {
    version,
    company: presentCompany(terms.company, settings),
    number_pattern: terms.number_pattern,
    credit_note_number_pattern: terms.credit_number_pattern,
    yearly_reset: terms.yearly_reset,
    default_due_days: terms.default_due_days,
    default_tax_rate: terms.default_tax_rate === null ? null : presentRate(terms.default_tax_rate),
    default_tax_name: terms.default_tax_name,
    tax_inclusive: terms.tax_inclusive,
    notes: terms.notes,
    terms: terms.terms,
    footer: terms.footer,
    payment_instructions: terms.payment_instructions,
    allow_partial_payment: terms.allow_partial_payment,
    accepted_channels: terms.accepted_channels && [...terms.accepted_channels],
    reminders: terms.reminders.map(presentReminder),
    late_fee: terms.late_fee && presentLateFee(terms.late_fee, currency),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
