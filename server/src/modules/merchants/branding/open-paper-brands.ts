import { accentUsed } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { tellPhone } from '../../../kernel/phone/tell-phone.ts';
import type { PaperBrand, PaperBrands } from '../../../kernel/running/paper-brand.ts';
import { findFile } from '../../files/index.ts';
import type { BrandCache } from './brand-cache.ts';
import type { Look } from './branding.queries.ts';

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
