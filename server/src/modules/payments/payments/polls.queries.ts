import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { PAYMENT, PAYMENT_COLUMNS, type PaymentKey } from './payments.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;
const CLAIMED = {
  ...PAYMENT,
  polls: 'int4',
  late_polls: 'int4',
  poll_due_at: 'timestamptz',
  clock: 'timestamptz?',
} as const;
const CLAIMED_COLUMNS = `${PAYMENT_COLUMNS}, t.polls, t.late_polls, t.due_at AS poll_due_at, k.frozen_at AS clock`;
const CLAIMED_JOINS = `JOIN payments p ON p.merchant_id = t.merchant_id AND p.livemode = t.livemode AND p.id = t.payment_id
        LEFT JOIN test_clocks k ON k.merchant_id = t.merchant_id AND k.livemode = t.livemode`;

const claimDue = statement({
  name: 'paymentPolls.claimDue',
  params: { now: 'timestamptz', leased_until: 'timestamptz', rows_max: 'int4' },
  row: CLAIMED,
  sql: `WITH taken AS (
          UPDATE payment_polls q SET leased_until = :leased_until WHERE (q.merchant_id, q.livemode, q.payment_id) IN (
            SELECT merchant_id, livemode, payment_id FROM payment_polls WHERE due_at <= :now AND (leased_until IS NULL OR leased_until <= :now) ORDER BY due_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
          RETURNING q.*
        ) SELECT ${CLAIMED_COLUMNS} FROM taken t ${CLAIMED_JOINS}`,
});

const claimOne = statement({
  name: 'paymentPolls.claimOne',
  params: { ...KEY, now: 'timestamptz', leased_until: 'timestamptz' },
  row: CLAIMED,
  sql: `WITH taken AS (
          INSERT INTO payment_polls AS q (merchant_id, livemode, payment_id, due_at, polls, late_polls, leased_until) VALUES (:merchant_id, :livemode, :payment_id, :now, 0, 0, :leased_until)
          ON CONFLICT (merchant_id, livemode, payment_id) DO UPDATE SET leased_until = :leased_until WHERE q.leased_until IS NULL OR q.leased_until <= :now
          RETURNING q.*
        ) SELECT ${CLAIMED_COLUMNS} FROM taken t ${CLAIMED_JOINS}`,
});

/** What somebody asked for meanwhile, sooner than the next turn, stays. */
const rest = statement({
  name: 'paymentPolls.rest',
  params: { rested: 'jsonb' },
  row: {},
  sql: `UPDATE payment_polls q SET leased_until = NULL, polls = g.polls, late_polls = g.late_polls, due_at = CASE WHEN q.due_at = g.was_due_at THEN g.due_at ELSE least(q.due_at, g.due_at) END
        FROM jsonb_to_recordset(:rested) AS g(merchant_id text, livemode boolean, payment_id text, polls int, late_polls int, was_due_at timestamptz, due_at timestamptz)
        WHERE q.merchant_id = g.merchant_id AND q.livemode = g.livemode AND q.payment_id = g.payment_id`,
});

/** One about which there was news meanwhile is asked about once more. */
const drop = statement({
  name: 'paymentPolls.drop',
  params: {
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    payment_ids: 'text[]',
    was_due_ats: 'timestamptz[]',
  },
  row: {},
  sql: `WITH done AS (
          SELECT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :payment_ids::text[], :was_due_ats::timestamptz[]) AS g(merchant_id, livemode, payment_id, was_due_at)
        ), asked AS (
          UPDATE payment_polls q SET leased_until = NULL FROM done g WHERE q.merchant_id = g.merchant_id AND q.livemode = g.livemode AND q.payment_id = g.payment_id AND q.due_at >= g.was_due_at + interval '1 millisecond'
        )
        DELETE FROM payment_polls q USING done g WHERE q.merchant_id = g.merchant_id AND q.livemode = g.livemode AND q.payment_id = g.payment_id AND q.due_at < g.was_due_at + interval '1 millisecond'`,
});

/** A payment at work: as it stands, and when its provider was to be asked. */
export type PolledRow = ValuesOf<typeof CLAIMED>;
export type Rested = {
  readonly row: PolledRow;
  readonly polls: number;
  readonly latePolls: number;
  readonly dueAt: Date | null;
};
type Lease = { readonly now: Date; readonly until: Date };

/** Payments whose providers are to be asked now, for this node alone until the lease ends. */
export async function claimDuePolls(
  system: Runner,
  { now, until, rowsMax }: Lease & { readonly rowsMax: number },
): Promise<readonly PolledRow[]> {
  return system.run(claimDue, { now, leased_until: until, rows_max: rowsMax });
}

/** One payment, whenever it was to be asked about; undefined while another speaks with the provider about it. */
export async function claimPoll(
  system: Runner,
  { tenant, id }: PaymentKey,
  { now, until }: Lease,
): Promise<PolledRow | undefined> {
  return (await system.run(claimOne, { ...keyOf(tenant), payment_id: id, now, leased_until: until }))[0];
}

/** Gives payments back, each with its next turn; those without one are asked about no more. */
export async function restPolls(system: Runner, rested: readonly Rested[]): Promise<void> {
  const [again, done] = [
    rested.filter(({ dueAt }) => dueAt !== null),
    rested.filter(({ dueAt }) => dueAt === null),
  ];
  if (again.length > 0) {
    await system.run(rest, {
      rested: again.map(({ row, polls, latePolls, dueAt }) => ({
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        payment_id: row.id,
        polls,
        late_polls: latePolls,
        was_due_at: row.poll_due_at.toISOString(),
        due_at: dueAt?.toISOString() ?? null,
      })),
    });
  }
  if (done.length > 0) {
    await system.run(drop, {
      merchant_ids: done.map(({ row }) => row.merchant_id),
      livemodes: done.map(({ row }) => row.livemode),
      payment_ids: done.map(({ row }) => row.id),
      was_due_ats: done.map(({ row }) => row.poll_due_at),
    });
  }
}

const ONE = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
/** Money that a provider may have taken already does not expire: only the provider ends it. */
const WAITS = `p.status IN ('created', 'requires_action')`;

const expiring = statement({
  name: 'payments.expiring',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: ONE,
  sql: `SELECT p.merchant_id, p.livemode, p.id FROM payments p
        WHERE p.expires_at <= :now AND ${WAITS}
          AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = p.merchant_id AND c.livemode = p.livemode)
        ORDER BY p.expires_at LIMIT :rows_max::int4`,
});

const dueOnClock = statement({
  name: 'payments.dueOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text', at: 'timestamptz', what: 'text' },
  sql: `SELECT d.id AS id, d.at AS at, d.what AS what FROM (
          SELECT p.id, p.expires_at AS at, 'expiry' AS what FROM payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND NOT p.livemode AND ${WAITS} AND p.expires_at <= :now
          UNION ALL SELECT t.payment_id, t.turns_at, 'turn' FROM test_provider_payments t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.turns_at <= :now
        ) d ORDER BY d.at, d.what, d.id LIMIT :rows_max::int4`,
});

export type DueOnClock = {
  readonly id: string | null;
  readonly at: Date | null;
  readonly what: string | null;
};

/** Payments, of whichever merchant, whose time is over and that nobody has begun to pay. */
export async function expiringPayments(
  system: Runner,
  now: Date,
  rowsMax: number,
): Promise<readonly PaymentKey[]> {
  return (await system.run(expiring, { now, rows_max: rowsMax })).map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    id: row.id,
  }));
}

/** What a merchant's clock has made due of its test payments, earliest first: expiries, and turns of the test provider. */
export async function paymentsDueOnClock(
  runner: Runner,
  tenant: Tenant,
  until: { readonly now: Date; readonly rowsMax: number },
) {
  return runner.run(dueOnClock, { ...keyOf(tenant), now: until.now, rows_max: until.rowsMax });
}
