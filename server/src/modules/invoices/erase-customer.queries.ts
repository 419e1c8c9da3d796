import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import type { ErasedCustomer, ErasedDocument } from '../customers/index.ts';
import { statement, type Runner } from '../../store/index.ts';

/** No country's numbers are shorter. */
const PHONE_DIGITS_MIN = 6;

/** Who it was stands on no invoice any more; figures, numbers and the id stay, for the books. */
const erase = statement({
  name: 'invoices.eraseCustomer',
  params: { merchant_id: 'text', livemode: 'bool', customer_id: 'text', at: 'timestamptz' },
  row: { id: 'text', number: 'text?' },
  sql: `UPDATE invoices SET customer = '{"name": null, "email": null, "phone": null, "address": null, "tax_id": null}', version = version + 1, updated_at = :at, next_reminder_at = NULL, reminders = '[]'
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND customer_id = :customer_id RETURNING id, number`,
});

/** Nothing that waits to be sent goes to somebody who is forgotten. */
const dropLetters = statement({
  name: 'invoices.dropLettersOfErased',
  params: { merchant_id: 'text', livemode: 'bool', invoice_ids: 'text[]' },
  row: {},
  sql: 'DELETE FROM invoice_letters WHERE merchant_id = :merchant_id AND livemode = :livemode AND invoice_id = ANY (:invoice_ids)',
});

/**
 * Billing again would write down again who was forgotten, so that it ends. A template names the customer by id, or by a
 * phone number as it was typed: the last digits of the whole number, but for the zeros before them.
 */
const endRecurring = statement({
  name: 'invoices.endRecurringOfErased',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    customer_id: 'text',
    digits: 'text?',
    invoice_ids: 'text[]',
    at: 'timestamptz',
  },
  row: {},
  sql: `UPDATE recurring_invoices r SET version = r.version + 1, template = r.template - 'customer' - 'customer_id', status = 'ended', next_date = NULL, next_at = NULL, failure = NULL, retry_at = NULL, updated_at = :at
        FROM (SELECT q.id, ltrim(regexp_replace(q.template->'customer'->>'phone', '[^0-9]', '', 'g'), '0') AS digits FROM recurring_invoices q WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode) t
        WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = t.id AND (r.template ? 'customer' OR r.template ? 'customer_id') AND (
          r.template->>'customer_id' = :customer_id
          OR (length(t.digits) >= ${PHONE_DIGITS_MIN} AND right(:digits, length(t.digits)) = t.digits)
          OR EXISTS (SELECT FROM recurring_invoice_periods p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.recurring_invoice_id = r.id AND p.invoice_id = ANY (:invoice_ids)))`,
});

/** Makes every invoice of a customer anonymous, and ends what is billed to them again and again; says which invoices. */
export async function eraseCustomerOfInvoices(
  tx: Runner,
  tenant: Tenant,
  { customerId, phone, at }: ErasedCustomer,
): Promise<readonly ErasedDocument[]> {
  const key = keyOf(tenant);
  const invoices = await tx.run(erase, { ...key, customer_id: customerId, at });
  const invoiceIds = invoices.map(({ id }) => id);
  await tx.run(dropLetters, { ...key, invoice_ids: invoiceIds });
  await tx.run(endRecurring, {
    ...key,
    customer_id: customerId,
    digits: phone === null ? null : phone.replaceAll(/\D/g, ''),
    invoice_ids: invoiceIds,
    at,
  });
  return invoices;
}
