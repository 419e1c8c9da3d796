import { type OverviewToday, parseTicketCode, type SearchMatch } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { needWhere, type OverviewQuestion, type OverviewShare } from '../../kernel/call/overview-share.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import { type DatabaseReport, runChecks, type Runner } from '../../store/index.ts';
import { completeEventsOnClock } from './events/complete-events.ts';
import type { Events } from './module.ts';
import { eventLoops } from './open-events.ts';
import { orderChecks } from './orders/verify-orders.queries.ts';
import { eventsNearlySoldOut, firstEvent, type NextEvent, nextEvents } from './overview.queries.ts';
import { runDueOrdersOnClock } from './run-due-orders.ts';
import { scanningChecks } from './scanning/verify-scanning.queries.ts';
import { findEventsNamed, findOrdersOf, findTicketsCoded } from './search.queries.ts';
import { namesOfCode } from './tickets/ticket-codes.ts';
import { verifyTicketCodes } from './tickets/verify-codes.ts';
import { ticketChecks } from './tickets/verify-tickets.queries.ts';
import { eventChecks } from './verify-events.queries.ts';
import * as operations from './operations.ts';

const ORDER_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email'];

/** Events, orders and tickets that a text may mean. */
async function searchEvents(module: Events, question: SearchQuestion): Promise<SearchShare> {
  const shares = [
    ...(question.may('tickets:read') ? [orders(module, question), tickets(module, question)] : []),
    ...(question.may('events:read') ? [events(module, question)] : []),
  ];
  const found = await Promise.all(shares);
  return {
    searched: found.flatMap(({ searched }) => searched),
    results: found.flatMap(({ results }) => results),
  };
}

async function orders({ store }: Events, question: SearchQuestion): Promise<SearchShare> {
  const rows = await findOrdersOf(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['ticket_order'],
    results: rows.map((row) => ({
      kind: 'ticket_order',
      id: row.id,
      parent_id: row.event_id,
      title: row.order_number,
      subtitle: joined(row.buyer_name, row.buyer_phone && maskPhone(row.buyer_phone), row.buyer_email),
      status: row.status,
      matched: ORDER_WAYS[row.way] ?? 'number',
    })),
  };
}

async function tickets({ store, vault }: Events, question: SearchQuestion): Promise<SearchShare> {
  const code = parseTicketCode(question.text);
  const codes = code === null ? [] : namesOfCode(vault, question.tenant, code);
  const rows = await findTicketsCoded(store.reads(question.tenant, 'point'), question, codes);
  return {
    searched: ['ticket'],
    results: rows.map((row) => ({
      kind: 'ticket',
      id: row.id,
      parent_id: row.event_id,
      title: row.type_name,
      subtitle: row.holder_name,
      status: row.status,
      matched: row.way === 0 ? 'id' : 'code',
    })),
  };
}

async function events({ store }: Events, question: SearchQuestion): Promise<SearchShare> {
  const rows = await findEventsNamed(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['event'],
    results: rows.map((row) => ({
      kind: 'event',
      id: row.id,
      parent_id: null,
      title: row.name,
      subtitle: joined(row.venue, row.start_date.toISOString().slice(0, 10)),
      status: row.status,
      matched: row.way === 0 ? 'id' : 'name',
    })),
  };
}

/** What events say to an overview. */
async function overviewOfEvents({ store }: Events, question: OverviewQuestion): Promise<OverviewShare> {
  const seen = question.may('events:read');
  if (!seen) return { steps: [{ step: 'event', operation: 'createEvent', seen, proof: null }] };
  const runner = store.reads(question.tenant);
  const { count, ids, names, starts } = await eventsNearlySoldOut(runner, question);
  const [id = ''] = ids ?? [];
  const [name = ''] = names ?? [];
  return {
    needs: needWhere(count > 0n, () => ({
      kind: 'events_nearly_sold_out',
      tone: 'idle',
      count: Number(count),
      amount: null,
      first: { id, label: name, detail: starts?.toISOString() ?? null, since: null },
      names: names ?? [],
      list: { operation: 'listEvents', query: { status: 'published', upcoming: 'true' } },
    })),
    today: { events: (await nextEvents(runner, question)).map(presentNext) },
    steps: [{ step: 'event', operation: 'createEvent', seen, proof: await firstEvent(runner, question) }],
  };
}

type Shown = NonNullable<OverviewToday['events']>[number];

/** Where the event has no bound of its own, its types' together are one. */
function presentNext(row: NextEvent): Shown {
  const capacity = row.capacity ?? (row.types_capacity === null ? null : Number(row.types_capacity));
  const sold = row.sold ?? 0;
  return {
    id: row.id,
    name: row.name,
    start_date: row.start_date.toISOString(),
    sold,
    held: row.held ?? 0,
    capacity,
    sold_percent: capacity ? Math.floor((sold * 100) / capacity) : null,
    ticket_types: row.types.map(({ id, name, sold: ofType }) => ({ id, name, sold: ofType })),
  };
}

export const eventModule = moduleOf<Events>()({
  operations,
  loops: eventLoops,
  runDue: runDueEventsOnClock,
  overview: overviewOfEvents,
  search: searchEvents,
  verify: async (runner, { vault }) => [
    ...(await verifyEvents(runner)),
    ...(await verifyTicketCodes(runner, vault)),
  ],
});

/** Does what a merchant's test clock has made due for its events. */
async function runDueEventsOnClock(module: Events, tenant: Tenant, clock: Date): Promise<void> {
  await runDueOrdersOnClock(module, tenant, clock);
  await completeEventsOnClock(module, tenant, clock);
}

const checks: readonly DatabaseReport[] = [
  ...eventChecks,
  ...orderChecks,
  ...ticketChecks,
  ...scanningChecks,
];

/** What is promised of events, orders and tickets and does not hold in the data of any merchant. */
export async function verifyEvents(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, checks);
}
