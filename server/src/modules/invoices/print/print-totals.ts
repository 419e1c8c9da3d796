import {
  drawQr,
  heightOf,
  INK,
  makeRoom,
  PAGE,
  printable,
  rule,
  type Sheet,
  SOFT,
  TONES,
  wrapText,
  write,
  writeBlock,
  writeLines,
} from '../../../print/index.ts';
import type { Paper, PaperTotal } from './paper.ts';

const WIDTH = 262;
const LEFT = PAGE.right - WIDTH;
const ROW_HEIGHT = 16;
const SUM_HEIGHT = 24;
const QR_SIDE = 96;
const PADDING = 12;

/** What the lines come to, what is due of it, and how to pay that: together on one page where a page has room for it. */
export function printTotals(sheet: Sheet, paper: Paper): void {
  const duePadded = dueHeight(sheet, paper);
  const rows = paper.totals.reduce((sum, total) => sum + layTotal(sheet, total).height, 0);
  makeRoom(sheet, Math.min(Math.max(rows + duePadded + 22, QR_SIDE + 40), PAGE.bottom - PAGE.top));
  const top = { y: sheet.y + 12, page: pageOf(sheet) };
  sheet.y = top.y;
  for (const total of paper.totals) printTotal(sheet, total);
  makeRoom(sheet, duePadded + 10);
  printDue(sheet, paper, duePadded);
  const payTop: number = pageOf(sheet) === top.page ? top.y : PAGE.top;
  const payEnd = paper.pay === null ? 0 : printPay(sheet, paper.pay, { top: payTop, ink: paper.colours.ink });
  sheet.y = Math.max(sheet.y, payEnd) + 20;
}

function pageOf({ document }: Sheet): number {
  return document.bufferedPageRange().count;
}

function layTotal({ document }: Sheet, { label, value, kind }: PaperTotal) {
  const style =
    kind === 'sum' ? ({ size: 10.5, font: 'bold' } as const) : ({ size: 9, font: 'regular' } as const);
  const valueWidth = document.font(style.font).fontSize(style.size).widthOfString(value);
  const lines = wrapText(document, label, { ...style, width: WIDTH - valueWidth - 20 });
  return {
    style,
    lines,
    height: (kind === 'sum' ? SUM_HEIGHT : ROW_HEIGHT) + heightOf(lines.length - 1, style.size),
  };
}

function printTotal(sheet: Sheet, total: PaperTotal): void {
  const { style, lines, height } = layTotal(sheet, total);
  makeRoom(sheet, height);
  const isSum = total.kind === 'sum';
  if (isSum) rule(sheet, sheet.y + 2, { from: LEFT });
  const y = sheet.y + (isSum ? 7 : 2);
  writeLines(sheet, lines, { x: LEFT + 6, y, color: isSum ? INK : SOFT, ...style });
  write(sheet, total.value, { x: 0, endsAt: PAGE.right - 6, y, color: INK, ...style });
  sheet.y += height;
}

function dueHeight({ document }: Sheet, { due }: Paper): number {
  const notes =
    due.note === null
      ? 0
      : wrapText(document, due.note, { font: 'regular', size: 8.5, width: WIDTH - 2 * PADDING }).length;
  return 2 * PADDING + 18 + heightOf(notes, 8.5);
}

/** The one figure that whoever opens an invoice looks for. */
function printDue(sheet: Sheet, { due, colours }: Paper, height: number): void {
  const { document } = sheet;
  const y = sheet.y + 6;
  const isOpen = due.tone === 'calm';
  const { paper, ink } = isOpen ? { paper: colours.accent, ink: colours.on } : TONES[due.tone];
  document.roundedRect(LEFT, y, WIDTH, height, 6).fill(paper);
  const wide =
    document.font('bold').fontSize(14).widthOfString(due.value) +
      document.fontSize(10).widthOfString(due.label) >
    WIDTH - 2 * PADDING - 8;
  write(sheet, due.label, {
    x: LEFT + PADDING,
    y: y + PADDING + 2,
    size: wide ? 8 : 10,
    font: 'bold',
    color: ink,
  });
  write(sheet, due.value, {
    x: 0,
    endsAt: PAGE.right - PADDING,
    y: y + PADDING - (wide ? -1 : 1),
    size: wide ? 10 : 14,
    font: 'bold',
    color: ink,
  });
  if (due.note !== null) {
    const lines = wrapText(document, due.note, { font: 'regular', size: 8.5, width: WIDTH - 2 * PADDING });
    writeLines(sheet, lines, {
      x: LEFT + PADDING,
      y: y + PADDING + 20,
      font: 'regular',
      size: 8.5,
      color: ink,
    });
  }
  sheet.y = y + height;
}

/** Answers where it ends. */
function printPay(
  sheet: Sheet,
  { title, help, url }: NonNullable<Paper['pay']>,
  { top, ink }: { readonly top: number; readonly ink: string },
): number {
  const { document } = sheet;
  const { side, runs } = drawQr(url);
  const field = QR_SIDE / side;
  document.rect(PAGE.left, top, QR_SIDE, QR_SIDE).fill('#ffffff');
  for (const run of runs)
    document.rect(PAGE.left + run.x * field, top + run.y * field, run.width * field, field);
  document.fill('#000000');
  document.link(PAGE.left, top, QR_SIDE, QR_SIDE, url);
  const x = PAGE.left + QR_SIDE + 10;
  const width = LEFT - x - 18;
  write(sheet, title, { x, y: top + 10, size: 10, font: 'bold', color: ink });
  const underHelp = writeBlock(sheet, help, {
    x,
    y: top + 26,
    width,
    font: 'regular',
    size: 8.5,
    color: SOFT,
    linesMax: 4,
  });
  const end = writeBlock(sheet, printable(url), {
    x,
    y: underHelp + 4,
    width,
    font: 'regular',
    size: 7.5,
    color: ink,
    linesMax: 6,
  });
  document.link(x, underHelp + 4, width, end - underHelp, url);
  return Math.max(end, top + QR_SIDE);
}
