import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;

/** What became of a payment that came instead of cash: it settled it, it had and goes back or went back, or came for nothing. */
export type CodPaymentState = 'kept' | 'to_return' | 'returned' | 'refused';
/** Whoever told of it sends it back, or it is sent back soon. */
type UselessCodPaymentState = 'refused' | 'to_return';

const find = statement({
  name: 'deliveryPayments.find',
  params: KEY,
  row: { state: text<CodPaymentState>() },
  sql: 'SELECT state FROM delivery_payments WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id',
});

const refuse = statement({
  name: 'deliveryPayments.refuse',
  params: {
    ...KEY,
    job_number: 'text',
    amount: 'int8',
    at: 'timestamptz',
    state: text<UselessCodPaymentState>(),
  },
  row: {},
  sql: `INSERT INTO delivery_payments (merchant_id, livemode, payment_id, job_number, state, amount, created_at, updated_at)
        VALUES (:merchant_id, :livemode, :payment_id, :job_number, :state, :amount, :at::timestamptz, :at::timestamptz) ON CONFLICT (merchant_id, livemode, payment_id) DO NOTHING`,
});

const claimDue = statement({
  name: 'deliveryPayments.claimDue',
  params: { now: 'timestamptz', until: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, job_number: 'text', amount: 'int8', tries: 'int4', updated_at: 'timestamptz' },
  sql: `UPDATE delivery_payments p SET due_at = :until, tries = p.tries + 1 FROM (
          SELECT merchant_id, livemode, payment_id FROM delivery_payments WHERE state = 'to_return' AND due_at <= :now ORDER BY due_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED
        ) d WHERE p.merchant_id = d.merchant_id AND p.livemode = d.livemode AND p.payment_id = d.payment_id
        RETURNING p.merchant_id, p.livemode, p.payment_id, p.job_number, p.amount, p.tries, p.updated_at`,
});

const postpone = statement({
  name: 'deliveryPayments.postpone',
  params: { ...KEY, due_at: 'timestamptz' },
  row: {},
  sql: `UPDATE delivery_payments SET due_at = :due_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id AND state = 'to_return'`,
});

const noteReturned = statement({
  name: 'deliveryPayments.noteReturned',
  params: { ...KEY, at: 'timestamptz' },
  row: {},
  sql: `UPDATE delivery_payments SET state = 'returned', updated_at = :at WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id AND state = 'to_return'`,
});

const findUndelivered = statement({
  name: 'deliveryPayments.findUndelivered',
  params: KEY,
  row: { amount: 'int8' },
  sql: `SELECT p.amount FROM delivery_payments p JOIN deliveries d ON d.merchant_id = p.merchant_id AND d.livemode = p.livemode AND d.job_number = p.job_number
        WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.payment_id = :payment_id AND (p.state = 'to_return' OR p.state = 'kept' AND d.delivered_at IS NULL)`,
});

const findUnheard = statement({
  name: 'deliveryPayments.findUnheard',
  params: { since: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, job_number: 'text', amount: 'int8', currency: text<Currency>(), at: 'timestamptz' },
  sql: `SELECT e.merchant_id, e.livemode, e.payment_id, e.subject_id AS job_number, p.amount, p.currency, e.at FROM payment_ends e
        JOIN payments p ON p.merchant_id = e.merchant_id AND p.livemode = e.livemode AND p.id = e.payment_id
        WHERE e.subject_kind = 'delivery' AND e.status = 'succeeded' AND e.settled AND e.at > :since
          AND NOT EXISTS (SELECT FROM delivery_payments k WHERE k.merchant_id = e.merchant_id AND k.livemode = e.livemode AND k.payment_id = e.payment_id)
        ORDER BY e.at LIMIT :rows_max::int4`,
});

export type UnheardCodPayment = ValuesOf<(typeof findUnheard)['row']>;
export type DueCodPayment = ValuesOf<(typeof claimDue)['row']>;

/** What became of a payment; null while nothing has. */
export async function findCodPayment(
  runner: Runner,
  tenant: Tenant,
  paymentId: string,
): Promise<CodPaymentState | null> {
  return (await runner.run(find, { ...keyOf(tenant), payment_id: paymentId }))[0]?.state ?? null;
}

/** Notes that a payment came for nothing, unless something else became of it. */
export async function refuseCodPayment(
  runner: Runner,
  tenant: Tenant,
  refused: {
    readonly paymentId: string;
    readonly jobNumber: string;
    readonly amount: bigint;
    readonly at: Date;
    readonly state: UselessCodPaymentState;
  },
): Promise<void> {
  await runner.run(refuse, {
    ...keyOf(tenant),
    payment_id: refused.paymentId,
    job_number: refused.jobNumber,
    amount: refused.amount,
    at: refused.at,
    state: refused.state,
  });
}

/** Payments that came and that their delivery never heard of, of whichever merchant. */
export async function findUnheardCodPayments(
  system: Runner,
  wanted: { readonly since: Date; readonly rowsMax: number },
): Promise<readonly UnheardCodPayment[]> {
  return system.run(findUnheard, { since: wanted.since, rows_max: wanted.rowsMax });
}

/** Takes payments that are to go back, of whichever merchant, so that nobody else does until then. */
export async function claimDueCodPayments(
  system: Runner,
  claim: { readonly now: Date; readonly until: Date; readonly rowsMax: number },
): Promise<readonly DueCodPayment[]> {
  return system.run(claimDue, { now: claim.now, until: claim.until, rows_max: claim.rowsMax });
}

export async function postponeCodPayment(runner: Runner, due: DueCodPayment, dueAt: Date): Promise<void> {
  await runner.run(postpone, {
    merchant_id: due.merchant_id,
    livemode: due.livemode,
    payment_id: due.payment_id,
    due_at: dueAt,
  });
}

export async function noteReturnedCodPayment(runner: Runner, due: DueCodPayment, at: Date): Promise<void> {
  await runner.run(noteReturned, {
    merchant_id: due.merchant_id,
    livemode: due.livemode,
    payment_id: due.payment_id,
    at,
  });
}

/** How much of a payment a delivery counts on that has not arrived yet. */
export async function countUndelivered(runner: Runner, tenant: Tenant, paymentId: string): Promise<bigint> {
  return (await runner.run(findUndelivered, { ...keyOf(tenant), payment_id: paymentId }))[0]?.amount ?? 0n;
}
