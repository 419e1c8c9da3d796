import type { Ticket } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { presentTicket } from './present-ticket.ts';
import type { TicketRow } from './tickets.queries.ts';
import { NO_CODES, writeCodes, type CodeWriter } from './write-codes.ts';

/** Tickets as the API shows them, with their QR codes written. */
export async function presentTickets(
  tenant: Tenant,
  rows: readonly TicketRow[],
  module: CodeWriter & Pick<Context, 'store'>,
): Promise<readonly Ticket[]> {
  const codes = await writeCodes(module.store.of(tenant), { tenant, tickets: rows }, module);
  return rows.map((row, at) => presentTicket(row, codes[at] ?? NO_CODES));
}
