import type { TicketOrder } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { ticketsOfOrder } from '../tickets/tickets.queries.ts';
import { NO_CODES, writeCodes } from '../tickets/write-codes.ts';
import { orderNotFound } from './change-order.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';
import { presentOrder } from './present-order.ts';
import { refundsOfOrder } from './refunds.queries.ts';

/** An order whole, as it stands now. */
export async function showOrder(module: Events, tenant: Tenant, id: string): Promise<TicketOrder> {
  const row = await findOrder(module.store.of(tenant), tenant, id);
  if (!row) throw orderNotFound(id);
  return showOrderRow(module, tenant, row);
}

/** The same for a row that was just read or written. */
export async function showOrderRow(module: Events, tenant: Tenant, row: OrderRow): Promise<TicketOrder> {
  const runner = module.store.of(tenant);
  const wasPaid = row.paid_at !== null || row.status === 'refund_pending' || row.status === 'refunded';
  const [payment, tickets, refunds] = await Promise.all([
    row.payment_id === null ? null : module.payments.find(tenant, row.payment_id),
    wasPaid ? ticketsOfOrder(runner, tenant, row.id) : [],
    wasPaid ? refundsOfOrder(runner, tenant, row.id) : [],
  ]);
  const codes = await writeCodes(runner, { tenant, tickets }, module);
  return presentOrder(row, {
    place: module,
    clientSecret: null,
    payment,
    tickets: tickets.map((ticket, index) => presentTicket(ticket, codes[index] ?? NO_CODES)),
    refunds,
  });
}
