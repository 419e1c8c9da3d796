import type { FontName } from './fonts.ts';

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
