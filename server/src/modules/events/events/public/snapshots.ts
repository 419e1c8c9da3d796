import { isId, type ObtainableTickets } from '@cottontree/contract';
import type { Context } from '../../../../kernel/call/context.ts';
import type { PaymentPort } from '../../../payments/index.ts';
import { costsNothing, obtainableTicketsOf } from './obtainable-tickets.ts';
import { readSnapshotOf, type ReadEvent } from './public-events.queries.ts';

/** Events as the public reads them, at most this old: however many look, the database is asked once in that time. */
const AGE_MAX_MS = 1_000;
const SNAPSHOTS_MAX = 1_000;

/** An event that the public may know of, and which of its tickets can be had. */
export type Snapshot = ReadEvent & { readonly obtainable: ObtainableTickets };

export type Snapshots = { readonly find: (eventId: string) => Promise<Snapshot | null> };

type Kept = { readonly until: number; readonly found: Promise<Snapshot | null> };

/** Remembers for a second what was read of each event, that there is none included. */
export function createSnapshots(
  context: Pick<Context, 'store' | 'world'> & { readonly payments: PaymentPort },
): Snapshots {
  const { store, world } = context;
  const kept = new Map<string, Kept>();

  function readAnew(eventId: string, now: number): Promise<Snapshot | null> {
    const found = readWhole(eventId);
    if (kept.size >= SNAPSHOTS_MAX) kept.clear();
    kept.set(eventId, { until: now + AGE_MAX_MS, found });
    // What failed must not be remembered.
    found.catch(() => kept.delete(eventId));
    return found;
  }

  async function readWhole(eventId: string): Promise<Snapshot | null> {
    const read = await readSnapshotOf(store.system, eventId);
    if (!read) return null;
    const { id, currency, types } = read.event;
    const isFree = types.every((type) => costsNothing({ ...type, least: type.minPrice }));
    const at = read.clock ?? world.now();
    return {
      ...read,
      obtainable: await obtainableTicketsOf(context, read.tenant, { id, currency, isFree, at }),
    };
  }

  return {
    find: async (eventId) => {
      if (!isId('evt_', eventId)) return null;
      const now = world.now().getTime();
      const known = kept.get(eventId);
      // A clock that was set back must not make an entry last.
      return known && now < known.until && now >= known.until - AGE_MAX_MS
        ? known.found
        : readAnew(eventId, now);
    },
  };
}
