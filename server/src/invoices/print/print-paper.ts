// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit';
import { FONTS, printable, type FontName } from '../../print/index.ts';
import type { Paper } from './paper.ts';
import { printEdges } from './print-edges.ts';
import { printHead } from './print-head.ts';
import { printLines } from './print-lines.ts';
import { printSections } from './print-sections.ts';
import { printTotals } from './print-totals.ts';
import { PAGE, type Sheet } from './sheet.ts';

/** An invoice or a credit note as a PDF on A4. The same paper makes the same bytes. */
export async function printPaper(paper: Paper): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: paper.language,
    displayTitle: true,
    info: { Title: printable(`${paper.title} ${paper.number}`), Author: printable(paper.from.name), Creator: 'Cottontree', Producer: 'Cottontree', CreationDate: paper.writtenAt },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  for (const name of Object.keys(FONTS) as FontName[]) document.registerFont(name, FONTS[name]);
  const sheet: Sheet = { document, y: PAGE.top, onPage: () => {} };
  printHead(sheet, paper);
  await printLines(sheet, paper);
  printTotals(sheet, paper);
  printSections(sheet, paper);
  printEdges(sheet, paper);
  document.end();
  await written;
  return Buffer.concat(parts);
}
