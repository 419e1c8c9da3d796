import type { Context } from '../core/context.ts';
import type { Loop } from '../core/loop.ts';
import type { PaymentDesk } from '../payments/index.ts';
import { cancellationLoops } from './cancellation/work-on-cancellations.ts';
import { completeEvents } from './complete-events.ts';
import { createDeviceBook, type DeviceBook } from './scanning/device-book.ts';
import { openScanGround, type ScanGround } from './scanning/scan-ground.ts';
import { createTypedCodeBook, type TypedCodeBook } from './scanning/typed-codes.ts';
import { createStatsWatch, type StatsWatch } from './scanning/watch-stats.ts';
import { openOrders, orderLoops, type Orders } from './orders/open-orders.ts';
import { ownPayments } from './orders/own-payments.ts';
import { createSnapshots, type Snapshots } from './public/snapshots.ts';
import { codeLoops } from './tickets/seal-plain-codes.ts';
import { createKeyRing, type KeyRing } from './tickets/key-ring.ts';

/** What the operations of events share. */
export type Events = Context &
  Orders & {
    /** Through whom tickets are paid for and money goes back. */
    readonly payments: PaymentDesk;
    /** The keys that sign tickets. */
    readonly keyRing: KeyRing;
    /** Events as the public reads them. */
    readonly snapshots: Snapshots;
    /** The paired devices that scan. */
    readonly devices: DeviceBook;
    /** What doors without network look typed codes up by. */
    readonly typedCodes: TypedCodeBook;
    /** The statements that scans of all requests share. */
    readonly scans: ScanGround;
    /** Tells of the doors' figures as they change. */
    readonly statsWatch: StatsWatch;
  };

/** What main hands to the room beside the context. */
export type EventsOptions = { readonly payments: PaymentDesk };

const COMPLETE_EVERY_MS = 5_000;

/** Opens events: sets up what many requests share. */
export async function openEvents(context: Context, { payments }: EventsOptions): Promise<Events> {
  const keyRing = createKeyRing(context);
  const orders = openOrders(context, { payments, keyRing });
  const room: Events = {
    ...context,
    ...orders,
    payments,
    keyRing,
    snapshots: createSnapshots(context),
    devices: createDeviceBook(context),
    typedCodes: createTypedCodeBook(context),
    scans: openScanGround(context),
    statsWatch: createStatsWatch(context),
  };
  payments.register(ownPayments(() => room));
  return room;
}

/** What any one node does for all. */
export function eventLoops(room: Events): readonly Loop[] {
  return [
    { name: 'events.complete', everyMs: COMPLETE_EVERY_MS, turn: () => completeEvents(room) },
    ...orderLoops(room),
    ...cancellationLoops(room),
    ...codeLoops(room),
  ];
}
