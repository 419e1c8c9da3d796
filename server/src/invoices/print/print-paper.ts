import type { PrintKind } from '../../core/press.ts';
import { openDocument } from '../../print/index.ts';
import type { Paper } from './paper.ts';
import { printEdges } from './print-edges.ts';
import { printHead } from './print-head.ts';
import { printLines } from './print-lines.ts';
import { printSections } from './print-sections.ts';
import { printTotals } from './print-totals.ts';
import { PAGE, type Sheet } from './sheet.ts';

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
