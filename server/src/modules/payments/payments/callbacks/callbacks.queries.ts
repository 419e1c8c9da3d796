import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../../store/index.ts';
import type { CallbackHint } from '../../providers/provider.ts';

/**
 * What was seen is kept by payment, not by the provider's reference: two accounts may both have one, and what comes
 * before the reference is known here is news again when it is repeated.
 */
const take = statement({
  name: 'paymentCallbacks.take',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    provider: 'text',
    account_id: 'text?',
    refs: 'text[]',
    states: 'text[]',
    now: 'timestamptz',
  },
  row: { payment_id: 'text' },
  sql: `WITH about AS (
          SELECT DISTINCT p.id, h.state, p.status <> 'succeeded' AS open FROM unnest(:refs::text[], :states::text[]) AS h(ref, state) JOIN payments p ON p.provider_ref = h.ref OR p.id = h.ref
          WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.provider = :provider AND p.account_id IS NOT DISTINCT FROM :account_id
        ), fresh AS (
          INSERT INTO payment_callbacks (merchant_id, livemode, provider, ref, state, seen_at)
          SELECT :merchant_id::text, :livemode::bool, :provider::text, id, state, :now::timestamptz FROM about ORDER BY 4, 5
          ON CONFLICT DO NOTHING RETURNING ref
        )
        INSERT INTO payment_polls AS q (merchant_id, livemode, payment_id, due_at, polls, late_polls) SELECT DISTINCT :merchant_id, :livemode::bool, id, :now::timestamptz, 0, 0 FROM about WHERE open AND id IN (SELECT ref FROM fresh) ORDER BY 3
        ON CONFLICT (merchant_id, livemode, payment_id) DO UPDATE SET due_at = CASE WHEN q.leased_until > :now::timestamptz THEN :now::timestamptz ELSE least(q.due_at, :now::timestamptz) END RETURNING payment_id`,
});

type Hinted = {
  readonly provider: string;
  readonly accountId: string | null;
  readonly hints: readonly CallbackHint[];
  readonly now: Date;
};

/** Takes in hints: what is news makes its payment the next to be asked about, once more where it is asked about just now. The ids of those payments. */
export async function takeCallbacks(
  runner: Runner,
  tenant: Tenant,
  { provider, accountId, hints, now }: Hinted,
): Promise<readonly string[]> {
  const rows = await runner.run(take, {
    ...keyOf(tenant),
    provider,
    account_id: accountId,
    refs: hints.map(({ ref }) => ref),
    states: hints.map(({ state }) => state),
    now,
  });
  return rows.map(({ payment_id }) => payment_id);
}
