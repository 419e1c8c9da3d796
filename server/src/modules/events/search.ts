import { parseTicketCode, type SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import type { Events } from './module.ts';
import { findEventsNamed, findOrdersOf, findTicketsCoded } from './search.queries.ts';
import { namesOfCode } from './tickets/ticket-codes.ts';

const ORDER_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email'];

/** Events, orders and tickets that a text may mean. */
export async function searchEvents(module: Events, question: SearchQuestion): Promise<SearchShare> {
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
