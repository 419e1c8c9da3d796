import type { PaperBrand } from '../kernel/running/paper-brand.ts';
import { PAGE, SOFT, TONES, write, writeBlock, writeFitted, type PaperTone, type Sheet } from './sheet.ts';
import { printable } from './fit-text.ts';

/** What stands at the top of a paper: whose it is, and what it is. */
export type SheetTop = {
  /** PNG or JPEG of our own making; null: the name stands in its place. */
  readonly logo: Uint8Array | null;
  readonly name: string;
  readonly colours: PaperBrand['colours'];
  readonly title: string;
  readonly number: string;
  /** How it stands, in a word or two. */
  readonly marks: readonly { readonly text: string; readonly tone: PaperTone }[];
};

/** Points: as wide and high as a logo is printed at the most. */
const LOGO = { width: 190, height: 56 };
const TITLE_WIDTH = 205;
const GAP = 18;
const SMALL = 8;

/** The brand and the title beside each other, and a line in the accent below; answers where that is. */
export function printTop(sheet: Sheet, top: SheetTop): number {
  const y = Math.max(printBrand(sheet, top), printTitle(sheet, top)) + 16;
  sheet.document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(1.5).stroke(top.colours.accent);
  return y;
}

function printBrand(sheet: Sheet, { logo, name, colours }: SheetTop): number {
  if (logo !== null) {
    sheet.document.image(Buffer.from(logo), PAGE.left, PAGE.top, { fit: [LOGO.width, LOGO.height] });
    return PAGE.top + LOGO.height;
  }
  return writeBlock(sheet, name, {
    x: PAGE.left,
    y: PAGE.top + 2,
    width: PAGE.width - TITLE_WIDTH - GAP,
    font: 'bold',
    size: name.length > 60 ? 12 : 18,
    color: colours.ink,
    linesMax: 3,
  });
}

function printTitle(sheet: Sheet, { title, number, marks }: SheetTop): number {
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
