import { setImmediate } from 'node:timers/promises';
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit';
import type { Sheets } from '../read-sheets.ts';
import { FONTS, type FontName } from '../../../print/index.ts';
import { printTicket } from './print-ticket.ts';
import { printable } from '../../../print/index.ts';

/** Tickets of an order as one PDF, a page of A4 for each. The same tickets make the same bytes. */
export async function printTickets(sheets: Sheets): Promise<Buffer> {
  const { occasion, tickets } = sheets;
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: printable(`${occasion.event_name} – ${occasion.order_number}`), Author: printable(occasion.store_name), Creator: 'Cottontree', Producer: 'Cottontree', CreationDate: occasion.event_updated_at },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  for (const name of Object.keys(FONTS) as FontName[]) document.registerFont(name, FONTS[name]);
  for (const [at, ticket] of tickets.entries()) {
    document.addPage();
    printTicket(document, { occasion, ticket, place: at + 1, of: tickets.length });
    // A page takes some 10 ms; nobody else waits for more than one.
    await setImmediate();
  }
  document.end();
  await written;
  return Buffer.concat(parts);
}
