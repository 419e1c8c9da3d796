import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Shipping } from '../module.ts';
import { insertIncident, stuckDeliveries } from './incidents.queries.ts';

/** How long a parcel may be on board without a change before a person is to look. */
export const STUCK_HOURS = 24;
const HOUR_MS = 3_600_000;
const ROWS_MAX = 100;

/** Opens an incident for each live parcel that does not move; nothing fails by itself. Answers how many. */
export async function noticeStuckDeliveries(module: Pick<Shipping, 'store' | 'world'>): Promise<number> {
  const { store, world } = module;
  const openedAt = world.now();
  const found = await stuckDeliveries(
    store.system.slow,
    new Date(openedAt.getTime() - STUCK_HOURS * HOUR_MS),
    ROWS_MAX,
  );
  for (const { tenant, jobNumber } of found) {
    const id = makeId('inc_', openedAt.getTime(), world.randomBytes(idRandomBytes));
    const note = `Nothing has happened for ${STUCK_HOURS} hours with the parcel on board.`;
    await insertIncident(store.of(tenant), tenant, {
      id,
      jobNumber,
      kind: 'stuck',
      note,
      openedBy: 'system',
      openedAt,
    });
  }
  return found.length;
}
