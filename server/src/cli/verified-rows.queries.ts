import { statement, type Runner } from '../store/index.ts';

const count = statement({
  name: 'verify.rowsLookedAt',
  params: {},
  row: {
    merchants: 'int8',
    api_keys: 'int8',
    idempotency_keys: 'int8',
    deliveries: 'int8',
    outbox: 'int8',
    webhook_messages: 'int8',
    webhook_deliveries: 'int8',
    webhook_attempts: 'int8',
    ledger_entries: 'int8',
    offers: 'int8',
    claims: 'int8',
    sessions: 'int8',
    customers: 'int8',
    products: 'int8',
    variants: 'int8',
    invoices: 'int8',
    credit_notes: 'int8',
    stock_movements: 'int8',
    cash_entries: 'int8',
    z_reports: 'int8',
    sale_refunds: 'int8',
    sales: 'int8',
  },
  sql: `SELECT (SELECT count(*) FROM merchants) AS merchants, (SELECT count(*) FROM api_keys) AS api_keys, (SELECT count(*) FROM idempotency_keys) AS idempotency_keys,
          (SELECT count(*) FROM deliveries) AS deliveries, (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM webhook_messages) AS webhook_messages,
          (SELECT count(*) FROM webhook_deliveries) AS webhook_deliveries, (SELECT count(*) FROM webhook_attempts_all) AS webhook_attempts,
          (SELECT count(*) FROM ledger_entries) AS ledger_entries, (SELECT count(*) FROM offers) AS offers, (SELECT count(*) FROM claims) AS claims, (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM customers) AS customers, (SELECT count(*) FROM products) AS products, (SELECT count(*) FROM variants) AS variants, (SELECT count(*) FROM invoices) AS invoices, (SELECT count(*) FROM credit_notes) AS credit_notes, (SELECT count(*) FROM stock_movements) AS stock_movements,
          (SELECT count(*) FROM cash_entries) AS cash_entries, (SELECT count(*) FROM z_reports) AS z_reports, (SELECT count(*) FROM sale_refunds) AS sale_refunds, (SELECT count(*) FROM sales) AS sales`,
});

/** How many rows of each kind there are to be verified. */
export async function countVerifiedRows(runner: Runner): Promise<Readonly<Record<string, number>>> {
  const [row] = await runner.run(count, {});
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
}
