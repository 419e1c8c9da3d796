import type { Events } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import { cancellationLoops } from './cancellation/work-on-cancellations.ts';
import { completeEvents } from './events/complete-events.ts';
import { createDeviceCache } from './scanning/device-cache.ts';
import { openScanContext } from './scanning/scan-context.ts';
import { createTypedCodeCache } from './scanning/typed-codes.ts';
import { createStatsWatch } from './scanning/read-stats.ts';
import { openOrders, orderLoops } from './open-orders.ts';
import { ownPayments } from './orders/own-payments.ts';
import { createSnapshots } from './events/public/snapshots.ts';
import { codeLoops } from './tickets/seal-plain-codes.ts';
import { createKeyRing } from './tickets/key-ring.ts';

/** What main hands to the module beside the context. */
export type EventsOptions = { readonly payments: PaymentPort; readonly papers: PaperBrands };

const COMPLETE_EVERY_MS = 5_000;

/** Opens events: sets up what many requests share. */
export async function openEvents(context: Context, { payments, papers }: EventsOptions): Promise<Events> {
  const keyRing = createKeyRing(context);
  const orders = openOrders(context, { payments, keyRing });
  const module: Events = {
    ...context,
    ...orders,
    payments,
    papers,
    pictures: createPhotoEncoder(),
    keyRing,
    snapshots: createSnapshots(context),
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
    ...orderLoops(module),
    ...cancellationLoops(module),
    ...codeLoops(module),
  ];
}
