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
import { DRAWER_PAPER_WORDS } from './drawer-paper-words.ts';
import type { DrawerFact, DrawerPaper, DrawerSection } from './drawer-paper.ts';
import { printTable } from './print-table.ts';

export const DRAWER_REPORT: PrintKind<DrawerPaper> = { name: 'drawer-report', print: printDrawerPaper };

/** The report of a drawer as a PDF on A4. The same report makes the same bytes. */
export async function printDrawerPaper(paper: DrawerPaper): Promise<Buffer> {
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
