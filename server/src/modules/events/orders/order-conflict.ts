import { ticketOrderMoves, type TicketOrderStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { statusOf } from './order-lines.ts';
import type { OrderRow } from './orders.queries.ts';

/** The refusal of what the order's status does not allow; `allowed` has the other statuses that it can still come to. */
export function orderConflict(
  row: Pick<OrderRow, 'order_number' | 'status'>,
  to: TicketOrderStatus,
  why: (from: TicketOrderStatus) => string,
): Failure {
  const from = statusOf(row);
  const allowed = ticketOrderMoves[from].filter((status) => status !== to);
  return new Failure('STATE_CONFLICT', `Order ${row.order_number} is ${from}${why(from)}`, {
    details: { from, to, allowed },
  });
}
