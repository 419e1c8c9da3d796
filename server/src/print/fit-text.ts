import type { FontName } from './parsed-fonts.ts';

export type TextBox = {
  readonly font: FontName;
  /** Points, the one to begin with first. */
  readonly sizes: readonly number[];
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly align?: 'center';
};

/** Letters of a word that is longer than its line are kept together no more. */
const WORD_MAX = 28;

/** Writes text as large as it fits, cut short only where it does not even in the smallest size; answers its height. */
export function fitText(document: PDFKit.PDFDocument, text: string, box: TextBox): number {
  const { font, sizes, color, x, y, width, height, align } = box;
  const words = text.replaceAll(new RegExp(`(\\S{${WORD_MAX}})(?=\\S)`, 'gu'), '$1 ');
  const options = { width, lineGap: 1, ...(align ? { align } : {}) };
  const heightAt = (size: number): number =>
    document.font(font).fontSize(size).heightOfString(words, options);
  const size = sizes.find((one) => heightAt(one) <= height) ?? sizes.at(-1) ?? 8;
  const used = Math.min(heightAt(size), height);
  document
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(words, x, y, { ...options, height: Math.max(height, size * 1.3), ellipsis: true });
  return used;
}

export type TextToWrap = {
  readonly font: FontName;
  /** Points, both. */ readonly size: number;
  readonly width: number;
};

/** Text as lines that fit the width; what is longer than a line without a blank is broken anywhere. Line ends of the text stay. */
export function wrapText(
  document: PDFKit.PDFDocument,
  text: string,
  { font, size, width }: TextToWrap,
): readonly string[] {
  document.font(font).fontSize(size);
  const widthOf = (part: string): number => document.widthOfString(part);
  return text.split('\n').flatMap((paragraph) => wrapParagraph(printable(paragraph), { widthOf, width }));
}

type Measure = { readonly widthOf: (text: string) => number; readonly width: number };

function wrapParagraph(text: string, measure: Measure): readonly string[] {
  const lines: string[] = [];
  const blank = measure.widthOf(' ');
  let [line, used] = ['', 0];
  for (const word of text.split(' ').flatMap((one) => breakWord(one, measure))) {
    const taken = measure.widthOf(word);
    if (line !== '' && used + blank + taken > measure.width) {
      lines.push(line);
      [line, used] = [word, taken];
    } else {
      [line, used] = line === '' ? [word, taken] : [`${line} ${word}`, used + blank + taken];
    }
  }
  return [...lines, line];
}

function breakWord(word: string, { widthOf, width }: Measure): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const character of word) {
    const taken = widthOf(character);
    if (piece !== '' && used + taken > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += character;
    used += taken;
  }
  return [...pieces, piece];
}

/** Latin, Greek and Cyrillic with their marks, Armenian, and the signs of trade: what the font has whatever stands beside it. */
const PRINTED =
  /[\u0020-\u007e\u00a0-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20bf\u2100-\u214f\u2190-\u22ff\u25a0-\u26ff]/u;
/** Signs that only say how others are shown. */
const SILENT = /[\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** Shown for what the font has no sign for. */
const UNKNOWN = '\u25a1';

/** Text as the tickets' font can show it; what it cannot is a box, so that no text can spoil a page. */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll(SILENT, '').replaceAll(/\s+/g, ' ').trim();
  return Array.from(plain, (character) => (PRINTED.test(character) ? character : UNKNOWN)).join('');
}
