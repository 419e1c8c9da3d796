import type { Context } from '../core/context.ts';
import { invalid } from '../core/failure.ts';
import { loadRateCard } from './pricing/load-rate-card.ts';
import { readZones } from './zones/read-zones.ts';
import { upsertZones, type ZonesWritten } from './zones/zones.queries.ts';

/** Every node reads the map again when it hears this. */
const MAP_CHANNEL = 'cottontree_map';

const PROBLEMS_MAX = 20;

/**
 * Takes zones in from a zones file's parsed JSON, all of them or none: new codes are added, known ones changed, and
 * zones that the file does not name stay. Fees the file leaves out are the rate card's base fee.
 */
export async function importZones({ store, world }: Context, file: unknown): Promise<ZonesWritten & { readonly zones: number }> {
  const card = await loadRateCard(store.system);
  const read = readZones(file, { baseFee: card.baseFee, currency: card.currency });
  if (!read.ok) throw invalid(...read.problems.slice(0, PROBLEMS_MAX).map(({ row, field, message }) => ({ path: `zones[${row}].${field}`, message })));
  const written = await upsertZones(store.system.slow, read.zones, world.now());
  store.notify(MAP_CHANNEL);
  return { zones: read.zones.length, ...written };
}
