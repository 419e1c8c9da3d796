import type { Tenant } from '../../core/tenant.ts';
import type { Events } from '../open-events.ts';
import { readSheets, type Sheets } from './read-sheets.ts';
import { readTicket } from './read-ticket.ts';

/** The sheet of one ticket, or the refusal that there is none. */
export async function readOwnSheet(room: Events, tenant: Tenant, id: string): Promise<Sheets> {
  const runner = room.store.of(tenant);
  const { order_id: orderId } = await readTicket(runner, tenant, id);
  const sheets = await readSheets(runner, { tenant, orderId, wants: (row) => row.id === id }, room);
  if (!sheets) throw new Error(`The ticket ${id} has no order.`);
  return sheets;
}
