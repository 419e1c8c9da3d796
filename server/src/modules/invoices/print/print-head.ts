import { PAGE, printTop, type Sheet, SOFT, write, writeBlock } from '../../../print/index.ts';
import type { Paper, PaperParty } from './paper.ts';
import { PAPER_WORDS } from './paper-words.ts';

const GAP = 18;
const COLUMN_WIDTH = (PAGE.width - 2 * GAP) / 3;
const SMALL = 8;
const BODY = 9.5;

/** The first page's upper part: whose it is, what it is, for whom, and when. */
export function printHead(sheet: Sheet, paper: Paper): void {
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
