import { printable } from '../../print/index.ts';
import { SOFT } from './palette.ts';
import type { Paper } from './paper.ts';
import { PAPER_WORDS } from './paper-words.ts';
import { rule } from './print-head.ts';
import { PAGE, write, writeBlock, writeFitted, type Sheet } from './sheet.ts';

/** Points, from the top. */
const FOOT = 780;
const CENTRE = { x: 297, y: 421 };
const WATERMARK_SIZE = 110;

/** What stands on every page and can be written only when all are there: whose page of how many it is. */
export function printEdges(sheet: Sheet, paper: Paper): void {
  const { document } = sheet;
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    if (paper.watermark !== null) printWatermark(sheet, paper.watermark);
    rule(sheet, FOOT);
    if (paper.footer !== null)
      writeBlock(sheet, paper.footer, {
        x: PAGE.left,
        y: FOOT + 7,
        width: PAGE.width,
        font: 'regular',
        size: 8,
        color: SOFT,
        linesMax: 2,
      });
    writeFitted(sheet, printable(`${paper.number} · ${paper.from.name}`), {
      x: PAGE.left,
      y: FOOT + 31,
      width: PAGE.width - 90,
      sizes: [7.5],
      color: SOFT,
    });
    write(sheet, PAPER_WORDS[paper.language].page(page + 1, count), {
      x: 0,
      endsAt: PAGE.right,
      y: FOOT + 31,
      size: 7.5,
      color: SOFT,
    });
  }
}

/** So pale that everything below it can be read. */
function printWatermark({ document }: Sheet, text: string): void {
  const width = document.font('bold').fontSize(WATERMARK_SIZE).widthOfString(text);
  document
    .save()
    .rotate(-45, { origin: [CENTRE.x, CENTRE.y] })
    .fillColor('#7d1a11')
    .fillOpacity(0.08);
  document.text(text, CENTRE.x - width / 2, CENTRE.y - WATERMARK_SIZE / 2, { lineBreak: false });
  document.fillOpacity(1).restore();
}
