import type { PrintKind } from '../../../kernel/running/press.ts';
import {
  heightOf,
  makeRoom,
  openDocument,
  PAGE,
  printEdges,
  printTop,
  SOFT,
  wrapText,
  write,
  writeBlock,
  type Sheet,
} from '../../../print/index.ts';
import { PAPER_WORDS } from './paper-words.ts';
import type { Paper, PaperParty } from './paper.ts';
import { printLines } from './print-lines.ts';
import { printTotals } from './print-totals.ts';

const SMALL = 8;

const GAP = 18;
const COLUMN_WIDTH = (PAGE.width - 2 * GAP) / 3;

const BODY = 9.5;

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

/** The first page's upper part: whose it is, what it is, for whom, and when. */
function printHead(sheet: Sheet, paper: Paper): void {
  const y = printTop(sheet, { ...paper, name: paper.from.name });
  const ends = [
    printParty(sheet, paper.from, { label: PAPER_WORDS[paper.language].from, x: PAGE.left, y: y + 16 }),
    printParty(sheet, paper.to, { label: paper.toLabel, x: PAGE.left + COLUMN_WIDTH + GAP, y: y + 16 }),
    printFacts(sheet, paper, y + 16),
  ];
  sheet.y = Math.max(...ends) + 22;
}

function printParty(
  sheet: Sheet,
  party: PaperParty,
  { label, x, y }: { readonly label: string; readonly x: number; readonly y: number },
): number {
  write(sheet, label, { x, y, size: SMALL, color: SOFT });
  const underName = writeBlock(sheet, party.name, {
    x,
    y: y + 13,
    width: COLUMN_WIDTH,
    font: 'bold',
    size: BODY,
    linesMax: 4,
  });
  return party.lines.reduce(
    (at, line) =>
      writeBlock(sheet, line, { x, y: at, width: COLUMN_WIDTH, font: 'regular', size: 9, linesMax: 4 }),
    underName + 2,
  );
}

function printFacts(sheet: Sheet, { facts }: Paper, y: number): number {
  const x = PAGE.left + 2 * (COLUMN_WIDTH + GAP);
  return facts.reduce((at, { label, value }) => {
    write(sheet, label, { x, y: at, size: SMALL, color: SOFT });
    return (
      writeBlock(sheet, value, {
        x,
        y: at + 12,
        width: COLUMN_WIDTH,
        font: 'bold',
        size: BODY,
        linesMax: 3,
      }) + 6
    );
  }, y);
}
