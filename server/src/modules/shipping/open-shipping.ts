import type { NewDelivery, ServiceMap, Shipping } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import { keepLatest } from '../../kernel/keep-latest.ts';
import { coalesce } from '../../store/index.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import { ownCodPayments, sendBackCodPayments, takeUnheardCodPayments } from './cod/cod-payments.ts';
import { courierLoops } from './couriers/search-couriers.ts';
import { findAddresses } from './addresses/addresses.queries.ts';
import { compileZones } from './coverage/compile-zones.ts';
import { trackDeliveries, type JobKey, type TrackedRow } from './deliveries/deliveries.queries.ts';
import { existingJobNumbers, insertDeliveries, type Inserted } from './deliveries/new-deliveries.queries.ts';
import { eventLoops } from './couriers/steps/forget-events.ts';
import { carriesFor } from './deliveries/carries-for.ts';
import { listCourierOwners } from './deliveries/driver-choice.queries.ts';
import type { RateCard } from './pricing/rate-card.ts';
import { MAP_CHANNEL } from './coverage/map-channel.ts';
import { createRouter } from './pricing/create-router.ts';
import { loadPublishedCard, loadRateCard } from './pricing/load-rate-card.ts';
import { importLoops } from './imports/work-on-imports.ts';
import { forgetLookUps } from './deliveries/recipient/parcels.ts';
import { findByTokens } from './deliveries/recipient/parcels.queries.ts';
import { createDeliveryWatch } from './deliveries/tracking/watch-deliveries.ts';
import { listAllZones } from './coverage/zones.queries.ts';
import { noticeStuckDeliveries } from './dispatch/incidents.ts';
import { runDueDeliveries } from './deliveries/run-due-deliveries.ts';

/** A card takes effect on every node within 5 seconds, hint or no hint. */
const MAP_EVERY_MS = 4_000;
const DUE_EVERY_MS = 500;
const LOOK_UPS_EVERY_MS = 3_600_000;
const STUCK_EVERY_MS = 60_000;
const UNHEARD_EVERY_MS = 60_000;
const SEND_BACK_EVERY_MS = 2_000;
const WAITING_MAX = 5_000;
const CARDS_MAX = 100;

/** Opens shipping: loads the map and sets up the statements that many requests share. */
export async function openShipping(
  context: Context,
  { papers, payments }: { readonly papers: PaperBrands; readonly payments: PaymentPort },
): Promise<Shipping> {
  const { store } = context;
  const map = await keepLatest(() => loadMap(context));
  store.listen(
    MAP_CHANNEL,
    () =>
      void map
        .refresh()
        .catch((error: unknown) => context.log.warn({ error }, 'The zones could not be read again.')),
  );
  const readTracked = coalesce<JobKey, TrackedRow | undefined>({
    name: 'Tracking',
    rowsMax: 128,
    inFlightMax: 4,
    waitingMax: WAITING_MAX,
    statement: (keys) => trackDeliveries(store.of(...keys.map((key) => key.tenant)), keys),
  });

  const module: Shipping = {
    ...context,
    map: map.value,
    papers,
    payments,
    photos: createPhotoEncoder(),
    refreshMap: map.refresh,
    findCard: rememberCards(context),
    router: createRouter(context),
    readTracked,
    findByToken: coalesce({
      name: 'Parcels',
      rowsMax: 128,
      inFlightMax: 4,
      waitingMax: WAITING_MAX,
      statement: (tokens) => findByTokens(store.system, tokens),
    }),
    watch: createDeliveryWatch({ system: store.system, readTracked, log: context.log }),
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
      besideMin: 32,
      waitingMax: WAITING_MAX,
      statement: (made) =>
        insertDeliveries(
          store.of(...made.map(({ key }) => key.tenant)),
          made.map(({ columns }) => columns),
        ),
      settle: async (made) => {
        const keys = made.map(({ key }) => key);
        const there = await existingJobNumbers(store.of(...keys.map((key) => key.tenant)), keys);
        return keys.map((key) => (there.has(key.jobNumber) ? { inserted: true, claimed: true } : null));
      },
    }),
  };
  payments.register(ownCodPayments(() => module));
  return module;
}

/** What any one node does for all. */
export function shippingLoops(module: Shipping): readonly Loop[] {
  return [
    { name: 'shipping.due', everyMs: DUE_EVERY_MS, turn: () => runDueDeliveries(module) },
    { name: 'shipping.stuck', everyMs: STUCK_EVERY_MS, turn: () => noticeStuckDeliveries(module) },
    { name: 'shipping.lookUps', everyMs: LOOK_UPS_EVERY_MS, turn: () => forgetLookUps(module) },
    { name: 'shipping.codPayments', everyMs: SEND_BACK_EVERY_MS, turn: () => sendBackCodPayments(module) },
    {
      name: 'shipping.unheardPayments',
      everyMs: UNHEARD_EVERY_MS,
      turn: () => takeUnheardCodPayments(module),
    },
    ...importLoops(module),
    ...eventLoops(module),
    ...courierLoops(module),
  ];
}

/** What every node does for itself: it prices by the map as it is. */
export function mapLoops(module: Shipping): readonly Loop[] {
  return [{ name: 'shipping.map', everyMs: MAP_EVERY_MS, turn: () => module.refreshMap().then(() => 0) }];
}

async function loadMap(context: Context): Promise<ServiceMap> {
  const { system } = context.store;
  const [zones, card, owners] = await Promise.all([
    listAllZones(system.slow),
    loadRateCard(system, context.world.now()),
    listCourierOwners(system),
  ]);
  return {
    zones: compileZones(zones),
    card,
    hasCourierFor: (tenant) => owners.some((owner) => carriesFor(owner, tenant)),
  };
}

/** A published card never changes, so it is read once. */
function rememberCards({ store, world }: Context): Shipping['findCard'] {
  const cards = new Map<number, RateCard>();
  return async (version) => {
    const known = cards.get(version);
    if (known !== undefined) return known;
    const card = await loadPublishedCard(store.system, version, world.now());
    if (cards.size >= CARDS_MAX) cards.clear();
    if (card !== null) cards.set(version, card);
    return card;
  };
}
