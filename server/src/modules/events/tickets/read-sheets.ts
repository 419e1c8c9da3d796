import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findOccasion, type OccasionRow } from './sheets.queries.ts';
import { ticketsOfOrder, type TicketRow } from './tickets.queries.ts';
import { NO_CODES, writeCodes, type CodeWriter, type WrittenCodes } from './write-codes.ts';

/** A ticket with its codes. */
export type WrittenTicket = WrittenCodes & { readonly row: TicketRow };

/** What is needed to show tickets of one order to people. */
export type Sheets = {
  readonly tenant: Tenant;
  readonly occasion: OccasionRow;
  readonly tickets: readonly WrittenTicket[];
};

/** Sheets of those of an order's tickets that are wanted; null when there is no such order. */
export async function readSheets(
  runner: Runner,
  order: { readonly tenant: Tenant; readonly orderId: string; readonly wants: (row: TicketRow) => boolean },
  module: CodeWriter,
): Promise<Sheets | null> {
  const { tenant, orderId } = order;
  const occasion = await findOccasion(runner, tenant, orderId);
  if (!occasion) return null;
  const rows = (await ticketsOfOrder(runner, tenant, orderId)).filter(order.wants);
  const codes = await writeCodes(runner, { tenant, tickets: rows }, module);
  return { tenant, occasion, tickets: rows.map((row, at) => ({ row, ...(codes[at] ?? NO_CODES) })) };
}
