import { idTimeMs } from '@cottontree/contract';
import { isOutage } from '../../../store/index.ts';
import type { Events } from '../module.ts';
import { holdAgain } from './begin-payment.ts';
import { findOrphanedOrders } from './orders.queries.ts';

const ROWS_MAX = 100;
/** How long the request that wrote the payment's id has to begin it. */
const OWN_MS = 30_000;

/**
 * Holds orders again whose server died between writing that they are paid for and asking for the money: the buyer may
 * choose anew how to pay, and whoever repeats the request begins another payment. Where the first is begun all the same,
 * its money issues the tickets as any does that comes for a held order. Answers how many orders those were.
 */
export async function releaseOrphans(module: Events): Promise<number> {
  const { world, store } = module;
  const before = world.systemNow().getTime() - OWN_MS;
  let released = 0;
  for (const { tenant, id, paymentId, clock } of await findOrphanedOrders(store.system, ROWS_MAX)) {
    if (idTimeMs('pay_', paymentId) > before) continue;
    try {
      await holdAgain(module, { tenant, id }, { paymentId, at: clock ?? world.now() });
      released += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      module.log.error(
        { error, orderId: id },
        'An order whose payment was never begun could not be held again and is tried again.',
      );
    }
  }
  return released;
}
