import type { Context } from '../../kernel/call/context.ts';
import type { PaymentDesk } from '../payments/index.ts';
import type { DeviceBook } from './scanning/device-book.ts';
import type { ScanGround } from './scanning/scan-ground.ts';
import type { TypedCodeBook } from './scanning/typed-codes.ts';
import type { StatsWatch } from './scanning/watch-stats.ts';
import type { Orders } from './orders/module.ts';
import type { Snapshots } from './events/public/snapshots.ts';
import type { KeyRing } from './tickets/key-ring.ts';

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
