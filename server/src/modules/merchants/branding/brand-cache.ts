import { accentUsed } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { tellPhone } from '../../../kernel/phone/phone.ts';
import type { PaperBrand, PaperBrands } from '../../../kernel/running/paper-brand.ts';
import { findFile } from '../../files/index.ts';
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

/** How printed papers look: the brand as pages show it, with the picture itself, since a paper loads nothing. */
export function openPaperBrands({ store, world }: Context, brands: BrandCache): PaperBrands {
  return {
    async find(tenant) {
      const { look } = await brands.find(tenant);
      const file =
        look.logo_token === null ? undefined : await findFile(store.system, look.logo_token, world.now());
      return dressPaper(look, file?.bytes ?? null);
    },
  };
}

/** Paper is white: it takes the colours of light pages. */
function dressPaper(look: Look, logo: Uint8Array | null): PaperBrand {
  const { brand, on_brand: on, brand_ink: ink, brand_tint: tint } = accentUsed(look.accent).light;
  const phone = look.phone === null ? null : tellPhone(look.phone);
  const whatsapp = look.whatsapp === null ? null : `WhatsApp ${tellPhone(look.whatsapp)}`;
  return {
    logo,
    colours: { accent: brand, on, ink, tint },
    support: [phone, whatsapp, look.email].filter((way) => way !== null),
    returns: look.returns,
    policies: [look.terms_url, look.privacy_url].filter((url) => url !== null),
    footer: look.footer,
  };
}
