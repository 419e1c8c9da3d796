import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { PaymentEnd, SubjectVerdict } from './payment-port.ts';
import type { PaymentKey } from './payments.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;
const END = {
  ...KEY,
  version: 'int4',
  subject_kind: 'text?',
  subject_id: 'text?',
  status: text<PaymentEnd['status']>(),
  late: 'bool',
  at: 'timestamptz',
  verdict: nullable(text<SubjectVerdict>()),
  tries: 'int4',
  amount: 'int8',
  currency: text<Currency>(),
} as const;
const COLUMNS =
  'e.merchant_id, e.livemode, e.payment_id, e.version, e.subject_kind, e.subject_id, e.status, e.late, e.at, e.verdict, e.tries, p.amount, p.currency';
const PAYMENT =
  'JOIN payments p ON p.merchant_id = e.merchant_id AND p.livemode = e.livemode AND p.id = e.payment_id';

const claimDue = statement({
  name: 'paymentEnds.claimDue',
  params: { now: 'timestamptz', leased_until: 'timestamptz', rows_max: 'int4' },
  row: END,
  sql: `WITH e AS (
          UPDATE payment_ends q SET due_at = :leased_until WHERE (q.merchant_id, q.livemode, q.payment_id, q.version) IN (
            SELECT merchant_id, livemode, payment_id, version FROM payment_ends WHERE NOT settled AND due_at <= :now ORDER BY due_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
          RETURNING q.*
        ) SELECT ${COLUMNS} FROM e ${PAYMENT} ORDER BY e.at, e.version`,
});

const openOf = statement({
  name: 'paymentEnds.openOf',
  params: KEY,
  row: END,
  sql: `SELECT ${COLUMNS} FROM payment_ends e ${PAYMENT} WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.payment_id = :payment_id AND NOT e.settled ORDER BY e.version`,
});

const note = statement({
  name: 'paymentEnds.note',
  params: {
    ...KEY,
    version: 'int4',
    verdict: nullable(text<SubjectVerdict>()),
    settled: 'bool',
    due_at: 'timestamptz',
  },
  row: {},
  sql: `UPDATE payment_ends SET verdict = coalesce(:verdict, verdict), settled = settled OR :settled, tries = tries + 1, due_at = :due_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND payment_id = :payment_id AND version = :version`,
});

const latePolicy = statement({
  name: 'paymentSettings.latePolicy',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { late_policy: 'text' },
  sql: 'SELECT late_policy FROM payment_settings WHERE merchant_id = :merchant_id AND livemode = :livemode',
});

export type EndRow = ValuesOf<typeof END>;

/** Ends that nobody was told of yet, of whichever merchant; this node alone tells them until the lease ends. */
export async function claimDueEnds(
  system: Runner,
  lease: { readonly now: Date; readonly until: Date; readonly rowsMax: number },
): Promise<readonly EndRow[]> {
  return system.run(claimDue, { now: lease.now, leased_until: lease.until, rows_max: lease.rowsMax });
}

export async function findOpenEnds(runner: Runner, { tenant, id }: PaymentKey): Promise<readonly EndRow[]> {
  return runner.run(openOf, { ...keyOf(tenant), payment_id: id });
}

/** Notes what came of telling it: the verdict, whether nothing is left to do, and when to try again. */
export async function noteEnd(
  runner: Runner,
  end: EndRow,
  noted: { readonly verdict: SubjectVerdict | null; readonly settled: boolean; readonly dueAt: Date },
): Promise<void> {
  await runner.run(note, {
    merchant_id: end.merchant_id,
    livemode: end.livemode,
    payment_id: end.payment_id,
    version: end.version,
    verdict: noted.verdict,
    settled: noted.settled,
    due_at: noted.dueAt,
  });
}

/** What the merchant wants done with late money that is for nothing we know of. */
export async function readLatePolicy(
  runner: Runner,
  tenant: Tenant,
): Promise<'accept' | 'refund' | 'review'> {
  const policy = (await runner.run(latePolicy, keyOf(tenant)))[0]?.late_policy;
  return policy === 'refund' || policy === 'review' ? policy : 'accept';
}

const OWN = { merchant_id: 'text', livemode: 'bool' } as const;

const held = statement({
  name: 'refunds.held',
  params: { ...OWN, payment_id: 'text' },
  row: { refundable: 'int8' },
  sql: `SELECT amount - amount_refunded - amount_refunding AS refundable FROM payments WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :payment_id`,
});

/** What is left of a payment to be refunded, in minor units. */
export async function readRefundable(runner: Runner, tenant: Tenant, paymentId: string): Promise<bigint> {
  return (await runner.run(held, { ...keyOf(tenant), payment_id: paymentId }))[0]?.refundable ?? 0n;
}
