import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../../store/index.ts';
import type { CallbackHint } from '../../providers/provider.ts';

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
  sql: `WITH fresh AS (
          INSERT INTO payment_callbacks (merchant_id, livemode, provider, ref, state, seen_at)
          SELECT DISTINCT :merchant_id::text, :livemode::bool, :provider::text, h.ref, h.state, :now::timestamptz FROM unnest(:refs::text[], :states::text[]) AS h(ref, state) ORDER BY 4, 5
          ON CONFLICT DO NOTHING RETURNING ref
        ), about AS (
          SELECT DISTINCT p.id FROM payments p JOIN fresh f ON p.provider_ref = f.ref OR p.id = f.ref
          WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.provider = :provider AND p.account_id IS NOT DISTINCT FROM :account_id AND p.status <> 'succeeded'
        )
        INSERT INTO payment_polls AS q (merchant_id, livemode, payment_id, due_at, polls, late_polls) SELECT :merchant_id, :livemode, id, :now, 0, 0 FROM about ORDER BY id
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
