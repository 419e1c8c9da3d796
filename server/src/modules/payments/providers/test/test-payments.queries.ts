import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../../store/index.ts';

/** The payment that the test provider was asked for. */
type TestPaymentKey = { readonly tenant: Tenant; readonly id: string };

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  ref: 'text',
  attempt_id: 'text',
  payment_id: 'text',
  amount: 'int8',
  currency: text<Currency>(),
  scenario: 'text',
  state: 'text',
  reported_amount: 'int8',
  failure_code: 'text?',
  turns_at: 'timestamptz?',
  turns_to: 'text?',
  faults_left: 'int4',
  callbacks_left: 'int4',
  refund_fails: 'bool',
  expires_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `t.${name}`)
  .join(', ');
const MINE = 't.merchant_id = :merchant_id AND t.livemode = :livemode';

const insert = statement({
  name: 'testProvider.insert',
  params: { ...KEY, ...ROW },
  row: { ref: 'text' },
  sql: `INSERT INTO test_provider_payments (merchant_id, livemode, ${Object.keys(ROW).join(', ')}) VALUES (${Object.keys(
    { ...KEY, ...ROW },
  )
    .map((name) => `:${name}`)
    .join(', ')})
        ON CONFLICT DO NOTHING RETURNING ref`,
});

const findByAttempt = statement({
  name: 'testProvider.findByAttempt',
  params: { ...KEY, attempt_id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM test_provider_payments t WHERE ${MINE} AND t.attempt_id = :attempt_id`,
});

const findByRef = statement({
  name: 'testProvider.findByRef',
  params: { ...KEY, ref: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM test_provider_payments t WHERE ${MINE} AND t.ref = :ref`,
});

const takeFault = statement({
  name: 'testProvider.takeFault',
  params: { ...KEY, ref: 'text' },
  row: { ref: 'text' },
  sql: `UPDATE test_provider_payments t SET faults_left = t.faults_left - 1 WHERE ${MINE} AND t.ref = :ref AND t.faults_left > 0 RETURNING t.ref`,
});

const turn = statement({
  name: 'testProvider.turn',
  params: { ...KEY, payment_id: 'text' },
  row: {},
  sql: `UPDATE test_provider_payments t SET state = coalesce(t.turns_to, t.state), turns_at = NULL, turns_to = NULL WHERE ${MINE} AND t.payment_id = :payment_id AND t.turns_at IS NOT NULL`,
});

const decide = statement({
  name: 'testProvider.decide',
  params: { ...KEY, payment_id: 'text', state: 'text', failure_code: 'text?', amount_shift: 'int8' },
  row: { ref: 'text' },
  sql: `UPDATE test_provider_payments t SET state = :state, failure_code = :failure_code, reported_amount = t.amount + :amount_shift, turns_at = NULL, turns_to = NULL, faults_left = 0, callbacks_left = 1
        WHERE ${MINE} AND t.payment_id = :payment_id RETURNING t.ref`,
});

const cancel = statement({
  name: 'testProvider.cancel',
  params: { ...KEY, ref: 'text' },
  row: { ref: 'text' },
  sql: `UPDATE test_provider_payments t SET state = 'cancelled', reported_amount = t.amount, turns_at = NULL, turns_to = NULL, faults_left = 0, callbacks_left = 1
        WHERE ${MINE} AND t.ref = :ref AND t.state IN ('requires_action', 'processing') RETURNING t.ref`,
});

const takeCallbacks = statement({
  name: 'testProvider.takeCallbacks',
  params: { now: 'timestamptz', merchant_id: 'text?', rows_max: 'int4' },
  row: { merchant_id: 'text', ref: 'text', state: 'text', times: 'int4' },
  sql: `WITH due AS (
          SELECT t.merchant_id, t.livemode, t.ref, t.callbacks_left FROM test_provider_payments t
          WHERE t.callbacks_left > 0 AND (t.turns_at IS NULL OR t.turns_at <= :now)
            AND CASE WHEN :merchant_id::text IS NULL THEN NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = t.merchant_id AND c.livemode = t.livemode) ELSE t.merchant_id = :merchant_id END
          LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED
        ), sent AS (
          UPDATE test_provider_payments t SET callbacks_left = 0 FROM due d WHERE t.merchant_id = d.merchant_id AND t.livemode = d.livemode AND t.ref = d.ref RETURNING t.merchant_id, t.ref, coalesce(t.turns_to, t.state) AS state
        ) SELECT s.merchant_id, s.ref, s.state, d.callbacks_left AS times FROM sent s JOIN due d ON d.merchant_id = s.merchant_id AND d.ref = s.ref`,
});

export type TestPaymentRow = ValuesOf<typeof ROW>;

/** False when the attempt has a payment there already. */
export async function insertTestPayment(
  runner: Runner,
  tenant: Tenant,
  row: TestPaymentRow,
): Promise<boolean> {
  return (await runner.run(insert, { ...keyOf(tenant), ...row })).length === 1;
}

export async function findTestPayment(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly attemptId: string } | { readonly ref: string },
): Promise<TestPaymentRow | undefined> {
  if ('ref' in wanted) return (await runner.run(findByRef, { ...keyOf(tenant), ref: wanted.ref }))[0];
  return (await runner.run(findByAttempt, { ...keyOf(tenant), attempt_id: wanted.attemptId }))[0];
}

/** Whether it was to fail this time; each fault is had once. */
export async function takeTestFault(runner: Runner, tenant: Tenant, ref: string): Promise<boolean> {
  return (await runner.run(takeFault, { ...keyOf(tenant), ref })).length === 1;
}

/** What was to come of it has come. */
export async function settleTurn(runner: Runner, { tenant, id }: TestPaymentKey): Promise<void> {
  await runner.run(turn, { ...keyOf(tenant), payment_id: id });
}

export type KeptTestDecision = {
  readonly state: string;
  readonly failureCode: string | null;
  /** How much more than asked for it says was paid, in minor units. */ readonly amountShift: bigint;
};

/** Somebody decided how it ends; a callback tells so. False where the provider does not know the payment. */
export async function decideAtTestProvider(
  runner: Runner,
  { tenant, id }: TestPaymentKey,
  { state, failureCode, amountShift }: KeptTestDecision,
): Promise<boolean> {
  return (
    (
      await runner.run(decide, {
        ...keyOf(tenant),
        payment_id: id,
        state,
        failure_code: failureCode,
        amount_shift: amountShift,
      })
    ).length === 1
  );
}

/** Nobody waits for it any more; false where something has come of it before. */
export async function cancelAtTestProvider(runner: Runner, tenant: Tenant, ref: string): Promise<boolean> {
  return (await runner.run(cancel, { ...keyOf(tenant), ref })).length === 1;
}

/** Callbacks that are to be sent now: of merchants without a clock, or of the one whose clock stands there. */
export async function takeTestCallbacks(
  system: Runner,
  {
    now,
    merchantId,
    rowsMax,
  }: { readonly now: Date; readonly merchantId: string | null; readonly rowsMax: number },
) {
  return system.run(takeCallbacks, { now, merchant_id: merchantId, rows_max: rowsMax });
}
