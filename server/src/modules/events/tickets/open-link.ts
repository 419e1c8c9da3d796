import type { Events } from '../module.ts';
import { printSheets } from './print/print-sheets.ts';
import { readSheets, type Sheets } from './read-sheets.ts';
import { findByLink } from './sheets.queries.ts';
import { writeCalendar } from './write-calendar.ts';

/** What whoever holds a link may see. Tickets that were handed on are in `sheets` no more, but in `handedOn`. */
export type OpenedLink = {
  readonly token: string;
  readonly sheets: Sheets;
  /** To whom tickets of the order were handed on, as far as known. */
  readonly handedOn: readonly (string | null)[];
  /** What of the money went back, in minor units; 0 for new holders, whose money it is not. */
  readonly refundedMinor: bigint;
  readonly print: () => Promise<Buffer>;
  readonly writeCalendar: () => string;
};

/** A link token, or 122 random bits of before, in base64url. */
const TOKEN = /^[\w-]{22}$/;

/** The tickets behind the link that a buyer, or the new holder of a ticket, was sent; null when there are none. */
export async function openTicketLink(module: Events, token: string): Promise<OpenedLink | null> {
  if (!TOKEN.test(token)) return null;
  const found = await findByLink(module.store.system, token);
  if (!found) return null;
  const { tenant, orderId, ticketId } = found;
  const all = await readSheets(
    module.store.of(tenant),
    { tenant, orderId, wants: (row) => ticketId === null || row.id === ticketId },
    module,
  );
  if (!all) return null;
  const isOwn = ({ row }: Sheets['tickets'][number]): boolean => ticketId !== null || row.link_token === null;
  const sheets = { ...all, tickets: all.tickets.filter(isOwn) };
  return {
    token,
    sheets,
    handedOn: all.tickets.filter((one) => !isOwn(one)).map(({ row }) => row.holder_name),
    refundedMinor: ticketId === null ? all.occasion.amount_refunded : 0n,
    print: () =>
      printSheets(module, {
        ...sheets,
        tickets: sheets.tickets.filter(({ row }) => row.status !== 'void'),
      }),
    writeCalendar: () => writeCalendar(all.occasion),
  };
}
