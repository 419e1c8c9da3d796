import type { ReceiptWidth } from '@cottontree/contract';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { PrintKind } from '../../../kernel/running/press.ts';
import { openDocument } from '../../../print/index.ts';
import { stackBands, type Band } from './pdf-bands.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** 58 and 80 mm in points. */
const PAPER_POINTS: Readonly<Record<ReceiptWidth, number>> = Object.freeze({ 58: 164.41, 80: 226.77 });
const MARGIN_POINTS = 11;
/** Readers show no page longer than 14,400. */
const PAGE_POINTS_MAX = 14_000;

export const RECEIPT: PrintKind<{
  readonly sheet: ReceiptSheet;
  readonly width: ReceiptWidth;
  readonly at: Date;
  readonly brand: PaperBrand;
}> = { name: 'receipt', print: ({ sheet, ...how }) => writePdf(sheet, how) };

/** A receipt as a PDF as wide as the paper and as long as it needs; a very long one goes on on a second page. The same receipt makes the same bytes. */
export async function writePdf(
  sheet: ReceiptSheet,
  { width, at, brand }: { readonly width: ReceiptWidth; readonly at: Date; readonly brand: PaperBrand },
): Promise<Buffer> {
  const paper = PAPER_POINTS[width];
  const { document, finish } = await openDocument({
    title: `${sheet.title}, ${sheet.store}`,
    author: sheet.store,
    language: sheet.language === 'en' ? 'en' : 'kri',
    writtenAt: at,
    size: [paper, paper],
  });
  const place = { document, x: MARGIN_POINTS, width: paper - 2 * MARGIN_POINTS };
  for (const bands of pagesOf(stackBands(sheet, place, brand))) {
    document.addPage({
      size: [paper, bands.reduce((sum, { height }) => sum + height, 2 * MARGIN_POINTS)],
      margin: 0,
    });
    let y = MARGIN_POINTS;
    for (const band of bands) {
      band.draw(y);
      y += band.height;
    }
  }
  return finish();
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
