import type { FindPickup, Merchants, RunDue } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createPhotoEncoder } from '../files/index.ts';
import { createBrandCache } from './branding/brand-cache.ts';
import { createAuthenticator } from './authenticate.ts';

/** Opens the merchants module: keys become callers here. */
export function openMerchants(
  context: Context,
  { runDue, findPickup }: { readonly runDue: RunDue; readonly findPickup: FindPickup },
): Merchants {
  return {
    ...context,
    authenticator: createAuthenticator(context),
    pictures: createPhotoEncoder(),
    brands: createBrandCache(context),
    runDue,
    findPickup,
  };
}
