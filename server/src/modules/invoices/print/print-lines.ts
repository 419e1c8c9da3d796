import { setImmediate } from 'node:timers/promises';
import {
  heightOf,
  INK,
  makeRoom,
  PAGE,
  rule,
  type Sheet,
  SOFT,
  wrapText,
  write,
  writeLines,
} from '../../../print/index.ts';
import type { Paper, PaperLine } from './paper.ts';
import { PAPER_WORDS } from './paper-words.ts';

type Key = Exclude<keyof PaperLine, 'description'>;
type Place = {
  readonly key: Key;
  readonly label: string;
  /** Where its figures end. */ readonly end: number;
};
type Table = {
  readonly places: readonly Place[];
  readonly size: number;
  readonly descriptionWidth: number;
  /** Over the descriptions. */ readonly title: string;
};

const KEYS: readonly Key[] = ['quantity', 'unitPrice', 'discount', 'tax', 'amount'];
/** The smaller ones are for figures that would leave the descriptions no room. */
const SIZES = [9, 8, 7, 6] as const;
const DESCRIPTION_WIDTH_MIN = 170;
const HEAD_HEIGHT = 20;
const PADDING = 6;
const GAP = 12;
/** Drawing as many takes less than 10 ms; nobody else waits for longer. */
const LINES_AT_ONCE = 20;

/** All lines, with the table's head again on each page they reach. */
export async function printLines(sheet: Sheet, paper: Paper): Promise<void> {
  const table = layTable(sheet, paper);
  const [first] = paper.lines;
  makeRoom(sheet, HEAD_HEIGHT + 4 + (first ? layLine(sheet, first, table).height : 0));
  printTableHead(sheet, table, paper.colours);
  sheet.onPage = () => printTableHead(sheet, table, paper.colours);
  for (const [at, line] of paper.lines.entries()) {
    printLine(sheet, line, table);
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
  }
  sheet.onPage = () => {};
}

/** The columns that have something in them, each as wide as what is widest in it. */
function layTable(sheet: Sheet, { lines, currencySign, language }: Paper): Table {
  const { columns } = PAPER_WORDS[language];
  const used = KEYS.filter((key) => key === 'amount' || lines.some((line) => line[key] !== ''));
  const tables = SIZES.map((size): Table => {
    const widths = used.map((key) =>
      widestOf(sheet, [columns[key], ...lines.map((line) => line[key])], size),
    );
    const places: Place[] = [];
    widths.reduceRight((end, width, at) => {
      const key = used[at] ?? 'amount';
      places.unshift({ key, label: columns[key], end });
      return end - width - GAP;
    }, PAGE.right - PADDING);
    return {
      places,
      size,
      title: columns.description(currencySign),
      descriptionWidth: PAGE.width - 2 * PADDING - widths.reduce((sum, width) => sum + width + GAP, 0),
    };
  });
  const fitting =
    tables.find(({ descriptionWidth }) => descriptionWidth >= DESCRIPTION_WIDTH_MIN) ?? tables.at(-1);
  if (!fitting) throw new Error('A table has no size.');
  return fitting;
}

function widestOf({ document }: Sheet, texts: readonly string[], size: number): number {
  document.font('regular').fontSize(size);
  return [...new Set(texts)].reduce((most, text) => Math.max(most, document.widthOfString(text)), 0);
}

function printTableHead(sheet: Sheet, { places, title }: Table, { tint, ink }: Paper['colours']): void {
  const { y } = sheet;
  sheet.document.rect(PAGE.left, y, PAGE.width, HEAD_HEIGHT).fill(tint);
  const style = { y: y + 5.5, size: 8, font: 'bold', color: ink } as const;
  write(sheet, title, { x: PAGE.left + PADDING, ...style });
  for (const { label, end } of places) write(sheet, label, { x: 0, endsAt: end, ...style });
  sheet.y = y + HEAD_HEIGHT + 4;
}

function layLine({ document }: Sheet, { description }: PaperLine, { descriptionWidth }: Table) {
  const column = { font: 'regular', size: 9, width: descriptionWidth } as const;
  const lines = wrapText(document, description, column);
  return { column, lines, height: heightOf(lines.length, column.size) + 2 * PADDING };
}

function printLine(sheet: Sheet, line: PaperLine, table: Table): void {
  const { places, size } = table;
  const { column, lines, height } = layLine(sheet, line, table);
  makeRoom(sheet, height);
  const y = sheet.y + PADDING - 1;
  writeLines(sheet, lines, { ...column, x: PAGE.left + PADDING, y, color: INK });
  for (const { key, end } of places)
    write(sheet, line[key], {
      x: 0,
      endsAt: end,
      y: y + (9 - size) * 0.9,
      size,
      color: key === 'discount' || key === 'tax' ? SOFT : INK,
    });
  sheet.y += height;
  rule(sheet, sheet.y);
}
