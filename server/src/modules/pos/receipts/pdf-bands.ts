import { MADE_BY, type PaperBrand } from '../../../kernel/running/paper-brand.ts';
import { drawQr, printable, wrapText, type FontName } from '../../../print/index.ts';
import type { ReceiptSheet, SheetRow } from './receipt-sheet.ts';

/** A strip of the paper: how high it is, and what draws it at a height. */
export type Band = { readonly height: number; readonly draw: (y: number) => void };

export type BandPlace = {
  readonly document: PDFKit.PDFDocument;
  /** Points, both. */ readonly x: number;
  readonly width: number;
};

type Type = {
  readonly font: FontName;
  readonly size: number;
  readonly align?: 'center';
  readonly color?: string;
};

const BODY: Type = { font: 'regular', size: 7.5 };
const SMALL: Type = { font: 'regular', size: 6.5 };
const STRONG: Type = { font: 'bold', size: 10 };
const INK = '#000000';
const SOFT = '#444444';
const LINE_HEIGHT = 1.35;
const INDENT = 8;
const GAP = 8;
/** 34 mm; a code of a link is read from there down to 25. */
const CODE_POINTS = 96;

/** What there is to draw of a receipt, from top to bottom. */
export function stackBands(sheet: ReceiptSheet, place: BandPlace, brand: PaperBrand): readonly Band[] {
  const rows = (list: readonly SheetRow[], type: Type): Band[] =>
    list.flatMap((row) => rowBands(row, place, row.strong ? STRONG : type));
  const items = sheet.items.flatMap((item) => [
    ...rowBands(item, place, BODY),
    ...item.details.flatMap((detail) => textBands(detail, inset(place), { ...SMALL, color: SOFT })),
    space(2),
  ]);
  const { fiscal, link } = sheet;
  const sections: readonly (readonly Band[])[] = [
    rows(sheet.facts, BODY),
    items,
    rows(sheet.sums, BODY),
    rows([...sheet.payments, ...sheet.refunds], BODY),
    rows(sheet.within, SMALL),
    fiscal === null
      ? []
      : [...rows(fiscal.rows, SMALL), ...(fiscal.qr === null ? [] : [codeBand(fiscal.qr, place)])],
    sheet.foot.flatMap((line) => textBands(line, place, { ...BODY, align: 'center' })),
    link === null
      ? []
      : [
          codeBand(link.url, place),
          ...textBands(link.caption, place, { ...SMALL, align: 'center', color: SOFT }),
        ],
  ];
  return [
    ...(brand.logo === null ? [] : [logoBand(brand.logo, place)]),
    ...textBands(sheet.store, place, { font: 'bold', size: 13, align: 'center' }),
    space(2),
    ...sheet.head.flatMap((line) => textBands(line, place, { ...BODY, align: 'center' })),
    ...sheet.banners.map((line) => bannerBand(line, place)),
    ...sections.flatMap((section) => (section.length > 0 ? [ruleBand(place), ...section] : [])),
    ...brandBands(brand, place),
  ];
}

/** Whom the buyer asks and what is taken back, and at the very end, small, who made it. */
function brandBands({ support, returns, policies, footer }: PaperBrand, place: BandPlace): readonly Band[] {
  const lines = [
    ...(returns?.split('\n') ?? []),
    ...policies,
    ...support,
    ...(footer === null ? [] : [footer]),
  ];
  return [
    ...(lines.length === 0 ? [] : [ruleBand(place)]),
    ...lines.flatMap((line) => textBands(line, place, { ...SMALL, align: 'center' })),
    space(3),
    ...textBands(MADE_BY, place, { ...SMALL, align: 'center', color: SOFT }),
  ];
}

/** Points: as high as a logo is printed at the most. */
const LOGO_HEIGHT = 44;

function logoBand(logo: Uint8Array, { document, x, width }: BandPlace): Band {
  return {
    height: LOGO_HEIGHT + 4,
    draw: (y) =>
      document.image(Buffer.from(logo), x, y, {
        fit: [width, LOGO_HEIGHT],
        align: 'center',
        valign: 'center',
      }),
  };
}

function inset({ document, x, width }: BandPlace): BandPlace {
  return { document, x: x + INDENT, width: width - INDENT };
}

function space(height: number): Band {
  return { height, draw: () => undefined };
}

function textBands(
  text: string,
  { document, x, width }: BandPlace,
  { font, size, align, color = INK }: Type,
): Band[] {
  return wrapText(document, text, { font, size, width }).map((line) => ({
    height: size * LINE_HEIGHT,
    draw: (y) =>
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(line, x, y, { width: width + 1, lineBreak: false, ...(align ? { align } : {}) }),
  }));
}

/** The right part stands at the edge, beside the last line of the left one; below it where both do not fit. */
function rowBands(
  { left, right }: SheetRow,
  { document, x, width }: BandPlace,
  { font, size }: Type,
): Band[] {
  const rightWidth = document.font(font).fontSize(size).widthOfString(printable(right)) + 1;
  const module = width - rightWidth - 6;
  const beside = module >= width / 4;
  const lefts = wrapText(document, left, { font, size, width: beside ? module : width });
  const rights = beside ? [printable(right)] : wrapText(document, right, { font, size, width });
  const first = beside ? lefts.length - 1 : lefts.length;
  return Array.from({ length: first + rights.length }, (_, at) => ({
    height: size * LINE_HEIGHT,
    draw: (y: number) => {
      document
        .font(font)
        .fontSize(size)
        .fillColor(INK)
        .text(lefts[at] ?? '', x, y, { lineBreak: false });
      const shown = rights[at - first];
      if (shown !== undefined)
        document.text(shown, x + width - document.widthOfString(shown), y, { lineBreak: false });
    },
  }));
}

function ruleBand({ document, x, width }: BandPlace): Band {
  return {
    height: GAP * 1.5,
    draw: (y) =>
      document
        .moveTo(x, y + GAP * 0.6)
        .lineTo(x + width, y + GAP * 0.6)
        .lineWidth(0.6)
        .dash(1.5, { space: 1.5 })
        .stroke(INK)
        .undash(),
  };
}

function bannerBand(text: string, { document, x, width }: BandPlace): Band {
  const lines = wrapText(document, text, { font: 'bold', size: 8.5, width: width - 8 });
  const height = lines.length * 8.5 * LINE_HEIGHT + 6;
  return {
    height: height + GAP,
    draw: (y) => {
      document
        .rect(x, y + GAP / 2, width, height)
        .lineWidth(1.2)
        .stroke(INK);
      lines.forEach((line, at) =>
        document
          .font('bold')
          .fontSize(8.5)
          .fillColor(INK)
          .text(line, x, y + GAP / 2 + 4 + at * 8.5 * LINE_HEIGHT, {
            width: width + 1,
            align: 'center',
            lineBreak: false,
          }),
      );
    },
  };
}

function codeBand(content: string, { document, x, width }: BandPlace): Band {
  const { side, runs } = drawQr(content);
  const field = CODE_POINTS / side;
  return {
    height: CODE_POINTS + 4,
    draw: (y) => {
      for (const run of runs)
        document.rect(
          x + (width - CODE_POINTS) / 2 + run.x * field,
          y + 2 + run.y * field,
          run.width * field,
          field,
        );
      document.fill(INK);
    },
  };
}
