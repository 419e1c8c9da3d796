import type { FontName } from './parsed-fonts.ts';
import { wrapText, type TextToWrap } from './fit-text.ts';

/** Points. A4 with what office printers leave white, and room for the foot. */
export const PAGE: {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
} = Object.freeze({ left: 50, right: 545, top: 50, bottom: 768, width: 495 });

/** Where the next thing goes, from top to bottom over as many pages as it takes. */
export type Sheet = {
  readonly document: PDFKit.PDFDocument;
  y: number;
  /** Drawn at the top of a page that goes on with something begun before; empty outside of it. */
  onPage: () => void;
};

/** Begins another page unless so much is left of this one; answers whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= PAGE.bottom) return false;
  sheet.document.addPage();
  sheet.y = PAGE.top;
  sheet.onPage();
  return true;
}

type SheetWriting = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font?: FontName;
  readonly color?: string;
  /** The text ends here instead of beginning at `x`. */
  readonly endsAt?: number;
};

/** One line that is not wrapped. */
export function write(
  { document }: Sheet,
  text: string,
  { x, y, size, font = 'regular', color = INK, endsAt }: SheetWriting,
): void {
  document.font(font).fontSize(size).fillColor(color);
  const at = endsAt === undefined ? x : endsAt - document.widthOfString(text);
  document.text(text, at, y, { lineBreak: false });
}

type Column = TextToWrap & { readonly x: number; readonly color?: string };

/** A line takes so much more than its letters are high. */
const LEADING = 1.35;

export function heightOf(lines: number, size: number): number {
  return lines * size * LEADING;
}

/** Lines one below the other; answers where they end. */
export function writeLines(
  sheet: Sheet,
  lines: readonly string[],
  { x, y, size, font, color = INK }: Omit<Column, 'width'> & { readonly y: number },
): number {
  lines.forEach((line, at) => write(sheet, line, { x, y: y + heightOf(at, size), size, font, color }));
  return y + heightOf(lines.length, size);
}

/** A text in one line: smaller where it has to be, and cut where even that is too long. */
export function writeFitted(
  sheet: Sheet,
  text: string,
  {
    sizes,
    width,
    ...writing
  }: Omit<SheetWriting, 'size'> & { readonly sizes: readonly [number, ...number[]]; readonly width: number },
): void {
  const { document } = sheet;
  const widthIn = (shown: string, size: number): number =>
    document
      .font(writing.font ?? 'regular')
      .fontSize(size)
      .widthOfString(shown);
  const size = sizes.find((one) => widthIn(text, one) <= width) ?? sizes.at(-1) ?? sizes[0];
  let shown = text;
  while (shown.length > 1 && widthIn(shown, size) > width) shown = `${shown.slice(0, -2)}…`;
  write(sheet, shown, { ...writing, size });
}

/** As `writeLines` with a text that is wrapped first, cut after so many lines. */
export function writeBlock(
  sheet: Sheet,
  text: string,
  { y, linesMax, ...column }: Column & { readonly y: number; readonly linesMax: number },
): number {
  const lines = wrapText(sheet.document, text, column);
  const shown =
    lines.length > linesMax
      ? [...lines.slice(0, linesMax - 1), `${(lines[linesMax - 1] ?? '').slice(0, -2)}…`]
      : lines;
  return writeLines(sheet, shown, { ...column, y });
}

/** The thin line that parts things. */
export function rule(sheet: Sheet, y: number, { from = PAGE.left, to = PAGE.right } = {}): void {
  sheet.document.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(LINE);
}

export const INK = '#17211a';
export const SOFT = '#54615a';
export const LINE = '#d9d5c8';

/** What a mark says before it is read. */
export type PaperTone = 'good' | 'bad' | 'calm' | 'warn';

/** Each tone is read on its paper with a contrast of more than 7. */
export const TONES: Readonly<Record<PaperTone, { readonly paper: string; readonly ink: string }>> =
  Object.freeze({
    good: { paper: '#dff0e4', ink: '#12492f' },
    bad: { paper: '#fbe5e1', ink: '#7d1a11' },
    calm: { paper: '#ececea', ink: '#3a423d' },
    warn: { paper: '#fbefd2', ink: '#5c3d00' },
  });
