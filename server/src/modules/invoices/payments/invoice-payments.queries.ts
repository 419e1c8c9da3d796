import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type Store, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;
const ROW = { payment_id: 'text', invoice_id: 'text', state: 'text', amount: 'int8', kept: 'int8' } as const;
const COLUMNS = 'p.payment_id, p.invoice_id, p.state, p.amount, p.kept';

const begin = statement({
  name: 'invoicePayments.begin',
  params: { ...KEY, invoice_id: 'text', amount: 'int8', at: 'timestamptz' },
  row: {},
  sql: `INSERT INTO invoice_payments (merchant_id, livemode, payment_id, invoice_id, state, amount, created_at, updated_at) VALUES (:merchant_id, :livemode, :payment_id, :invoice_id, 'pending', :amount, :at::timestamptz, :at::timestamptz) ON CONFLICT DO NOTHING`,
});

const lock = statement({
  name: 'invoicePayments.lock',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM invoice_payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.payment_id = :payment_id FOR UPDATE`,
});

const find = statement({
  name: 'invoicePayments.find',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM invoice_payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.payment_id = :payment_id`,
});

const settle = statement({
  name: 'invoicePayments.settle',
  params: { ...KEY, state: 'text', kept: 'int8', at: 'timestamptz' },
  row: {},
  sql: 'UPDATE invoice_payments SET state = :state, kept = :kept, updated_at = :at WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id',
});

/** How long the request that noted a payment has to write it. */
const OWN = `interval '30 seconds'`;
const NEVER_WRITTEN = `p.state = 'pending' AND p.begun_at < now() - ${OWN} AND NOT EXISTS (SELECT FROM payments w WHERE w.merchant_id = p.merchant_id AND w.livemode = p.livemode AND w.id = p.payment_id)`;

const findOrphans = statement({
  name: 'invoicePayments.findOrphans',
  params: { rows_max: 'int4' },
  row: KEY,
  sql: `SELECT p.merchant_id, p.livemode, p.payment_id FROM invoice_payments p WHERE ${NEVER_WRITTEN} ORDER BY p.begun_at LIMIT :rows_max::int4`,
});

const forgetOrphan = statement({
  name: 'invoicePayments.forgetOrphan',
  params: KEY,
  row: { payment_id: 'text' },
  sql: `DELETE FROM invoice_payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.payment_id = :payment_id AND ${NEVER_WRITTEN} RETURNING p.payment_id`,
});

export type InvoicePaymentRow = ValuesOf<typeof ROW>;
export type PaymentState = 'pending' | 'kept' | 'returned' | 'failed' | 'cancelled' | 'expired';

/** Notes that a payment for an invoice begins; a repeated one stays as it is. */
export async function beginInvoicePayment(
  runner: Runner,
  tenant: Tenant,
  begun: {
    readonly paymentId: string;
    readonly invoiceId: string;
    readonly amount: bigint;
    readonly at: Date;
  },
): Promise<void> {
  await runner.run(begin, {
    ...keyOf(tenant),
    payment_id: begun.paymentId,
    invoice_id: begun.invoiceId,
    amount: begun.amount,
    at: begun.at,
  });
}

/** The payment's row, which nobody else changes until the transaction ends. */
export async function lockInvoicePayment(
  tx: Runner,
  tenant: Tenant,
  paymentId: string,
): Promise<InvoicePaymentRow | undefined> {
  return (await tx.run(lock, { ...keyOf(tenant), payment_id: paymentId }))[0];
}

export async function findInvoicePayment(
  runner: Runner,
  tenant: Tenant,
  paymentId: string,
): Promise<InvoicePaymentRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), payment_id: paymentId }))[0];
}

export async function settleInvoicePayment(
  tx: Runner,
  tenant: Tenant,
  settled: {
    readonly paymentId: string;
    readonly state: PaymentState;
    readonly kept: bigint;
    readonly at: Date;
  },
): Promise<void> {
  await tx.run(settle, {
    ...keyOf(tenant),
    payment_id: settled.paymentId,
    state: settled.state,
    kept: settled.kept,
    at: settled.at,
  });
}

/** Forgets payments that were noted and never written, of whichever merchant; answers how many. Should one be written all the same, its end notes it again. */
export async function forgetOrphanedPayments(
  store: Pick<Store, 'system' | 'of'>,
  rowsMax: number,
): Promise<number> {
  let forgotten = 0;
  for (const row of await store.system.run(findOrphans, { rows_max: rowsMax })) {
    forgotten += (
      await store.of({ merchantId: row.merchant_id, livemode: row.livemode }).run(forgetOrphan, row)
    ).length;
  }
  return forgotten;
}
