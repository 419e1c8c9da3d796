import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { findLook, type Look } from './branding.queries.ts';

/** What dresses a page, a paper or a letter of a merchant: paths of pictures on this server, not whole addresses. */
export type Brand = {
  readonly storeName: string;
  readonly look: Look;
};

export type BrandCache = {
  readonly find: (tenant: Tenant) => Promise<Brand>;
  /** Forgets it on every node. */
  readonly forget: (tenant: Tenant) => void;
};

const CHANNEL = 'cottontree_branding';
const REMEMBERED_MS = 30_000;
const REMEMBERED_MAX = 5_000;

/** Remembers brands for half a minute, or until any node says that they changed. */
export function createBrandCache({ store, world }: Pick<Context, 'store' | 'world'>): BrandCache {
  const known = new Map<string, { readonly brand: Promise<Brand>; readonly untilMs: number }>();
  store.listen(CHANNEL, (name) => known.delete(name));
  return {
    find(tenant) {
      const name = nameOf(tenant);
      const entry = known.get(name);
      if (entry && entry.untilMs > world.monotonicMs()) return entry.brand;
      if (known.size >= REMEMBERED_MAX) known.clear();
      const brand = findLook(store.of(tenant), tenant);
      known.set(name, { brand, untilMs: world.monotonicMs() + REMEMBERED_MS });
      brand.catch(() => known.delete(name));
      return brand;
    },
    forget(tenant) {
      known.delete(nameOf(tenant));
      store.notify(CHANNEL, nameOf(tenant));
    },
  };
}

function nameOf({ merchantId, livemode }: Tenant): string {
  return `${merchantId} ${livemode}`;
}
