import type { Context } from '../../kernel/call/context.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { PhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import type { DeviceCache } from './scanning/device-cache.ts';
import type { ScanContext } from './scanning/scan-context.ts';
import type { TypedCodeCache } from './scanning/typed-codes.ts';
import type { StatsWatch } from './scanning/read-stats.ts';
import type { Orders } from './orders/module.ts';
import type { Snapshots } from './events/public/snapshots.ts';
import type { KeyRing } from './tickets/key-ring.ts';

/** What the operations of events share. */
export type Events = Context &
  Orders & {
    /** Through whom tickets are paid for and money goes back. */
    readonly payments: PaymentPort;
    /** How papers look. */
    readonly papers: PaperBrands;
    /** Makes covers anew. */
    readonly pictures: PhotoEncoder;
    /** The keys that sign tickets. */
    readonly keyRing: KeyRing;
    /** Events as the public reads them. */
    readonly snapshots: Snapshots;
    /** The paired devices that scan. */
    readonly devices: DeviceCache;
    /** What doors without network look typed codes up by. */
    readonly typedCodes: TypedCodeCache;
    /** The statements that scans of all requests share. */
    readonly scans: ScanContext;
    /** Tells of the doors' figures as they change. */
    readonly statsWatch: StatsWatch;
  };
