import { setImmediate } from 'node:timers/promises';
import type { PrintKind } from '../../../../kernel/running/press.ts';
import { openDocument } from '../../../../print/index.ts';
import type { Sheets } from '../read-sheets.ts';
import { printTicket } from './print-ticket.ts';

export const SHEETS: PrintKind<Sheets> = { name: 'tickets', print: printTickets };

/** Tickets of an order as one PDF, a page of A4 for each. The same tickets make the same bytes. */
export async function printTickets(sheets: Sheets): Promise<Buffer> {
  const { occasion, tickets } = sheets;
  const { document, finish } = await openDocument({
    title: `${occasion.event_name} – ${occasion.order_number}`,
    author: occasion.store_name,
    language: 'en',
    writtenAt: occasion.event_updated_at,
    size: 'A4',
  });
  for (const [at, ticket] of tickets.entries()) {
    document.addPage();
    printTicket(document, { occasion, ticket, place: at + 1, of: tickets.length });
    // A page takes some 10 ms; nobody else waits for more than one.
    await setImmediate();
  }
  return finish();
}
