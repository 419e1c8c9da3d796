import { setImmediate } from 'node:timers/promises';
import { labelsOnSheet, type LabelPaper, type ReceiptLanguage } from '@cottontree/contract';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { PrintKind } from '../../../kernel/running/press.ts';
import { openDocument } from '../../../print/index.ts';
import type { Label } from './compose-label.ts';
import { drawLabel, LABEL } from './draw-label.ts';
import { LABEL_WORDS } from './label-words.ts';

/** Labels with what dresses them, and what they go on. */
export type DressedLabels = {
  readonly labels: readonly Label[];
  readonly brand: PaperBrand;
  readonly language: ReceiptLanguage;
  readonly paper: LabelPaper;
  /** Of a sheet, from 1. */ readonly firstPlace: number;
};

export const LABELS: PrintKind<DressedLabels> = { name: 'labels', print: drawLabels };

/** Points. */
const A4 = { width: 595.28, height: 841.89 };
/** What printers leave white at the edge of a sheet, and room for scissors. */
const SHEET_SCALE = 0.95;
const ACROSS = 2;

/** Labels as one PDF, a page for each or four to a sheet. The same labels make the same bytes. */
export async function drawLabels({
  labels,
  brand,
  language,
  paper,
  firstPlace,
}: DressedLabels): Promise<Buffer> {
  const words = LABEL_WORDS[language];
  const { document, finish } = await openDocument({
    title: `${words.title}: ${labels.map(({ jobNumber }) => jobNumber).join(', ')}`,
    author: labels[0]?.storeName ?? '',
    language,
    writtenAt: labels.reduce(
      (latest, { writtenAt }) => (writtenAt > latest ? writtenAt : latest),
      new Date(0),
    ),
    size: paper === 'a4' ? 'A4' : [LABEL.width, LABEL.height],
  });
  // As a text, it is kept once in the document, however many labels show it.
  const logo =
    brand.logo === null ? null : `data:image/jpeg;base64,${Buffer.from(brand.logo).toString('base64')}`;
  for (const [at, label] of labels.entries()) {
    const place = paper === 'a4' ? (firstPlace - 1 + at) % labelsOnSheet : 0;
    if (paper !== 'a4' || place === 0 || at === 0) document.addPage();
    if (paper === 'a4' && (place === 0 || at === 0)) drawCuts(document);
    document.save();
    if (paper === 'a4') placeOnSheet(document, place);
    drawLabel(document, label, { words, logo });
    document.restore();
    // A label takes some milliseconds; nobody else waits for more than one.
    await setImmediate();
  }
  return finish();
}

function placeOnSheet(document: PDFKit.PDFDocument, place: number): void {
  const [width, height] = [A4.width / ACROSS, A4.height / (labelsOnSheet / ACROSS)];
  document
    .translate(
      (place % ACROSS) * width + (width - LABEL.width * SHEET_SCALE) / 2,
      Math.floor(place / ACROSS) * height + (height - LABEL.height * SHEET_SCALE) / 2,
    )
    .scale(SHEET_SCALE);
}

/** Where to cut. */
function drawCuts(document: PDFKit.PDFDocument): void {
  document
    .moveTo(A4.width / 2, 0)
    .lineTo(A4.width / 2, A4.height)
    .moveTo(0, A4.height / 2)
    .lineTo(A4.width, A4.height / 2)
    .lineWidth(0.5)
    .dash(3, { space: 4 })
    .stroke('#888888')
    .undash();
}
