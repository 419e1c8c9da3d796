import { MADE_BY } from '../kernel/running/paper-brand.ts';
import { PAGE, rule, SOFT, write, writeBlock, writeFitted, type Sheet } from './sheet.ts';
import { printable } from './fit-text.ts';

/** What stands at the edges of every page. */
export type SheetEdges = {
  /** In large across each page, of what counts for nothing. */
  readonly watermark: string | null;
  readonly footer: string | null;
  /** Which paper it is, should the pages be parted. */
  readonly what: string;
  readonly page: (page: number, count: number) => string;
};

/** Points, from the top. */
const FOOT = 780;
const CENTRE = { x: 297, y: 421 };
const WATERMARK_SIZE = 110;

/** What stands on every page and can be written only when all are there: whose page of how many it is. */
export function printEdges(sheet: Sheet, { watermark, footer, what, page: pageOf }: SheetEdges): void {
  const { document } = sheet;
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    if (watermark !== null) printWatermark(sheet, watermark);
    rule(sheet, FOOT);
    if (footer !== null)
      writeBlock(sheet, footer, {
        x: PAGE.left,
        y: FOOT + 7,
        width: PAGE.width,
        font: 'regular',
        size: 8,
        color: SOFT,
        linesMax: 2,
      });
    writeFitted(sheet, printable(what), {
      x: PAGE.left,
      y: FOOT + 31,
      width: PAGE.width - 150,
      sizes: [7.5],
      color: SOFT,
    });
    write(sheet, MADE_BY, { x: 0, endsAt: PAGE.right - 80, y: FOOT + 31, size: 7.5, color: SOFT });
    write(sheet, pageOf(page + 1, count), {
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
