import type { PrintKind } from '../../../kernel/running/press.ts';
import {
  heightOf,
  makeRoom,
  openDocument,
  PAGE,
  printEdges,
  type Sheet,
  SOFT,
  wrapText,
  write,
} from '../../../print/index.ts';
import { PAPER_WORDS } from './paper-words.ts';
import type { Paper } from './paper.ts';
import { printHead } from './print-head.ts';
import { printLines } from './print-lines.ts';
import { printTotals } from './print-totals.ts';

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
  printEdges(sheet, {
    watermark: paper.watermark,
    footer: paper.footer,
    what: `${paper.number} · ${paper.from.name}`,
    page: PAPER_WORDS[paper.language].page,
  });
  return finish();
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
