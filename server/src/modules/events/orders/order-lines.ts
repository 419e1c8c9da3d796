import type { TicketOrderStatus } from '@cottontree/contract';
import type { KeptAttendee, OrderLine, OrderRow } from './orders.queries.ts';

export type { KeptAttendee, OrderLine } from './orders.queries.ts';

/** What an order takes from the counters. */
export type Take = { readonly counter: string; readonly held: number; readonly sold: number };

/** As `change_ticket_orders` writes them, and nothing else. */
export function linesOf(row: Pick<OrderRow, 'lines'>): readonly OrderLine[] {
  return row.lines;
}

export function attendeesOf(row: Pick<OrderRow, 'attendees'>): readonly KeptAttendee[] {
  return row.attendees;
}

export function statusOf(row: Pick<OrderRow, 'status'>): TicketOrderStatus {
  return row.status;
}

type Occupied = Pick<OrderRow, 'status' | 'lines' | 'promo_id' | 'promo_uses'>;

/** What a change of an order takes from the counters and from its promo code, or gives back where below zero. */
export function takesOf(before: Occupied | null, after: Occupied): readonly Take[] {
  const takes = new Map<string, { held: number; sold: number }>();
  const add = (counter: string, change: { readonly held: number; readonly sold: number }): void => {
    const sum = takes.get(counter) ?? { held: 0, sold: 0 };
    takes.set(counter, { held: sum.held + change.held, sold: sum.sold + change.sold });
  };
  if (before) addOccupied(before, -1, add);
  addOccupied(after, 1, add);
  return [...takes]
    .filter(([, { held, sold }]) => held !== 0 || sold !== 0)
    .map(([counter, { held, sold }]) => ({ counter, held, sold }));
}

function addOccupied(
  order: Occupied,
  sign: 1 | -1,
  add: (counter: string, change: { readonly held: number; readonly sold: number }) => void,
): void {
  const isHeld = order.status === 'held' || order.status === 'awaiting_payment';
  for (const { counters, taken } of linesOf(order)) {
    for (const counter of counters)
      add(counter, { held: isHeld ? sign * taken : 0, sold: isHeld ? 0 : sign * taken });
  }
  if (order.promo_id !== null) add(order.promo_id, { held: sign * order.promo_uses, sold: 0 });
}

/** The lines with everything they take, or nothing. */
export function occupying(lines: readonly OrderLine[], all: boolean): readonly OrderLine[] {
  return lines.map((line) => ({ ...line, taken: all ? line.quantity : 0 }));
}
