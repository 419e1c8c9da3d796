import type { Events } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createMinuteLimit } from '../../kernel/running/minute-limit.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import { cancellationLoops } from './cancellation/work-on-cancellations.ts';
import { completeEvents } from './events/complete-events.ts';
import { createDeviceCache } from './scanning/device-cache.ts';
import { openScanContext } from './scanning/scan-context.ts';
import { createTypedCodeCache } from './scanning/typed-codes.ts';
import { createStatsWatch } from './scanning/read-stats.ts';
import { createEventCache } from './orders/allocation.ts';
import { createAllocator } from './orders/allocator.ts';
import { ownPayments } from './orders/own-payments.ts';
import { openRefundRounds } from './orders/refund-ticket-order.ts';
import { releaseOrphans } from './orders/release-orphans.ts';
import { createSnapshots } from './events/public/snapshots.ts';
import { obtainableTicketsOf } from './promos/obtainable-tickets.ts';
import { codeLoops } from './tickets/seal-plain-codes.ts';
import { createKeyRing } from './tickets/key-ring.ts';
import { composeOffers, openWaitlistRounds } from './waitlist/serve-waitlists.ts';
import { runDueOrders } from './run-due-orders.ts';

/** What main hands to the module beside the context. */
export type EventsOptions = { readonly payments: PaymentPort; readonly papers: PaperBrands };

const COMPLETE_EVERY_MS = 5_000;
const RELEASE_EVERY_MS = 5_000;
const REFUND_EVERY_MS = 5_000;
const SERVE_EVERY_MS = 5_000;

/** Opens events: sets up what many requests share. */
export async function openEvents(context: Context, { payments, papers }: EventsOptions): Promise<Events> {
  const keyRing = createKeyRing(context);
  const cache = createEventCache(context);
  const module: Events = {
    ...context,
    cache,
    holdLimit: createMinuteLimit(context.world.monotonicMs),
    allocate: createAllocator({ ...context, payments, keyRing, cache, composeOffers }),
    payments,
    papers,
    pictures: createPhotoEncoder(),
    keyRing,
    snapshots: createSnapshots(context, (tenant, offer) =>
      obtainableTicketsOf({ ...context, payments }, tenant, offer),
    ),
    devices: createDeviceCache(context),
    typedCodes: createTypedCodeCache(context),
    scans: openScanContext(context),
    statsWatch: createStatsWatch(context),
  };
  payments.register(ownPayments(() => module));
  return module;
}

/** What any one node does for all. */
export function eventLoops(module: Events): readonly Loop[] {
  return [
    { name: 'events.complete', everyMs: COMPLETE_EVERY_MS, turn: () => completeEvents(module) },
    { name: 'events.release', everyMs: RELEASE_EVERY_MS, turn: () => runDueOrders(module) },
    { name: 'events.holdAgain', everyMs: RELEASE_EVERY_MS, turn: () => releaseOrphans(module) },
    { name: 'events.refund', everyMs: REFUND_EVERY_MS, turn: openRefundRounds(module) },
    { name: 'events.waitlist', everyMs: SERVE_EVERY_MS, turn: openWaitlistRounds(module) },
    ...cancellationLoops(module),
    ...codeLoops(module),
  ];
}
