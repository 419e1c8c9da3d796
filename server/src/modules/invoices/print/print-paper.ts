import { MADE_BY } from '../../../kernel/running/paper-brand.ts';
import type { PrintKind } from '../../../kernel/running/press.ts';
import { openDocument, printable, wrapText } from '../../../print/index.ts';
import { SOFT } from './palette.ts';
import { PAPER_WORDS } from './paper-words.ts';
import type { Paper } from './paper.ts';
import { printHead, rule } from './print-head.ts';
import { printLines } from './print-lines.ts';
import { printTotals } from './print-totals.ts';
import { heightOf, makeRoom, PAGE, write, writeBlock, writeFitted, type Sheet } from './sheet.ts';

export const PAPER: PrintKind<Paper> = { name: 'paper', print: printPaper };

/** An invoice or a credit note as a PDF on A4. The same paper makes the same bytes. */
export async function printPaper(paper: Paper): Promise<Buffer> {
  const { document, finish } = await openDocument({
    title: `${paper.title} ${paper.number}`,
    author: paper.from.name,
    language: paper.language,
    writtenAt: paper.writtenAt,
    size: 'A4',
    keepsPages: true,
  });
  document.addPage();
  const sheet: Sheet = { document, y: PAGE.top, onPage: () => {} };
  printHead(sheet, paper);
  await printLines(sheet, paper);
  printTotals(sheet, paper);
  printSections(sheet, paper);
  printEdges(sheet, paper);
  return finish();
}

/** Points, from the top. */
const FOOT = 780;
const CENTRE = { x: 297, y: 421 };
const WATERMARK_SIZE = 110;

/** What stands on every page and can be written only when all are there: whose page of how many it is. */
function printEdges(sheet: Sheet, paper: Paper): void {
  const { document } = sheet;
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    if (paper.watermark !== null) printWatermark(sheet, paper.watermark);
    rule(sheet, FOOT);
    if (paper.footer !== null)
      writeBlock(sheet, paper.footer, {
        x: PAGE.left,
        y: FOOT + 7,
        width: PAGE.width,
        font: 'regular',
        size: 8,
        color: SOFT,
        linesMax: 2,
      });
    writeFitted(sheet, printable(`${paper.number} · ${paper.from.name}`), {
      x: PAGE.left,
      y: FOOT + 31,
      width: PAGE.width - 150,
      sizes: [7.5],
      color: SOFT,
    });
    write(sheet, MADE_BY, { x: 0, endsAt: PAGE.right - 80, y: FOOT + 31, size: 7.5, color: SOFT });
    write(sheet, PAPER_WORDS[paper.language].page(page + 1, count), {
      x: 0,
      endsAt: PAGE.right,
      y: FOOT + 31,
      size: 7.5,
      color: SOFT,
    });
  }
}

/** So pale that everything below it can be read. */
function printWatermark({ document }: Sheet, text: string): void {
  const width = document.font('bold').fontSize(WATERMARK_SIZE).widthOfString(text);
  document
    .save()
    .rotate(-45, { origin: [CENTRE.x, CENTRE.y] })
    .fillColor('#7d1a11')
    .fillOpacity(0.08);
  document.text(text, CENTRE.x - width / 2, CENTRE.y - WATERMARK_SIZE / 2, { lineBreak: false });
  document.fillOpacity(1).restore();
}

const SIZE = 8.5;
const LINE_HEIGHT = heightOf(1, SIZE);

/** Terms and notes, over as many pages as they take. */
function printSections(sheet: Sheet, { sections }: Paper): void {
  for (const { title, text } of sections) {
    const lines = wrapText(sheet.document, text, { font: 'regular', size: SIZE, width: PAGE.width });
    makeRoom(sheet, 16 + Math.min(lines.length, 3) * LINE_HEIGHT);
    write(sheet, title, { x: PAGE.left, y: sheet.y, size: SIZE, font: 'bold' });
    sheet.y += 14;
    for (const line of lines) {
      makeRoom(sheet, LINE_HEIGHT);
      write(sheet, line, { x: PAGE.left, y: sheet.y, size: SIZE, color: SOFT });
      sheet.y += LINE_HEIGHT;
    }
    sheet.y += 12;
  }
}
