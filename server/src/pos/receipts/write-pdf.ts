// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit';
import type { ReceiptWidth } from '@cottontree/contract';
import { FONTS, printable, type FontName } from '../../print/index.ts';
import { stackBands, type Band } from './pdf-bands.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** 58 and 80 mm in points. */
const PAPER_POINTS: Readonly<Record<ReceiptWidth, number>> = Object.freeze({ 58: 164.41, 80: 226.77 });
const MARGIN_POINTS = 11;
/** Readers show no page longer than 14,400. */
const PAGE_POINTS_MAX = 14_000;

/** A receipt as a PDF as wide as the paper and as long as it needs; a very long one goes on on a second page. The same receipt makes the same bytes. */
export async function writePdf(sheet: ReceiptSheet, { width, at }: { readonly width: ReceiptWidth; readonly at: Date }): Promise<Buffer> {
  const paper = PAPER_POINTS[width];
  const document = new PDFDocument({
    size: [paper, paper], margin: 0, autoFirstPage: false, pdfVersion: '1.7', lang: sheet.language === 'en' ? 'en' : 'kri', displayTitle: true,
    info: { Title: printable(`${sheet.title}, ${sheet.store}`), Author: printable(sheet.store), Creator: 'Cottontree', Producer: 'Cottontree', CreationDate: at },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  for (const name of Object.keys(FONTS) as FontName[]) document.registerFont(name, FONTS[name]);
  const place = { document, x: MARGIN_POINTS, width: paper - 2 * MARGIN_POINTS };
  for (const bands of pagesOf(stackBands(sheet, place))) {
    document.addPage({ size: [paper, bands.reduce((sum, { height }) => sum + height, 2 * MARGIN_POINTS)], margin: 0 });
    let y = MARGIN_POINTS;
    for (const band of bands) {
      band.draw(y);
      y += band.height;
    }
  }
  document.end();
  await written;
  return Buffer.concat(parts);
}

function pagesOf(bands: readonly Band[]): readonly (readonly Band[])[] {
  const pages: Band[][] = [[]];
  let used = 0;
  for (const band of bands) {
    if (used + band.height > PAGE_POINTS_MAX) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(band);
    used += band.height;
  }
  return pages;
}
