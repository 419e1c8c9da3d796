import type { Context } from '../core/context.ts';
import { coalesce, type Coalesced, type Json } from '../store/index.ts';
import type { Loop } from '../core/loop.ts';
import { findAddresses, type AddressKey, type AddressRow } from './addresses.queries.ts';
import { compileZones, type ZoneIndex } from './zones/compile-zones.ts';
import { existingJobNumbers, insertDeliveries, trackDeliveries, type Inserted, type JobKey, type TrackedRow } from './deliveries.queries.ts';
import { hasActiveDriver } from './driver-choice.queries.ts';
import type { RateCard } from './pricing/rate-card.ts';
import { loadRateCard } from './pricing/load-rate-card.ts';
import { listAllZones } from './zones/zones.queries.ts';
import { runDueDeliveries } from './run-due-deliveries.ts';

/** Where couriers go and what it costs, as published now. */
export type ServiceMap = { readonly zones: ZoneIndex; readonly card: RateCard; readonly hasCouriers: boolean };

/** A delivery as the statement that creates it takes it. */
export type NewDelivery = { readonly key: JobKey; readonly columns: { readonly job_number: string; readonly [column: string]: Json | undefined } };

/** What the operations of shipping share. */
export type Shipping = Context & {
  readonly map: () => ServiceMap;
  readonly readTracked: Coalesced<JobKey, TrackedRow | undefined>;
  readonly insertOne: Coalesced<NewDelivery, Inserted>;
  readonly findPlace: Coalesced<AddressKey, AddressRow | undefined>;
  /** Reads zones and the rate card again. */
  readonly refreshMap: () => Promise<void>;
};

const MAP_CHANNEL = 'cottontree_map';
const MAP_EVERY_MS = 5_000;
const DUE_EVERY_MS = 500;
const WAITING_MAX = 5_000;

/** Opens shipping: loads the map and sets up the statements that many requests share. */
export async function openShipping(context: Context): Promise<Shipping> {
  const { store } = context;
  let map = await loadMap(context);
  const refreshMap = async (): Promise<void> => {
    map = await loadMap(context);
  };
  store.listen(MAP_CHANNEL, () => void refreshMap().catch((error: unknown) => context.log.warn({ error }, 'The zones could not be read again.')));

  return {
    ...context,
    map: () => map,
    refreshMap,
    readTracked: coalesce({
      name: 'Tracking',
      rowsMax: 128,
      inFlightMax: 4,
      waitingMax: WAITING_MAX,
      statement: (keys) => trackDeliveries(store.of(...keys.map((key) => key.tenant)), keys),
    }),
    findPlace: coalesce({
      name: 'Saved addresses',
      rowsMax: 128,
      inFlightMax: 2,
      waitingMax: WAITING_MAX,
      statement: (keys) => findAddresses(store.of(...keys.map((key) => key.tenant)), keys),
    }),
    insertOne: coalesce<NewDelivery, Inserted>({
      name: 'Creating deliveries',
      rowsMax: 64,
      inFlightMax: 2,
      waitingMax: WAITING_MAX,
      statement: (made) => insertDeliveries(store.of(...made.map(({ key }) => key.tenant)), made.map(({ columns }) => columns)),
      settle: async (made) => {
        const keys = made.map(({ key }) => key);
        const there = await existingJobNumbers(store.of(...keys.map((key) => key.tenant)), keys);
        return keys.map((key) => (there.has(key.jobNumber) ? { inserted: true, claimed: true } : null));
      },
    }),
  };
}

/** What any one node does for all. */
export function shippingLoops(room: Shipping): readonly Loop[] {
  return [{ name: 'shipping.due', everyMs: DUE_EVERY_MS, turn: () => runDueDeliveries(room) }];
}

/** What every node does for itself: it prices by the map as it is. */
export function mapLoops(room: Shipping): readonly Loop[] {
  return [{ name: 'shipping.map', everyMs: MAP_EVERY_MS, turn: () => room.refreshMap().then(() => 0) }];
}

async function loadMap(context: Context): Promise<ServiceMap> {
  const { system } = context.store;
  const [zones, card, hasCouriers] = await Promise.all([listAllZones(system.slow), loadRateCard(system), hasActiveDriver(system)]);
  return { zones: compileZones(zones), card, hasCouriers };
}
