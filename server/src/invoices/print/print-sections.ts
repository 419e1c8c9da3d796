import { wrapText } from '../../print/index.ts';
import { SOFT } from './palette.ts';
import type { Paper } from './paper.ts';
import { heightOf, makeRoom, PAGE, write, type Sheet } from './sheet.ts';

const SIZE = 8.5;
const LINE_HEIGHT = heightOf(1, SIZE);

/** Terms and notes, over as many pages as they take. */
export function printSections(sheet: Sheet, { sections }: Paper): void {
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
