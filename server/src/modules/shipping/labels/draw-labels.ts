import { setImmediate } from 'node:timers/promises';
import { labelsOnSheet, type LabelPaper, type ReceiptLanguage } from '@cottontree/contract';
import { MADE_BY, type PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { PrintKind } from '../../../kernel/running/press.ts';
import { drawQr, fitText, openDocument, printable, type FontName } from '../../../print/index.ts';
import { LABEL_WORDS, type Label, type LabelWords } from './compose-label.ts';

/** Labels with what dresses them, and what they go on. */
type DressedLabels = {
  readonly labels: readonly Label[];
  readonly brand: PaperBrand;
  readonly language: ReceiptLanguage;
  readonly paper: LabelPaper;
  /** Of a sheet, from 1. */ readonly firstPlace: number;
};

/** 100 by 150 mm in points. */
const LABEL = { width: 283.46, height: 425.2 };

const MARGIN = 13;
const WIDTH = LABEL.width - 2 * MARGIN;

/** 3.2 cm, of which the code itself is 2.6 cm: it is read from a hand's breadth. */
const QR_SIDE = 91;
const HEAD = { width: WIDTH - QR_SIDE - 4, logoHeight: 28 };

/** Label printers know nothing but black. */
const INK = '#000000';

/** From the top: where the three parts end. */
const HEAD_END = 108;

const RIGHT = LABEL.width - MARGIN;

const WAY_END = 300;

const PAPER = '#ffffff';

const CASH = { y: 362, height: 40 };

export const LABELS: PrintKind<DressedLabels> = { name: 'labels', print: drawLabels };

/** Points. */
const A4 = { width: 595.28, height: 841.89 };
/** What printers leave white at the edge of a sheet, and room for scissors. */
const SHEET_SCALE = 0.95;
const ACROSS = 2;

/** Labels as one PDF, a page for each or four to a sheet. The same labels make the same bytes. */
async function drawLabels({ labels, brand, language, paper, firstPlace }: DressedLabels): Promise<Buffer> {
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

type Document = PDFKit.PDFDocument;

/** What a label is drawn with. */
type LabelDress = {
  readonly words: LabelWords;
  /** As a data address. */
  readonly logo: string | null;
};

/** One label, with its upper left corner where the document's is. */
function drawLabel(document: Document, label: Label, dress: LabelDress): void {
  drawHead(document, label, dress);
  drawLine(document, HEAD_END);
  drawWay(document, label, dress.words);
  drawLine(document, WAY_END);
  drawParcel(document, label);
  drawCash(document, label, dress.words);
  small(document, MADE_BY, CASH.y + CASH.height + 4);
}

type Place = { readonly y: number; readonly height: number; readonly width?: number };
type Type = { readonly font: FontName; readonly sizes: readonly number[]; readonly color?: string };

/** Answers where it ends. */
function put(
  document: Document,
  text: string,
  { y, height, width = WIDTH, font, sizes, color = INK }: Place & Type,
): number {
  if (text === '') return y;
  const lines = text.split('\n').map(printable).join('\n');
  return y + fitText(document, lines, { font, sizes, color, x: MARGIN, y, width, height });
}

function small(document: Document, text: string, y: number): void {
  document.font('regular').fontSize(6.5).fillColor(INK).text(text, MARGIN, y, { lineBreak: false });
}

function drawLine(document: Document, y: number): void {
  document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(1).stroke(INK);
}

function drawHead(
  document: Document,
  { storeName, from, jobNumber }: Label,
  { words, logo }: LabelDress,
): void {
  const { width, logoHeight } = HEAD;
  let y = MARGIN;
  if (logo !== null) {
    document.image(logo, MARGIN, y, { fit: [width, logoHeight] });
    y += logoHeight + 3;
  }
  const sizes = logo === null ? [16, 13, 11, 9] : [10, 9, 8];
  y = put(document, storeName, { y, height: logo === null ? 40 : 13, width, font: 'bold', sizes }) + 4;
  small(document, words.from, y);
  put(document, from, { y: y + 9, height: HEAD_END - y - 13, width, font: 'regular', sizes: [9, 8, 7] });
  drawCode(document, jobNumber);
}

function drawCode(document: Document, jobNumber: string): void {
  const { side, runs } = drawQr(jobNumber);
  const field = QR_SIDE / side;
  // Its own quiet zone is as wide as the label's edge.
  const x = RIGHT - QR_SIDE + 4 * field;
  const y = MARGIN - 4 * field;
  for (const run of runs) document.rect(x + run.x * field, y + run.y * field, run.width * field, field);
  document.fill(INK);
}

/** Whom it is for and how one gets there: what a courier reads in the street, so as large as it goes. */
function drawWay(document: Document, { name, phone, address, city, ways }: Label, words: LabelWords): void {
  small(document, words.to, HEAD_END + 6);
  let y = HEAD_END + 15;
  y = put(document, name, { y, height: 28, font: 'bold', sizes: [21, 17, 14, 11] }) + 2;
  y = put(document, phone, { y, height: 19, font: 'bold', sizes: [15, 12, 10] }) + 3;
  y = put(document, address, { y, height: 36, font: 'regular', sizes: [14, 12, 10.5, 9] }) + 1;
  y = put(document, city, { y, height: 19, font: 'bold', sizes: [14, 11, 9] }) + 3;
  for (const [at, { label, text }] of ways.entries()) {
    const height = (WAY_END - 3 - y) / (ways.length - at);
    y =
      put(document, `${label}: ${text}`, { y, height, font: 'regular', sizes: [10.5, 9.5, 8.5, 7.5, 6.5] }) +
      1;
  }
}

function drawParcel(document: Document, { jobNumber, order, parcel, flags }: Label): void {
  const width = WIDTH - drawFlags(document, flags, WAY_END + 6);
  const y = put(document, jobNumber, { y: WAY_END + 6, height: 22, width, font: 'mono', sizes: [18, 14] });
  put(document, `${order}\n${parcel}`, { y: y + 1, height: 30, width, font: 'regular', sizes: [9, 8, 7] });
}

/** White on black, at the right, one below the other; answers how much of the width they take. */
function drawFlags(document: Document, flags: readonly string[], top: number): number {
  const widths = flags.map((flag, at) => {
    const text = printable(flag);
    const width = document.font('bold').fontSize(9).widthOfString(text) + 8;
    const y = top + at * 17;
    document.rect(RIGHT - width, y, width, 15).fill(INK);
    document.fillColor(PAPER).text(text, RIGHT - width + 4, y + 3, { lineBreak: false });
    return width + 6;
  });
  return Math.max(0, ...widths);
}

function drawCash(document: Document, { cash }: Label, words: LabelWords): void {
  const { y, height } = CASH;
  const box = document.rect(MARGIN, y, WIDTH, height);
  if (cash === null) {
    box.lineWidth(1).stroke(INK);
    fitText(document, words.nothing, {
      font: 'bold',
      sizes: [12, 10],
      color: INK,
      x: MARGIN,
      y: y + 13,
      width: WIDTH,
      height: 16,
      align: 'center',
    });
    return;
  }
  box.fill(INK);
  document
    .font('bold')
    .fontSize(10)
    .fillColor(PAPER)
    .text(words.collect, MARGIN + 10, y + 14, { lineBreak: false });
  const size =
    [20, 16, 13, 10, 8].find(
      (one) => document.font('bold').fontSize(one).widthOfString(cash) <= WIDTH - 120,
    ) ?? 8;
  document
    .fontSize(size)
    .text(cash, RIGHT - 10 - document.fontSize(size).widthOfString(cash), y + (height - size * 1.2) / 2, {
      lineBreak: false,
    });
}
