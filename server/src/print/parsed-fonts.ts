import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font, Glyph } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Its types leave out that it takes what has been parsed. */
      registerFont(name: string, parsed: Font): this;
    }
  }
}

export type FontSet = Readonly<Record<FontName, Font>>;

/** Sets that no document uses now. To parse their tables anew took four fifths of what a document of one page costs. */
const idle: FontSet[] = [];
const IDLE_MAX = 2;

/** Parsed fonts for one document at a time: they remember which characters a glyph was asked for. */
export async function takeFonts(): Promise<FontSet> {
  return (
    idle.pop() ?? { regular: await parse('regular'), bold: await parse('bold'), mono: await parse('mono') }
  );
}

/** For the documents that come; a set that was never given back is forgotten. */
export function giveBackFonts(fonts: FontSet): void {
  if (idle.length < IDLE_MAX) idle.push(fonts);
}

async function parse(name: FontName): Promise<Font> {
  const { create } = await import('fontkit');
  const font = create(await readFile(FONTS[name]));
  if (!('getGlyph' in font)) throw new Error(`${FONTS[name]} holds several fonts.`);
  return namingGlyphsAnew(font);
}

/**
 * The engine keeps a glyph with the characters that it was first asked for, in whatever document: none, where it was
 * part of another glyph. So text would be copied from a document as it stood in one before.
 */
function namingGlyphsAnew(font: Font): Font {
  const kept = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []): Glyph => {
    const glyph = kept(id, codePoints);
    if (codePoints.length > 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

const { resolve } = createRequire(import.meta.url);

/** The tickets' fonts. Krio's ɛ, ɔ and ŋ are not in the fonts that every PDF reader has. */
const FONTS = Object.freeze({
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  mono: resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
});
export type FontName = keyof typeof FONTS;
