import type { PaperBrand } from '../../src/kernel/running/paper-brand.ts';

/** The papers of a merchant that chose nothing. */
export const PLAIN_PAPER_BRAND: PaperBrand = Object.freeze({
  logo: null,
  colours: { accent: '#1d5c3f', on: '#ffffff', ink: '#174a33', tint: '#e4efe6' },
  support: [],
  returns: null,
  policies: [],
  footer: null,
});
