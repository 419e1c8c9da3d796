import { idTimeMs } from '@cottontree/contract';
import { isOutage } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { beginPayments } from './begin-payments.ts';
import { findOrphanedSales, findSale } from './sales.queries.ts';

const ROWS_MAX = 100;
/** How long the request that made the sale has to begin its payments itself. */
const OWN_MS = 30_000;

/** Begins the payments of sales whose server died before it could; answers how many sales those were. */
export async function beginOrphans(module: Pos): Promise<number> {
  const before = module.world.systemNow().getTime() - OWN_MS;
  const found = await findOrphanedSales(module.store.system, ROWS_MAX);
  const orphans = new Map(
    found
      .filter(({ paymentId }) => idTimeMs('pay_', paymentId) <= before)
      .map((orphan) => [orphan.id, orphan]),
  );
  let begun = 0;
  for (const { tenant, id, clock } of orphans.values()) {
    try {
      const row = await findSale(module.store.of(tenant), { tenant, id });
      if (!row) continue;
      await beginPayments(module, tenant, { row, now: clock ?? module.world.now() });
      begun += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      module.log.error({ error, saleId: id }, 'The payment of a sale could not be begun and is tried again.');
    }
  }
  return begun;
}
