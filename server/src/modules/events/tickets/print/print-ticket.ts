import { setImmediate } from 'node:timers/promises';
import { formatMoney, formatTicketCode } from '@cottontree/contract';
import type { Sheets, WrittenTicket } from '../read-sheets.ts';
import type { OccasionRow } from '../sheets.queries.ts';
import { tellClock, tellDay, tellPeriod } from '../tell-time.ts';
import { MADE_BY, type PaperBrand } from '../../../../kernel/running/paper-brand.ts';
import { drawQr, fitText, openDocument, printable, wrapText } from '../../../../print/index.ts';
import type { PrintKind } from '../../../../kernel/running/press.ts';

type Printing = {
  readonly occasion: OccasionRow;
  readonly brand: PaperBrand;
  /** As a data address. */
  readonly logo: string | null;
  readonly ticket: WrittenTicket;
  readonly place: number;
  readonly of: number;
};
type Document = PDFKit.PDFDocument;

const INK = '#17211a';
const SOFT = '#54615a';
const LINE = '#d9d5c8';
const AMBER = { paper: '#fbefd2', ink: '#6b4700' };
const RED = { paper: '#fbe5e1', ink: '#8c1d13' };

/** Points. */
const CARD = { x: 42, y: 42, width: 511, height: 534, radius: 16 };
const HEAD_HEIGHT = 128;
const PADDING = 26;
const LOGO = { width: 116, height: 76, padding: 8 };
/** 6.5 cm, of which the code itself is 5.4 cm. */
const QR_SIDE = 184;
const LEFT_WIDTH = CARD.width - QR_SIDE - 3 * PADDING;

/** One ticket on the page that is open. */
function printTicket(document: Document, printing: Printing): void {
  printFrame(document, printing.brand.colours.accent);
  printHead(document, printing);
  printDetails(document, printing);
  printCode(document, printing.ticket);
  printFoot(document, printing);
  printPromises(document, printing.brand);
}

function printFrame(document: Document, accent: string): void {
  const { x, y, width, height, radius } = CARD;
  document.save().roundedRect(x, y, width, height, radius).clip();
  document.rect(x, y, width, HEAD_HEIGHT).fill(accent);
  document.restore();
  document.roundedRect(x, y, width, height, radius).lineWidth(1).stroke(LINE);
}

function printHead(document: Document, { occasion, brand, logo }: Printing): void {
  const { store_name: store, event_name: name } = occasion;
  const x = CARD.x + PADDING;
  const width = CARD.width - 2 * PADDING - (logo === null ? 0 : LOGO.width + PADDING);
  const color = brand.colours.on;
  if (logo !== null) printLogo(document, logo);
  fitText(document, printable(store), {
    font: 'regular',
    sizes: [11, 9],
    color,
    x,
    y: CARD.y + 22,
    width,
    height: 15,
  });
  fitText(document, printable(name), {
    font: 'bold',
    sizes: [27, 22, 18, 14, 11],
    color,
    x,
    y: CARD.y + 42,
    width,
    height: HEAD_HEIGHT - 56,
  });
}

/** On white, as the picture's own ground is. */
function printLogo(document: Document, logo: string): void {
  const x = CARD.x + CARD.width - PADDING - LOGO.width;
  const y = CARD.y + (HEAD_HEIGHT - LOGO.height) / 2;
  document.roundedRect(x, y, LOGO.width, LOGO.height, 8).fill('#ffffff');
  document.image(logo, x + LOGO.padding, y + LOGO.padding, {
    fit: [LOGO.width - 2 * LOGO.padding, LOGO.height - 2 * LOGO.padding],
    align: 'center',
    valign: 'center',
  });
}

function printDetails(document: Document, { occasion, ticket: { row } }: Printing): void {
  const { start_date: start, end_date: end, doors_open: doors, time_zone: timeZone } = occasion;
  const left = { x: CARD.x + PADDING, y: CARD.y + HEAD_HEIGHT + 24 };
  const doorsAt =
    doors === null
      ? ''
      : tellDay(doors, timeZone) === tellDay(start, timeZone)
        ? `. Doors open at ${tellClock(doors, timeZone)}.`
        : `. Doors open ${tellDay(doors, timeZone)}, ${tellClock(doors, timeZone)}.`;
  const where = [occasion.venue, occasion.address].filter((part) => part !== null).join('\n');
  const rows: readonly (readonly [label: string, value: string, height: number])[] = [
    ['When', `${tellPeriod({ start, end, timeZone })}${doorsAt}`, 46],
    ['Where', where === '' ? 'To be announced' : where, 46],
    [
      'Ticket',
      `${row.type_name}${row.admits > 1 ? `, admits ${row.admits}` : ''}${row.seat === null ? '' : `, seat ${row.seat}`}`,
      32,
    ],
    ['Holder', row.holder_name ?? 'Whoever brings it', 32],
    ['Price', row.price === 0n ? 'Free' : formatMoney(row.price, row.currency), 18],
    ['Order', occasion.order_number, 18],
  ];
  rows.reduce((y, [label, value, height]) => {
    document
      .font('regular')
      .fontSize(8.5)
      .fillColor(SOFT)
      .text(label, left.x, y, { width: LEFT_WIDTH, lineBreak: false });
    const lines = value.split('\n').map(printable).join('\n');
    const used = fitText(document, lines, {
      font: 'bold',
      sizes: [12, 10.5, 9, 8],
      color: INK,
      x: left.x,
      y: y + 12,
      width: LEFT_WIDTH,
      height,
    });
    return y + 12 + used + 11;
  }, left.y);
}

function printCode(document: Document, { row, code, qr }: WrittenTicket): void {
  const x = CARD.x + CARD.width - PADDING - QR_SIDE;
  const y = CARD.y + HEAD_HEIGHT + 20;
  const { side, runs } = drawQr(qr);
  const field = QR_SIDE / side;
  document.rect(x, y, QR_SIDE, QR_SIDE).fill('#ffffff');
  for (const run of runs) document.rect(x + run.x * field, y + run.y * field, run.width * field, field);
  document.fill('#000000');
  document
    .font('mono')
    .fontSize(18)
    .fillColor(INK)
    .text(formatTicketCode(code), x, y + QR_SIDE + 4, { width: QR_SIDE, align: 'center', lineBreak: false });
  document
    .font('regular')
    .fontSize(8.5)
    .fillColor(SOFT)
    .text('Show this code at the entrance.', x, y + QR_SIDE + 30, {
      width: QR_SIDE,
      align: 'center',
      lineBreak: false,
    });
  const mark = markOf(row);
  if (mark === null) return;
  document.roundedRect(x, y + QR_SIDE + 52, QR_SIDE, 40, 10).fill(mark.color.paper);
  fitText(document, mark.text, {
    font: 'bold',
    sizes: [12, 10],
    color: mark.color.ink,
    x: x + 8,
    y: y + QR_SIDE + 59,
    width: QR_SIDE - 16,
    height: 28,
    align: 'center',
  });
}

/** What keeps the ticket from admitting anybody, in large. */
function markOf({
  status,
  livemode,
}: WrittenTicket['row']): { readonly text: string; readonly color: typeof AMBER } | null {
  if (status === 'void') return { text: 'VOID: it admits nobody', color: RED };
  if (status === 'blocked') return { text: 'BLOCKED: ask the seller', color: RED };
  return livemode ? null : { text: 'TEST: it admits nobody', color: AMBER };
}

function printFoot(document: Document, { ticket: { row }, place, of }: Printing): void {
  const x = CARD.x + PADDING;
  const y = CARD.y + CARD.height - 58;
  const width = CARD.width - 2 * PADDING;
  document
    .moveTo(CARD.x, y)
    .lineTo(CARD.x + CARD.width, y)
    .lineWidth(1)
    .dash(3, { space: 4 })
    .stroke(LINE)
    .undash();
  document.font('regular').fontSize(8.5).fillColor(SOFT);
  document.text(
    'Keep the code to yourself: it admits whoever shows it first. On paper or on a phone, both are good.',
    x,
    y + 14,
    { width, lineBreak: false },
  );
  document.text(printable(`${row.id}${of > 1 ? `   ·   Ticket ${place} of ${of}` : ''}`), x, y + 30, {
    width,
    lineBreak: false,
  });
}

/** Points, and lines of what stands below the card. */
const PROMISES = { size: 8.5, height: 11.5, linesMax: 14 };

/** Below the card: whom the holder asks, what is taken back, and small who made it. */
function printPromises(document: Document, { support, returns, policies, footer }: PaperBrand): void {
  const box = { font: 'regular', size: PROMISES.size, width: CARD.width - 2 * PADDING } as const;
  const lines = [support.join(' · '), returns ?? '', ...policies, footer ?? '']
    .filter((text) => text !== '')
    .flatMap((text) => wrapText(document, text, box))
    .slice(0, PROMISES.linesMax);
  document.font(box.font).fontSize(box.size).fillColor(SOFT);
  for (const [at, line] of [...lines, MADE_BY].entries()) {
    const below = at === lines.length && at > 0 ? 5 : 0;
    const y = CARD.y + CARD.height + 18 + at * PROMISES.height + below;
    document.text(line, CARD.x + PADDING, y, { lineBreak: false });
  }
}

/** Tickets with what dresses them. */
type DressedSheets = Sheets & { readonly brand: PaperBrand };

export const SHEETS: PrintKind<DressedSheets> = { name: 'tickets', print: printTickets };

/** Tickets of an order as one PDF, a page of A4 for each. The same tickets make the same bytes. */
async function printTickets(sheets: DressedSheets): Promise<Buffer> {
  const { occasion, tickets, brand } = sheets;
  const { document, finish } = await openDocument({
    title: `${occasion.event_name} – ${occasion.order_number}`,
    author: occasion.store_name,
    language: 'en',
    writtenAt: occasion.event_updated_at,
    size: 'A4',
  });
  // As a text, it is kept once in the document, however many pages show it.
  const logo =
    brand.logo === null ? null : `data:image/jpeg;base64,${Buffer.from(brand.logo).toString('base64')}`;
  for (const [at, ticket] of tickets.entries()) {
    document.addPage();
    printTicket(document, { occasion, brand, logo, ticket, place: at + 1, of: tickets.length });
    // A page takes some 10 ms; nobody else waits for more than one.
    await setImmediate();
  }
  return finish();
}
