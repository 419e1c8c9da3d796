import { setImmediate } from 'node:timers/promises';
import type { PaperBrand } from '../../../../kernel/running/paper-brand.ts';
import type { PrintKind } from '../../../../kernel/running/press.ts';
import { openDocument } from '../../../../print/index.ts';
import type { Sheets } from '../read-sheets.ts';
import { printTicket } from './print-ticket.ts';

/** Tickets with what dresses them. */
export type DressedSheets = Sheets & { readonly brand: PaperBrand };

export const SHEETS: PrintKind<DressedSheets> = { name: 'tickets', print: printTickets };

/** Tickets of an order as one PDF, a page of A4 for each. The same tickets make the same bytes. */
export async function printTickets(sheets: DressedSheets): Promise<Buffer> {
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
