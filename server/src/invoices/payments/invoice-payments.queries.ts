import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;
const ROW = { payment_id: 'text', invoice_id: 'text', state: 'text', amount: 'int8', kept: 'int8' } as const;
const COLUMNS = 'p.payment_id, p.invoice_id, p.state, p.amount, p.kept';

const begin = statement({
  name: 'invoicePayments.begin',
  params: { ...KEY, invoice_id: 'text', amount: 'int8', at: 'timestamptz' },
  row: {},
  sql: `INSERT INTO invoice_payments (merchant_id, livemode, payment_id, invoice_id, state, amount, created_at, updated_at) VALUES ($1, $2, $3, $4, 'pending', $5, $6::timestamptz, $6::timestamptz) ON CONFLICT DO NOTHING`,
});

const lock = statement({
  name: 'invoicePayments.lock',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM invoice_payments p WHERE p.merchant_id = $1 AND p.livemode = $2 AND p.payment_id = $3 FOR UPDATE`,
});

const find = statement({
  name: 'invoicePayments.find',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM invoice_payments p WHERE p.merchant_id = $1 AND p.livemode = $2 AND p.payment_id = $3`,
});

const settle = statement({
  name: 'invoicePayments.settle',
  params: { ...KEY, state: 'text', kept: 'int8', at: 'timestamptz' },
  row: {},
  sql: 'UPDATE invoice_payments SET state = $4, kept = $5, updated_at = $6 WHERE merchant_id = $1 AND livemode = $2 AND payment_id = $3',
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
