import { isId, type Currency, type ObtainableTickets } from '@cottontree/contract';
import type { Context } from '../../../../kernel/call/context.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { readSnapshotOf, type ReadEvent } from './public-events.queries.ts';

/** Events as the public reads them, at most this old: however many look, the database is asked once in that time. */
const AGE_MAX_MS = 1_000;
const SNAPSHOTS_MAX = 1_000;

/** What of an event says which of its tickets can be had. */
export type SnapshotOffer = {
  readonly id: string;
  readonly currency: Currency;
  /** Whether none of its tickets has to cost anything. */
  readonly isFree: boolean;
  readonly at: Date;
};

/** An event that the public may know of, and which of its tickets can be had. */
export type Snapshot = ReadEvent & { readonly obtainable: ObtainableTickets };

export type Snapshots = { readonly find: (eventId: string) => Promise<Snapshot | null> };

type Kept = { readonly until: number; readonly found: Promise<Snapshot | null> };

/** Remembers for a second what was read of each event, that there is none included. */
export function createSnapshots(
  { store, world }: Pick<Context, 'store' | 'world'>,
  obtainableOf: (tenant: Tenant, offer: SnapshotOffer) => Promise<ObtainableTickets>,
): Snapshots {
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
    const isFree = types
      .filter(({ status }) => status === 'active' || status === 'paused')
      .every((type) => costsNothing({ ...type, least: type.minPrice }));
    const at = read.clock ?? world.now();
    return {
      ...read,
      obtainable: await obtainableOf(read.tenant, { id, currency, isFree, at }),
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

/** A donation may be nothing where no least one was set. */
export function costsNothing(type: {
  readonly kind: string;
  readonly price: number | bigint;
  readonly least: number | bigint | null;
}): boolean {
  return type.kind === 'donation'
    ? Number(type.least ?? 0) === 0
    : type.kind === 'free' || Number(type.price) === 0;
}
