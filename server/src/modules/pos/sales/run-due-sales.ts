import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { endPayment } from './begin-payments.ts';
import { isPending, paymentsOf } from './sale-parts.ts';
import { findSale, findSalesOver, findSalesOverOnClock, type SaleKey } from './sales.queries.ts';

const ROWS_MAX = 200;

/** Lets go of the stock of sales whose payment has not come in time; money that comes all the same is taken if there is stock. */
export async function runDueSales(module: Pos): Promise<number> {
  const now = module.world.now();
  let ended = 0;
  for (const key of await findSalesOver(module.store.system, { now, rowsMax: ROWS_MAX }))
    ended += await tryExpire(module, key, now);
  return ended;
}

/** Does what a merchant's test clock has made due. */
export async function runDueSalesOnClock(module: Pos, tenant: Tenant, clock: Date): Promise<void> {
  for (const key of await findSalesOverOnClock(module.store.of(tenant), tenant, clock))
    await expire(module, key, clock);
}

async function tryExpire(module: Pos, key: SaleKey, now: Date): Promise<number> {
  try {
    await expire(module, key, now);
    return 1;
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, saleId: key.id },
      'A sale whose time is over could not be let go and is tried again.',
    );
    return 0;
  }
}

async function expire(module: Pos, key: SaleKey, now: Date): Promise<void> {
  const row = await findSale(module.store.of(key.tenant), key);
  if (!row || row.expires_at === null || row.expires_at > now) return;
  for (const payment of paymentsOf(row).filter(isPending)) {
    await module.payments.cancel(key.tenant, payment.id, now);
    await endPayment(module, key, { payment: { ...payment, status: 'expired' }, now });
  }
}
