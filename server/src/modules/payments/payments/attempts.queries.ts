import { statement, type Runner } from '../../../store/index.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import type { PaymentKey } from './payments.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', payment_id: 'text' } as const;

const insert = statement({
  name: 'paymentAttempts.insert',
  params: { ...KEY, kind: 'text', state: 'text', raw: 'text', duration_ms: 'int4', at: 'timestamptz' },
  row: {},
  sql: 'INSERT INTO payment_attempts (merchant_id, livemode, payment_id, kind, state, raw, duration_ms, at) VALUES (:merchant_id, :livemode, :payment_id, :kind, :state, :raw, :duration_ms, :at)',
});

const dropOld = statement({
  name: 'paymentAttempts.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'int8' },
  sql: `DELETE FROM payment_attempts WHERE (merchant_id, livemode, payment_id, id) IN
          (SELECT merchant_id, livemode, payment_id, id FROM payment_attempts WHERE at < :before ORDER BY at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
});

const dropOldCallbacks = statement({
  name: 'paymentCallbacks.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { ref: 'text' },
  sql: `DELETE FROM payment_callbacks WHERE (merchant_id, livemode, provider, ref, state) IN
          (SELECT merchant_id, livemode, provider, ref, state FROM payment_callbacks WHERE seen_at < :before ORDER BY seen_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING ref`,
});

export type Attempt = {
  readonly kind: 'create' | 'fetch' | 'cancel';
  readonly state: string;
  readonly raw: string;
  readonly durationMs: number;
  readonly at: Date;
};

/** Logs what was said with a provider. */
export async function insertAttempt(
  runner: Runner,
  { tenant, id }: PaymentKey,
  { kind, state, raw, durationMs, at }: Attempt,
): Promise<void> {
  await runner.run(insert, {
    ...keyOf(tenant),
    payment_id: id,
    kind,
    state,
    raw,
    duration_ms: durationMs,
    at,
  });
}

/** Forgets what was said with providers, and which callbacks were seen, before a moment; answers how much. */
export async function dropOldAttempts(system: Runner, before: Date, rowsMax: number): Promise<number> {
  const [attempts, callbacks] = [
    await system.run(dropOld, { before, rows_max: rowsMax }),
    await system.run(dropOldCallbacks, { before, rows_max: rowsMax }),
  ];
  return attempts.length + callbacks.length;
}
