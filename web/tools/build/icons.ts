import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { InstallableApp } from './apps.ts';

const MARK = new URL('../../kit/mark.svg', import.meta.url);
/** Side of the mark's own drawing. */
const MARK_UNITS = 32;
/** A device may cut a maskable icon to a circle of four fifths of its side; the mark has to lie within. */
const MASKED_SHARE = 0.72;

export type AppIcon = {
  readonly fileName: string;
  readonly sizePx: number;
  readonly purpose: 'any' | 'maskable';
  readonly bytes: Uint8Array;
};

/** The mark on the ground of an app, in the sizes that devices ask for. */
export async function appIcons(name: string, { colour }: InstallableApp): Promise<readonly AppIcon[]> {
  const mark = await readFile(MARK, 'utf8');
  const drawn = mark.slice(mark.indexOf('<g '), mark.lastIndexOf('</svg>'));
  const wanted = [
    { sizePx: 192, purpose: 'any' },
    { sizePx: 512, purpose: 'any' },
    { sizePx: 512, purpose: 'maskable' },
  ] as const;
  return Promise.all(
    wanted.map(async ({ sizePx, purpose }) => {
      const svg = purpose === 'any' ? rounded(drawn, colour) : bled(drawn, colour);
      const bytes = await sharp(Buffer.from(svg)).resize(sizePx, sizePx).png({ palette: true }).toBuffer();
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
      return { fileName: `assets/${name}.${purpose}-${sizePx}-${hash}.png`, sizePx, purpose, bytes };
    }),
  );
}

const HEAD = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 ${MARK_UNITS} ${MARK_UNITS}">`;

function rounded(drawn: string, colour: string): string {
  return `${HEAD}<rect width="${MARK_UNITS}" height="${MARK_UNITS}" rx="8" fill="${colour}"/>${drawn}</svg>`;
}

function bled(drawn: string, colour: string): string {
  const margin = (MARK_UNITS * (1 - MASKED_SHARE)) / 2;
  return `${HEAD}<rect width="${MARK_UNITS}" height="${MARK_UNITS}" fill="${colour}"/><g transform="translate(${margin} ${margin}) scale(${MASKED_SHARE})">${drawn}</g></svg>`;
}
