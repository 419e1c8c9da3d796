import {
  ticketOrderStatuses,
  type Input,
  type Operations,
  type TicketOrderStatus,
  type TicketOrderSummary,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readPhone } from '../../core/read-phone.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import type { Events } from '../open-events.ts';
import { listEventOrders, type OrderFilter } from './list-orders.queries.ts';
import { presentOrderSummary } from './present-order.ts';

type Listed = Input<Operations['listTicketOrders']>;

/** Lists an event's orders, newest first, without their tickets. */
export async function listTicketOrders(
  { params, query }: Listed,
  call: Call,
  room: Events,
): Promise<Reply<readonly TicketOrderSummary[]>> {
  const page = readPage(query);
  const runner = room.store.slow(call.tenant);
  const wanted = {
    filter: filterOf(query, call),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  };
  const { total, rows } = await listEventOrders(runner, { tenant: call.tenant, eventId: params.id }, wanted);
  if (total === 0 && !(await findEvent(runner, call.tenant, params.id))) throw eventNotFound(params.id);
  const shown = shownRows(page, rows).map(presentOrderSummary);
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}

function filterOf(query: Listed['query'], call: Call): OrderFilter {
  return {
    statuses: query.status === undefined ? null : readStatuses(query.status),
    channel: query.channel ?? null,
    ticket_type_id: query.ticket_type_id ?? null,
    order_number: query.order_number ?? null,
    payment_id: query.payment_id ?? null,
    promo_code: query.promo_code?.toUpperCase() ?? null,
    buyer_phone:
      query.buyer_phone === undefined ? null : readPhone(query.buyer_phone, { path: 'buyer_phone', call }),
    buyer_email: query.buyer_email ?? null,
    created_from: readOptionalTime(query.created_from, { path: 'created_from', call }),
    created_to: readOptionalTime(query.created_to, { path: 'created_to', call }),
    q: query.q ?? null,
  };
}

function readStatuses(text: string): readonly TicketOrderStatus[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const unknown = words.find((word) => !isStatus(word));
  if (unknown === undefined) return words.filter(isStatus);
  throw invalid({
    path: 'status',
    message: `must be one or several of ${ticketOrderStatuses.join(', ')}, with commas between; "${unknown}" is none of them`,
  });
}

function isStatus(word: string): word is TicketOrderStatus {
  return ticketOrderStatuses.some((status) => status === word);
}
