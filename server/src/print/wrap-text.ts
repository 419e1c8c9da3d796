import type { FontName } from './fonts.ts';
import { printable } from './printable.ts';

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
