import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The tickets' fonts. Krio's ɛ, ɔ and ŋ are not in the fonts that every PDF reader has. */
export const FONTS = Object.freeze({
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  mono: resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
});
export type FontName = keyof typeof FONTS;
