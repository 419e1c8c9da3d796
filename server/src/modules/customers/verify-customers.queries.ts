import { check } from '../../store/index.ts';

const shown = `format('%s %s', c.merchant_id, c.id)`;

/** What must hold of customers beside what their table refuses. */
export const customerChecks = [
  check(
    'customers.phoneIsInternational',
    `SELECT ${shown} FROM customers c WHERE c.phone !~ '^\\+[1-9][0-9]{4,14}$'`,
  ),
  check(
    'customers.canBeToldApart',
    `SELECT ${shown} FROM customers c WHERE c.deleted_at IS NULL AND c.erased_at IS NULL AND coalesce(c.name, c.phone, c.email) IS NULL`,
  ),
  check(
    'customers.erasedStandOnNoSale',
    `SELECT format('%s %s %s', c.merchant_id, c.id, s.id) FROM customers c JOIN sales s ON s.merchant_id = c.merchant_id AND s.livemode = c.livemode AND s.customer_id = c.id
     WHERE c.erased_at IS NOT NULL AND coalesce(s.customer_name, s.customer_phone, s.customer_email) IS NOT NULL`,
  ),
  check(
    'customers.erasedStandOnNoInvoice',
    `SELECT format('%s %s %s', c.merchant_id, c.id, i.id) FROM customers c JOIN invoices i ON i.merchant_id = c.merchant_id AND i.livemode = c.livemode AND i.customer_id = c.id
     WHERE c.erased_at IS NOT NULL AND coalesce(i.customer ->> 'name', i.customer ->> 'phone', i.customer ->> 'email') IS NOT NULL`,
  ),
  // A test clock may be set back, or be taken away while it stands ahead.
  check(
    'customers.madeBeforeChanged',
    `SELECT ${shown} FROM customers c WHERE c.version < 1 OR (c.livemode AND c.updated_at < c.created_at)`,
  ),
];
