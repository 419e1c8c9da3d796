import { statement, type Runner } from '../../store/index.ts';
import { keyOf, type Tenant } from '../call/tenant.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

/** Counts a guess before it is judged; the table refuses one too many. */
const count = statement({
  name: 'guesses.count',
  params: { ...TENANT, subject: 'text', window: 'timestamptz', max: 'int4' },
  row: { failures: 'int4' },
  sql: `INSERT INTO guess_failures AS f (merchant_id, livemode, subject, hour, failures, failures_max) VALUES (:merchant_id, :livemode, :subject, :window, 1, :max)
        ON CONFLICT (merchant_id, livemode, subject, hour) DO UPDATE SET failures = f.failures + 1 RETURNING failures`,
});

/** Within the transaction that counted it. */
const giveBack = statement({
  name: 'guesses.giveBack',
  params: { ...TENANT, subject: 'text', window: 'timestamptz' },
  row: {},
  sql: `WITH lowered AS (UPDATE guess_failures SET failures = failures - 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND hour = :window AND failures > 1)
        DELETE FROM guess_failures WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND hour = :window AND failures <= 1`,
});

/** Whose guesses are counted together, and since when. */
export type Guessing = { readonly subject: string; readonly window: Date };

export async function countGuess(
  runner: Runner,
  tenant: Tenant,
  guessing: Guessing & { readonly max: number },
): Promise<void> {
  await runner.run(count, { ...keyOf(tenant), ...guessing });
}

export async function giveGuessBack(runner: Runner, tenant: Tenant, guessing: Guessing): Promise<void> {
  await runner.run(giveBack, { ...keyOf(tenant), ...guessing });
}
