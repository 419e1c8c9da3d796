import type { Tenant } from '../call/tenant.ts';

/** What dresses the papers of a merchant: plain values, so that another thread can draw them. */
export type PaperBrand = {
  /** JPEG of our own making; null: the name stands in its place. */
  readonly logo: Uint8Array | null;
  /** `#rrggbb`, each readable where it stands: words and lines in `ink` on white and on the tint, words `on` the accent. */
  readonly colours: {
    readonly accent: string;
    readonly on: string;
    readonly ink: string;
    readonly tint: string;
  };
  /** Whom customers ask: phone, WhatsApp and e-mail as far as there are any. */
  readonly support: readonly string[];
  /** In words; null: none. */
  readonly returns: string | null;
  /** Addresses of what the merchant promises. */
  readonly policies: readonly string[];
  readonly footer: string | null;
};

export type PaperBrands = { readonly find: (tenant: Tenant) => Promise<PaperBrand> };

/** Stands small at the foot of every paper. */
export const MADE_BY = 'by Cottontree';
