import type { FindPickup, Merchants, RunDue } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { BrandCache } from './branding/brand-cache.ts';
import { createAuthenticator } from './authenticate.ts';
import { openErasureWatch } from './erasure/erasure-watch.ts';

/** Opens the merchants module: keys become callers here. */
export function openMerchants(
  context: Context,
  {
    brands,
    runDue,
    findPickup,
  }: { readonly brands: BrandCache; readonly runDue: RunDue; readonly findPickup: FindPickup },
): Merchants {
  return {
    ...context,
    authenticator: createAuthenticator(context),
    erasures: openErasureWatch(context),
    pictures: createPhotoEncoder(),
    brands,
    runDue,
    findPickup,
  };
}
