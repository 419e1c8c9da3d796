import type { Merchant } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { PhotoEncoder } from '../files/index.ts';
import type { BrandCache } from './branding/brand-cache.ts';
import type { Authenticator } from './authenticate.ts';
import type { ErasureWatch } from './erasure/erasure-watch.ts';

/** What the operations of keys and test clocks share. */
export type Merchants = Context & {
  readonly authenticator: Authenticator;
  /** Whose test data is being erased. */
  readonly erasures: ErasureWatch;
  /** Makes pictures of the branding anew. */
  readonly pictures: PhotoEncoder;
  /** What dresses the merchants' pages. */
  readonly brands: BrandCache;
  /** Ends when everything due at `now` in the tenant's data is done. */
  readonly runDue: RunDue;
  readonly findPickup: FindPickup;
};

/** The place where a merchant's parcels are fetched unless a request says otherwise. */
export type FindPickup = (tenant: Tenant) => Promise<Merchant['default_pickup']>;

/** Does what a merchant's business time has made due, whichever capability it belongs to. */
export type RunDue = (tenant: Tenant, now: Date) => Promise<void>;
