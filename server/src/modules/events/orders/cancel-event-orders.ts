import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';

import { presentTicket } from '../tickets/present-ticket.ts';
import { ticketsOfOrder, type TicketRow } from '../tickets/tickets.queries.ts';
import { NO_CODES, writeCodes } from '../tickets/write-codes.ts';
import { changeOrder, simply } from './change-order.ts';
import { cancelStep } from './expire-step.ts';
import { nextVersion, plainStep } from './order-step.ts';
import { ordersWithStatus, type OrderRow } from './orders.queries.ts';
import { payOutRefund } from './refund-ticket-order.ts';
import { refundStep, voiding } from './refund-step.ts';
import { ordersRefundedWithTickets } from './refunds.queries.ts';

/** Orders in one turn. */
const ORDERS_MAX = 50;

/** What is undone of a cancelled event's orders: holds are let go, then what was paid is refunded and its tickets voided. */
export const cancelOrderSteps: readonly CancelStep[] = Object.freeze([
  {
    name: 'ticket orders that are not paid',
    take: (module, cancelled) =>
      eachOrder(module, cancelled, { statuses: ['held', 'awaiting_payment'], undo: letGo }),
  },
  {
    name: 'ticket orders that are paid',
    take: (module, cancelled) =>
      eachOrder(module, cancelled, { statuses: ['paid', 'partially_refunded'], undo: refundWhole }),
  },
  { name: 'tickets whose money had gone back before', take: voidRefunded },
]);

type Undo = (module: Events, cancelled: CancelledEvent, id: string) => Promise<void>;

async function eachOrder(
  module: Events,
  cancelled: CancelledEvent,
  { statuses, undo }: { readonly statuses: readonly string[]; readonly undo: Undo },
): Promise<number> {
  const ids = await ordersWithStatus(module.store.of(cancelled.tenant), cancelled, {
    statuses,
    rowsMax: ORDERS_MAX,
  });
  await Promise.all(ids.map((id) => undo(module, cancelled, id)));
  return ids.length;
}

async function letGo(module: Events, { tenant, at, reason }: CancelledEvent, id: string): Promise<void> {
  const { step } = await changeOrder(module, { tenant, id }, (before) => {
    if (before.status !== 'held' && before.status !== 'awaiting_payment') return null;
    return simply(() => cancelStep(before, { at, world: module.world, reason }));
  });
  if (step?.before?.payment_id) await module.payments.cancel(tenant, step.before.payment_id, at);
}

/** Tickets that were used too: who came in vain gets the money back. Nothing is on sale again, so the event goes on telling how many were sold. */
async function refundWhole(module: Events, cancelled: CancelledEvent, id: string): Promise<void> {
  const { tenant, at, reason } = cancelled;
  const { row, step } = await changeOrder(module, { tenant, id }, async (before) => {
    if (before.status !== 'paid' && before.status !== 'partially_refunded') return null;
    const tickets = await returned(module, before, cancelled);
    const amount = before.total - before.amount_refunded;
    return simply(() =>
      refundStep(before, {
        tickets,
        amount,
        isWhole: true,
        reason,
        release: false,
        at,
        world: module.world,
        vault: module.vault,
      }),
    );
  });
  if (step?.refund) await payOutRefund(module, tenant, { order_id: row.id, ...step.refund });
}

/** Whose money went back as an amount kept the tickets until now. */
async function voidRefunded(module: Events, cancelled: CancelledEvent): Promise<number> {
  const { tenant, at, reason } = cancelled;
  const { world, vault } = module;
  const ids = await ordersRefundedWithTickets(module.store.of(tenant), cancelled, ORDERS_MAX);
  await Promise.all(
    ids.map((id) =>
      changeOrder(module, { tenant, id }, async (before) => {
        const tickets = await returned(module, before, cancelled);
        if (tickets.length === 0) return null;
        return simply(() => ({
          ...plainStep(before, nextVersion(before, { at, world, told: 0 }), at),
          ...voiding(tickets, { at, reason, vault }),
        }));
      }),
    ),
  );
  return ids.length;
}

async function returned(module: Events, order: OrderRow, { tenant }: CancelledEvent) {
  const runner = module.store.of(tenant);
  const tickets = (await ticketsOfOrder(runner, tenant, order.id))
    .filter(({ status }) => status !== 'void')
    .map((ticket): TicketRow => ({ ...ticket, status: 'void' }));
  const codes = await writeCodes(runner, { tenant, tickets }, module);
  return tickets.map((ticket, index) => ({
    id: ticket.id,
    typeId: ticket.ticket_type_id,
    version: ticket.version,
    sequence: ticket.sequence,
    price: ticket.price,
    voided: presentTicket(ticket, codes[index] ?? NO_CODES),
  }));
}

export type CancelledEvent = {
  readonly tenant: Tenant;
  readonly eventId: string;
  /** When the event was cancelled: business time. */ readonly at: Date;
  readonly reason: string | null;
};

/**
 * One part of undoing what was sold of a cancelled event. It does as much as fits into one turn, answers how much that was, and
 * 0 once nothing is left. As it may be repeated after a crash, it looks only for what is not done yet.
 */
export type CancelStep = {
  readonly name: string;
  readonly take: (module: Events, cancelled: CancelledEvent) => Promise<number>;
};
