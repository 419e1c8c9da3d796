import {
  INK,
  LINE,
  makeRoom,
  PAGE,
  printable,
  rule,
  SOFT,
  write,
  writeFitted,
  type Sheet,
} from '../../../../print/index.ts';
import type { DrawerTable } from './drawer-paper.ts';

/** Columns of figures beside the first; more go on in a table below. */
const COLUMNS_MAX = 5;
/** Points, all. */
const FIRST_WIDTH = 110;
const ROW_HEIGHT = 16;
const PADDING = 6;

/** Figures in columns, in as many tables as there are columns for. */
export function printTable(sheet: Sheet, { title, columns, rows }: DrawerTable): void {
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
