import type { Context } from '../../../kernel/call/context.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { loadRateCard } from '../pricing/load-rate-card.ts';
import { sqlStateOf } from '../../../store/index.ts';
import { readZones } from '../coverage/read-zones.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import { upsertZones, type ZonesWritten } from '../coverage/zones.queries.ts';

const PROBLEMS_MAX = 20;
const UNIQUE_VIOLATION = '23505';

/**
 * Takes zones in from a zones file's parsed JSON, all of them or none: new codes are added, known ones changed, and
 * zones that the file does not name stay. Where the file names no fee, the rate card's base fee counts.
 */
export async function importZones(
  { store, world }: Context,
  file: unknown,
): Promise<ZonesWritten & { readonly zones: number }> {
  const card = await loadRateCard(store.system, world.now());
  const read = readZones(file, { currency: card.currency });
  if (!read.ok)
    throw invalid(
      ...read.problems
        .slice(0, PROBLEMS_MAX)
        .map(({ row, field, message }) => ({ path: `zones[${row}].${field}`, message })),
    );
  const write = (): Promise<ZonesWritten> => upsertZones(store.system.slow, read.zones, world.now());
  // Two who write the same new zones at once may meet at the id before they meet at the code; by then the other's are there.
  const written = await write().catch((error: unknown) =>
    sqlStateOf(error) === UNIQUE_VIOLATION ? write() : Promise.reject(error),
  );
  store.notify(MAP_CHANNEL);
  return { zones: read.zones.length, ...written };
}
