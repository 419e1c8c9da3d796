import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findTicket, type TicketRow } from './tickets.queries.ts';

/** The ticket of the id, or the refusal that there is none. */
export async function readTicket(runner: Runner, tenant: Tenant, id: string): Promise<TicketRow> {
  const row = await findTicket(runner, tenant, id);
  if (row) return row;
  // The same for absent, another merchant's, the other mode's and malformed.
  throw new Failure('TICKET_NOT_FOUND', `There is no ticket ${id}.`);
}
