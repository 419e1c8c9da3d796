import type { Context } from '../core/context.ts';
import { demoRateCard } from './pricing/demo-rate-card.ts';
import { importZones } from './import-zones.ts';
import { insertRateCard, findNewestRateCard } from './pricing/rate-cards.queries.ts';
import shippedZones from '../../data/zones.sl.json' with { type: 'json' };
import { findZonesState } from './zones/zones.queries.ts';

/** Gives an installation without a rate card or zones the shipped ones, so that it can quote from its first minute. */
export async function ensureShippingDefaults(context: Context): Promise<void> {
  const { store, world } = context;
  if (!(await findNewestRateCard(store.system))) {
    await insertRateCard(store.system, { version: demoRateCard.version, card: demoRateCard, published_at: world.now() });
  }
  if ((await findZonesState(store.system)).zones === 0) await importZones(context, shippedZones);
}
