import type { Events } from '../../module.ts';
import type { Sheets } from '../read-sheets.ts';
import { SHEETS } from './print-ticket.ts';

/** Tickets as a PDF in the organiser's own dress. */
export async function printSheets(
  { press, papers }: Pick<Events, 'press' | 'papers'>,
  sheets: Sheets,
): Promise<Buffer> {
  return press.print(SHEETS, { ...sheets, brand: await papers.find(sheets.tenant) });
}
