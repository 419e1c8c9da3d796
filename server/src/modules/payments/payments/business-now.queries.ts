import type { Context } from '../../../kernel/call/context.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement } from '../../../store/index.ts';

const clock = statement({
  name: 'payments.clock',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { frozen_at: 'timestamptz' },
  sql: 'SELECT frozen_at FROM test_clocks WHERE merchant_id = :merchant_id AND livemode = :livemode',
});

/** Business time of a merchant and mode, for what comes with no call. */
export async function businessNow(
  { store, world }: Pick<Context, 'store' | 'world'>,
  tenant: Tenant,
): Promise<Date> {
  if (tenant.livemode) return world.now();
  return (await store.of(tenant).run(clock, keyOf(tenant)))[0]?.frozen_at ?? world.now();
}
