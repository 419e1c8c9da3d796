import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import type { PaymentKey } from './payments.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
/** Money that a provider may have taken already does not expire: only the provider ends it. */
const WAITS = `p.status IN ('created', 'requires_action')`;

const expiring = statement({
  name: 'payments.expiring',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: KEY,
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
