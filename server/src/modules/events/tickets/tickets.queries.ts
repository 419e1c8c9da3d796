import { ticketStatuses, type Currency, type TicketStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { bytesToJson, statement, text, type Json, type Runner, type ValuesOf } from '../../../store/index.ts';
import { byGiven, equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { EventRef } from './event-keys.queries.ts';

/** A ticket with what its QR code, its pages and its messages need of its event, type and order. */
export const TICKET = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  event_id: 'text',
  ticket_type_id: 'text',
  order_id: 'text',
  status: text<TicketStatus>(),
  version: 'int4',
  sequence: 'int4',
  qr_id: 'bytea',
  code: 'text',
  code_sealed: 'bytea?',
  code_head: 'text?',
  epoch: 'int4',
  price: 'int8',
  holder_name: 'text?',
  holder_phone: 'text?',
  holder_email: 'text?',
  seat: 'text?',
  admits: 'int4',
  valid_from: 'timestamptz?',
  valid_until: 'timestamptz?',
  issued_at: 'timestamptz',
  updated_at: 'timestamptz',
  used_at: 'timestamptz?',
  voided_at: 'timestamptz?',
  reason: 'text?',
  link_token: 'text?',
  type_name: 'text',
  type_index: 'int4',
  currency: text<Currency>(),
  re_entry: 'text',
  kid: 'int4?',
} as const;

const OF_OTHERS: Readonly<Record<string, string>> = Object.freeze({
  type_name: 'y.name AS type_name',
  type_index: 'y.type_index',
  // As its type has them now: an event that is moved moves those of tickets that were sold.
  valid_from: 'y.valid_from',
  valid_until: 'y.valid_until',
  currency: 'e.currency',
  re_entry: 'e.re_entry',
  // The newest key that signs; null before the event's first signature.
  kid: '(SELECT max(k.kid) FROM event_keys k WHERE k.merchant_id = t.merchant_id AND k.livemode = t.livemode AND k.event_id = t.event_id AND k.retired_at IS NULL AND k.revoked_at IS NULL) AS kid',
});

/** `TICKET` of the tickets `t`, joined as `TICKET_JOINS` joins. */
export const TICKET_COLUMNS = Object.keys(TICKET)
  .map((column) => OF_OTHERS[column] ?? `t.${column}`)
  .join(', ');
export const TICKET_JOINS = `JOIN events e ON e.merchant_id = t.merchant_id AND e.livemode = t.livemode AND e.id = t.event_id
        JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id`;

/** What a change sets; the rest of a ticket is for ever. */
const CHANGED = {
  status: text<TicketStatus>(),
  code: 'text',
  code_sealed: 'bytea',
  code_head: 'text',
  epoch: 'int4',
  holder_name: 'text',
  holder_phone: 'text',
  holder_email: 'text',
  updated_at: 'timestamptz',
  used_at: 'timestamptz',
  voided_at: 'timestamptz',
  reason: 'text',
  link_token: 'text',
} as const;

/**
 * The parts of a statement that change tickets and write their facts: the only ones that write a ticket's status. `given`
 * is a parameter with a jsonb array of `TicketChange`, `tenant` the merchant's and the mode's. Each takes effect only on the
 * version it was decided on; `changed_tickets` has the ids of those that did. Rows are locked in the order of their ids.
 */
function ticketChange({
  given,
  tenant: [merchantId, livemode],
}: {
  readonly given: string;
  readonly tenant: readonly [string, string];
}): string {
  return `wanted_tickets AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${given}) AS g(id text, version int, ${Object.entries(CHANGED)
            .map((column) => column.join(' '))
            .join(', ')}, facts jsonb)
        ), locked_tickets AS MATERIALIZED (
          SELECT t.id FROM tickets t JOIN wanted_tickets g ON g.id = t.id AND g.version = t.version
          WHERE t.merchant_id = ${merchantId} AND t.livemode = ${livemode} ORDER BY t.id FOR UPDATE OF t
        ), changed_tickets AS (
          UPDATE tickets t SET version = t.version + 1, sequence = t.sequence + jsonb_array_length(g.facts), ${Object.keys(
            CHANGED,
          )
            .map((column) => `${column} = g.${column}`)
            .join(', ')}
          FROM wanted_tickets g JOIN locked_tickets l ON l.id = g.id
          WHERE t.merchant_id = ${merchantId} AND t.livemode = ${livemode} AND t.id = g.id AND t.version = g.version
          RETURNING t.merchant_id, t.livemode, t.id
        ), announced_tickets AS (
          ${announcement({ source: '(SELECT c.merchant_id, c.livemode, c.id, g.facts FROM changed_tickets c JOIN wanted_tickets g ON g.id = c.id)', entity: 'id', facts: 's.facts' })}
        )`;
}

/** The one statement that changes tickets on their own; what a scan or a refund writes beside them carries the same parts. */
const change = statement({
  name: 'tickets.change',
  params: { merchant_id: 'text', livemode: 'bool', given: 'jsonb' },
  row: { id: 'text' },
  sql: `WITH ${ticketChange({ given: ':given', tenant: [':merchant_id', ':livemode'] })} SELECT id FROM changed_tickets`,
});

const find = statement({
  name: 'tickets.find',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: TICKET,
  sql: `SELECT ${TICKET_COLUMNS} FROM tickets t ${TICKET_JOINS} WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = :id`,
});

const ofOrder = statement({
  name: 'tickets.ofOrder',
  params: { merchant_id: 'text', livemode: 'bool', order_id: 'text' },
  row: TICKET,
  sql: `SELECT ${TICKET_COLUMNS} FROM tickets t ${TICKET_JOINS} WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.order_id = :order_id ORDER BY t.line, t.id`,
});

export type TicketRow = ValuesOf<typeof TICKET>;

/** A change decided on a ticket as it was read; `facts` are of its sequence from `row.sequence + 1`. */
export type TicketChange = Pick<
  TicketRow,
  | 'id'
  | 'version'
  | 'status'
  | 'code'
  | 'code_sealed'
  | 'code_head'
  | 'epoch'
  | 'holder_name'
  | 'holder_phone'
  | 'holder_email'
  | 'updated_at'
  | 'used_at'
  | 'voided_at'
  | 'reason'
  | 'link_token'
> & {
  readonly facts: readonly Fact[];
};

/** The change that leaves all as it is. */
export function unchangedTicket(row: TicketRow, now: Date): TicketChange {
  const {
    id,
    version,
    status,
    code,
    code_sealed,
    code_head,
    epoch,
    holder_name,
    holder_phone,
    holder_email,
    used_at,
    voided_at,
    reason,
    link_token,
  } = row;
  return {
    id,
    version,
    status,
    code,
    code_sealed,
    code_head,
    epoch,
    holder_name,
    holder_phone,
    holder_email,
    updated_at: now,
    used_at,
    voided_at,
    reason,
    link_token,
    facts: [],
  };
}

/** Changes as a statement with `ticketChange` takes them. */
function ticketChangesToJson(changes: readonly TicketChange[]): Json {
  return changes.map((one) => ({
    ...one,
    code_sealed: one.code_sealed && bytesToJson(one.code_sealed),
    updated_at: one.updated_at.toISOString(),
    used_at: one.used_at?.toISOString() ?? null,
    voided_at: one.voided_at?.toISOString() ?? null,
    facts: one.facts,
  }));
}

/** The ids of the tickets that were still at the version that their change was decided on, and are changed now. */
export async function changeTickets(
  runner: Runner,
  tenant: Tenant,
  changes: readonly TicketChange[],
): Promise<ReadonlySet<string>> {
  return new Set(
    (await runner.run(change, { ...keyOf(tenant), given: ticketChangesToJson(changes) })).map(({ id }) => id),
  );
}

export async function findTicket(runner: Runner, tenant: Tenant, id: string): Promise<TicketRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** All of an order, in the order in which they were bought. */
export async function ticketsOfOrder(
  runner: Runner,
  tenant: Tenant,
  orderId: string,
): Promise<readonly TicketRow[]> {
  return runner.run(ofOrder, { ...keyOf(tenant), order_id: orderId });
}

const TICKETS = {
  from: 'tickets t',
  row: TICKET,
  select: TICKET_COLUMNS,
  joins: TICKET_JOINS,
  filters: {
    status: several('t.status', ticketStatuses),
    ticket_type_id: equal('t.ticket_type_id'),
    q: byGiven,
  },
  sorts: { issued_at: byTime('t.issued_at') },
} as const;

/** The tickets of an event that nobody searches. */
export const ticketList = list('listTickets', {
  ...TICKETS,
  counted: 'kept',
  scope: 'event_id',
  given: { event_id: 'text' },
  where: 't.event_id = :event_id',
});

/**
 * Those that are searched for: `like` stands in a name or address; `codes` is what a ticket with the code keeps
 * of it, where `words` is one; `phone` what it may be read as, else null.
 */
export const ticketSearch = list('listTickets', {
  ...TICKETS,
  name: 'listTickets.search',
  counted: 'apart',
  given: { event_id: 'text', words: 'text', like: 'text', codes: 'text[]', phone: 'text?' },
  where: `t.event_id = :event_id AND (t.code = ANY (:codes) OR t.holder_phone = :phone OR t.holder_name ILIKE :like OR t.holder_email ILIKE :like
    OR EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = t.order_id AND upper(o.order_number) = upper(:words)))`,
});

const hasEvent = statement({
  name: 'tickets.hasEvent',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id',
});

export async function isEventThere(runner: Runner, { tenant, eventId }: EventRef): Promise<boolean> {
  return (await runner.run(hasEvent, { ...keyOf(tenant), event_id: eventId })).length === 1;
}
