import type { TicketOrder } from '@cottontree/contract';
import { change } from '../../../kernel/change/change.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { EventState } from '../events/event-state.ts';
import type { Events } from '../module.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { ticketsOfOrder } from '../tickets/tickets.queries.ts';
import { NO_CODES, writeCodes } from '../tickets/write-codes.ts';
import type { OrderStep } from './order-step.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';
import type { TicketSigner } from './allocation.ts';
import { presentOrder } from './present-order.ts';
import { refundsOfOrder } from './refunds.queries.ts';

/** What is to happen to an order as it stands: a step on the event as it is, or nothing. Refusals are thrown. */
type DecideOrder = (row: OrderRow) => Promise<DecidedStep | null> | DecidedStep | null;
export type DecidedStep = {
  readonly issues: boolean;
  readonly compose: (event: EventState, signer: TicketSigner) => OrderStep;
};

/** `repeated`: the Idempotency-Key of the step came before. */
export type ChangedOrder = {
  readonly row: OrderRow;
  readonly step: OrderStep | null;
  readonly repeated: boolean;
};

export type OrderRef = { readonly tenant: Tenant; readonly id: string };

/**
 * Reads the order, lets `decide` judge it, and has the event's allocator write that if nobody was faster; else reads and
 * decides again. Every decision rests on the version that it changes.
 */
export async function changeOrder(
  module: Events,
  { tenant, id }: OrderRef,
  decide: DecideOrder,
): Promise<ChangedOrder> {
  const runner = module.store.of(tenant);
  const order = {
    key: { tenant, id },
    tooMany: 'requests change this order',
    read: () => findOrder(runner, tenant, id),
    notFound: () => orderNotFound(id),
  };
  return change<OrderRow, ChangedOrder>(order, async (row) => {
    const decided = await decide(row);
    if (!decided) return { row, step: null, repeated: false };
    const { outcome, step } = await module.allocate({
      key: { tenant, eventId: row.event_id },
      orderId: id,
      ...decided,
    });
    if (outcome === 'repeated') return { row, step: null, repeated: true };
    return outcome === 'granted' ? { row: step.after, step, repeated: false } : undefined;
  });
}

/** The step that needs no ticket and no more of the event than that it is there. */
export function simply(compose: (event: EventState) => OrderStep): DecidedStep {
  return { issues: false, compose };
}

/** The same refusal for absent, another merchant's, the other mode's, malformed, and without its client_secret. */
export function orderNotFound(id: string): Failure {
  return new Failure('ORDER_NOT_FOUND', `There is no ticket order ${id.slice(0, 64)}.`);
}

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
