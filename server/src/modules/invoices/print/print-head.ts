import { printable } from '../../../print/index.ts';
import { LINE, SOFT, TONES } from './palette.ts';
import type { Paper, PaperParty } from './paper.ts';
import { PAPER_WORDS } from './paper-words.ts';
import { PAGE, write, writeBlock, writeFitted, type Sheet } from './sheet.ts';

/** Points: as wide and high as a logo is printed at the most. */
const LOGO = { width: 190, height: 56 };
const TITLE_WIDTH = 205;
const GAP = 18;
const COLUMN_WIDTH = (PAGE.width - 2 * GAP) / 3;
const SMALL = 8;
const BODY = 9.5;

/** The first page's upper part: whose it is, what it is, for whom, and when. */
export function printHead(sheet: Sheet, paper: Paper): void {
  const underBrand = printBrand(sheet, paper);
  const underTitle = printTitle(sheet, paper);
  const y = Math.max(underBrand, underTitle) + 16;
  sheet.document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(1.5).stroke(paper.colours.accent);
  const ends = [
    printParty(sheet, paper.from, { label: PAPER_WORDS[paper.language].from, x: PAGE.left, y: y + 16 }),
    printParty(sheet, paper.to, { label: paper.toLabel, x: PAGE.left + COLUMN_WIDTH + GAP, y: y + 16 }),
    printFacts(sheet, paper, y + 16),
  ];
  sheet.y = Math.max(...ends) + 22;
}

function printBrand(sheet: Sheet, { logo, from, colours }: Paper): number {
  if (logo !== null) {
    sheet.document.image(Buffer.from(logo), PAGE.left, PAGE.top, { fit: [LOGO.width, LOGO.height] });
    return PAGE.top + LOGO.height;
  }
  return writeBlock(sheet, from.name, {
    x: PAGE.left,
    y: PAGE.top + 2,
    width: PAGE.width - TITLE_WIDTH - GAP,
    font: 'bold',
    size: from.name.length > 60 ? 12 : 18,
    color: colours.ink,
    linesMax: 3,
  });
}

function printTitle(sheet: Sheet, { title, number, marks }: Paper): number {
  write(sheet, title, { x: 0, endsAt: PAGE.right, y: PAGE.top, size: 22, font: 'bold' });
  writeFitted(sheet, printable(number), {
    x: 0,
    endsAt: PAGE.right,
    y: PAGE.top + 28,
    width: TITLE_WIDTH,
    sizes: [11, 9, 7.5],
    color: SOFT,
  });
  const y = PAGE.top + 48;
  marks.reduceRight<number>(
    (end, { text, tone }) => printMark(sheet, text, { end, y, ...TONES[tone] }) - 6,
    PAGE.right,
  );
  return marks.length > 0 ? y + 17 : y;
}

type Mark = { readonly end: number; readonly y: number; readonly paper: string; readonly ink: string };

/** Answers where it begins. */
function printMark(sheet: Sheet, text: string, { end, y, paper, ink }: Mark): number {
  const { document } = sheet;
  const width = document.font('bold').fontSize(SMALL).widthOfString(text) + 16;
  document.roundedRect(end - width, y, width, 17, 8.5).fill(paper);
  write(sheet, text, { x: end - width + 8, y: y + 4, size: SMALL, font: 'bold', color: ink });
  return end - width;
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

/** The thin line that parts things. */
export function rule(sheet: Sheet, y: number, { from = PAGE.left, to = PAGE.right } = {}): void {
  sheet.document.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(LINE);
}
