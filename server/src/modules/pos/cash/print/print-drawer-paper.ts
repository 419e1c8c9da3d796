import type { PrintKind } from '../../../../kernel/running/press.ts';
import {
  heightOf,
  INK,
  LINE,
  makeRoom,
  openDocument,
  PAGE,
  printable,
  printEdges,
  printTop,
  rule,
  SOFT,
  wrapText,
  write,
  writeBlock,
  writeFitted,
  writeLines,
  type Sheet,
} from '../../../../print/index.ts';
import {
  DRAWER_PAPER_WORDS,
  type DrawerFact,
  type DrawerPaper,
  type DrawerSection,
  type DrawerTable,
} from './drawer-paper-words.ts';

/** Columns of figures beside the first; more go on in a table below. */
const COLUMNS_MAX = 5;
/** Points, all. */
const FIRST_WIDTH = 110;

const PADDING = 6;

export const DRAWER_REPORT: PrintKind<DrawerPaper> = { name: 'drawer-report', print: printDrawerPaper };

/** The report of a drawer as a PDF on A4. The same report makes the same bytes. */
async function printDrawerPaper(paper: DrawerPaper): Promise<Buffer> {
  const { brand, storeName, title, number, language } = paper;
  const { document, finish } = await openDocument({
    title: `${title}, ${number}`,
    author: storeName,
    language,
    writtenAt: paper.writtenAt,
    size: 'A4',
    keepsPages: true,
  });
  document.addPage();
  const sheet: Sheet = { document, y: PAGE.top, onPage: () => {} };
  const { logo, colours } = brand;
  sheet.y = printTop(sheet, { logo, colours, name: storeName, title, number, marks: paper.marks }) + 16;
  printFacts(sheet, paper.facts);
  printCash(sheet, paper);
  for (const note of paper.notes) printNote(sheet, note);
  for (const table of paper.tables) printTable(sheet, table);
  printSections(sheet, paper.sections);
  makeRoom(sheet, paper.signatures.length === 0 ? 0 : SIGNING_HEIGHT + paper.fingerprints.length * 11);
  printSignatures(sheet, paper.signatures);
  printFingerprints(sheet, paper.fingerprints);
  printEdges(sheet, {
    watermark: paper.watermark,
    footer: brand.footer,
    what: `${title}, ${number} · ${storeName}`,
    page: DRAWER_PAPER_WORDS[language].page,
  });
  return finish();
}

const SMALL = 8;
const BODY = 9.5;
const GAP = 18;
const COLUMNS = 2;
const COLUMN_WIDTH = (PAGE.width - (COLUMNS - 1) * GAP) / COLUMNS;

function printFacts(sheet: Sheet, facts: readonly DrawerFact[]): void {
  for (let first = 0; first < facts.length; first += COLUMNS) {
    const ends = facts.slice(first, first + COLUMNS).map(({ label, value }, column) => {
      const x = PAGE.left + column * (COLUMN_WIDTH + GAP);
      write(sheet, label, { x, y: sheet.y, size: SMALL, color: SOFT });
      const at = { x, y: sheet.y + 12, width: COLUMN_WIDTH };
      return writeBlock(sheet, value, { ...at, font: 'bold', size: BODY, linesMax: 4 });
    });
    sheet.y = Math.max(...ends) + 8;
  }
}

const CASH_HEIGHT = 52;

/** The figures that whoever opens a report looks for, on the tint of the brand. */
function printCash(sheet: Sheet, { cash, brand }: DrawerPaper): void {
  const { document } = sheet;
  sheet.y += 6;
  document.roundedRect(PAGE.left, sheet.y, PAGE.width, CASH_HEIGHT, 6).fill(brand.colours.tint);
  const width = PAGE.width / cash.length;
  for (const [at, { label, value }] of cash.entries()) {
    const x = PAGE.left + at * width + 14;
    write(sheet, label, { x, y: sheet.y + 10, size: SMALL, color: SOFT });
    const place = { x, y: sheet.y + 24, width: width - 20, font: 'bold', color: brand.colours.ink } as const;
    writeFitted(sheet, printable(value), { ...place, sizes: [15, 12, 9] });
  }
  sheet.y += CASH_HEIGHT + 16;
}

function printNote(sheet: Sheet, text: string): void {
  const lines = wrapText(sheet.document, text, { font: 'regular', size: BODY, width: PAGE.width });
  makeRoom(sheet, heightOf(lines.length, BODY) + 8);
  sheet.y = writeLines(sheet, lines, { x: PAGE.left, y: sheet.y, font: 'regular', size: BODY }) + 8;
}

const ROW_HEIGHT = 16;
const TITLE_HEIGHT = 16;
const SECTION_GAP = 12;

/** Two beside each other, while a page has room for both; a long one goes down the whole width. */
function printSections(sheet: Sheet, given: readonly DrawerSection[]): void {
  const sections = given.filter(({ rows }) => rows.length > 0);
  for (let at = 0; at < sections.length; at += COLUMNS) {
    const beside = sections.slice(at, at + COLUMNS);
    const height = Math.max(...beside.map(({ rows }) => TITLE_HEIGHT + rows.length * ROW_HEIGHT));
    if (height > PAGE.bottom - PAGE.top) {
      for (const section of beside) printSection(sheet, section, { x: PAGE.left, width: PAGE.width });
      continue;
    }
    makeRoom(sheet, height);
    const top = sheet.y;
    const ends = beside.map((section, column) => {
      sheet.y = top;
      printSection(sheet, section, { x: PAGE.left + column * (COLUMN_WIDTH + GAP), width: COLUMN_WIDTH });
      return sheet.y;
    });
    sheet.y = Math.max(...ends);
  }
}

function printSection(
  sheet: Sheet,
  { title, rows }: DrawerSection,
  { x, width }: { readonly x: number; readonly width: number },
): void {
  const right = x + width;
  makeRoom(sheet, TITLE_HEIGHT + ROW_HEIGHT);
  writeFitted(sheet, printable(title), { x, y: sheet.y, width, sizes: [10, 8, 6.5], font: 'bold' });
  sheet.y += TITLE_HEIGHT;
  for (const { label, value } of rows) {
    makeRoom(sheet, ROW_HEIGHT);
    rule(sheet, sheet.y, { from: x, to: right });
    const y = sheet.y + 4;
    writeFitted(sheet, printable(label), { x, y, width: width * 0.58, sizes: [9, 7.5, 6], color: SOFT });
    const place = { x: 0, endsAt: right, y, width: width * 0.41 };
    writeFitted(sheet, printable(value), { ...place, sizes: [9, 7.5, 6], color: INK });
    sheet.y += ROW_HEIGHT;
  }
  sheet.y += SECTION_GAP;
}

const SIGNING_HEIGHT = 56;

function printSignatures(sheet: Sheet, signatures: readonly string[]): void {
  if (signatures.length === 0) return;
  const y = sheet.y + 34;
  for (const [at, who] of signatures.entries()) {
    const x = PAGE.left + at * (COLUMN_WIDTH + GAP);
    sheet.document
      .moveTo(x, y)
      .lineTo(x + COLUMN_WIDTH, y)
      .lineWidth(0.8)
      .stroke(LINE);
    write(sheet, who, { x, y: y + 4, size: SMALL, color: SOFT });
  }
  sheet.y += SIGNING_HEIGHT + 6;
}

function printFingerprints(sheet: Sheet, fingerprints: readonly DrawerFact[]): void {
  for (const { label, value } of fingerprints) {
    makeRoom(sheet, 12);
    write(sheet, label, { x: PAGE.left, y: sheet.y, size: 7, color: SOFT });
    write(sheet, value, { x: PAGE.left + 110, y: sheet.y, size: 7, font: 'mono', color: SOFT });
    sheet.y += 11;
  }
}

/** Figures in columns, in as many tables as there are columns for. */
function printTable(sheet: Sheet, { title, columns, rows }: DrawerTable): void {
  const figures = columns.length - 1;
  for (let first = 0; first < Math.max(figures, 1); first += COLUMNS_MAX) {
    const shown = (cells: readonly string[]): readonly string[] => [
      cells[0] ?? '',
      ...cells.slice(1 + first, 1 + first + COLUMNS_MAX),
    ];
    printPart(sheet, {
      title,
      columns: shown(columns),
      rows: rows.map(({ cells, strong }) => ({ cells: shown(cells), strong })),
    });
  }
}

function printPart(sheet: Sheet, { title, columns, rows }: DrawerTable): void {
  makeRoom(sheet, 38 + 2 * ROW_HEIGHT);
  write(sheet, title, { x: PAGE.left, y: sheet.y, size: 10, font: 'bold' });
  sheet.y += 18;
  const head = (): void => {
    printRow(sheet, { cells: columns, strong: false }, SOFT);
    rule(sheet, sheet.y);
  };
  head();
  sheet.onPage = head;
  for (const row of rows) {
    makeRoom(sheet, ROW_HEIGHT);
    printRow(sheet, row, INK);
    sheet.document
      .moveTo(PAGE.left, sheet.y)
      .lineTo(PAGE.right, sheet.y)
      .lineWidth(row.strong ? 0.8 : 0.4)
      .stroke(LINE);
  }
  sheet.onPage = () => {};
  sheet.y += 14;
}

function printRow(sheet: Sheet, { cells, strong }: DrawerTable['rows'][number], color: string): void {
  const [first = '', ...figures] = cells;
  const font = strong ? 'bold' : 'regular';
  const y = sheet.y + 4;
  writeFitted(sheet, printable(first), {
    x: PAGE.left,
    y,
    width: FIRST_WIDTH - PADDING,
    font,
    sizes: [9, 7.5],
    color,
  });
  const width = (PAGE.width - FIRST_WIDTH) / Math.max(figures.length, 1);
  for (const [at, figure] of figures.entries())
    writeFitted(sheet, printable(figure), {
      x: 0,
      endsAt: PAGE.left + FIRST_WIDTH + (at + 1) * width,
      y,
      width: width - PADDING,
      font,
      sizes: [9, 7.5, 6],
      color,
    });
  sheet.y += ROW_HEIGHT;
}
