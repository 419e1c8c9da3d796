import { scanPolicyDefault } from '@cottontree/contract';
import type { Json, ValuesOf } from '../../../store/index.ts';
import type { EVENT, EventRow, PoolJson, TypeJson } from './event-rows.queries.ts';
import type { EventState, PoolState, TicketTypeState } from './event-state.ts';

type EventColumns = ValuesOf<typeof EVENT>;

export function readEventRow(row: EventRow): EventState {
  const { status, currency, re_entry, types, pools, metadata } = row;
  return {
    id: row.id,
    livemode: row.livemode,
    version: row.version,
    sequence: row.sequence,
    status,
    name: row.name,
    description: row.description,
    venue: row.venue,
    address: row.address,
    startDate: row.start_date,
    endDate: row.end_date,
    timeZone: row.time_zone,
    currency,
    maxTicketsPerOrder: row.max_tickets_per_order,
    holdMinutes: row.hold_minutes,
    salesStart: row.sales_start,
    salesEnd: row.sales_end,
    doorsOpen: row.doors_open,
    imageUrl: row.image_url,
    refundPolicy: row.refund_policy,
    reEntry: re_entry,
    scanPolicy: { ...scanPolicyDefault, ...row.scan_policy },
    metadata,
    attendeesToNotify: row.attendees_to_notify,
    publishedAt: row.published_at,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    capacity: row.capacity,
    held: row.held,
    sold: row.sold,
    types: types.map(readType),
    nextTypeIndex: row.next_type_index,
    pools: pools.map(readPool),
  };
}

function readType(row: TypeJson): TicketTypeState {
  return {
    id: row.id,
    typeIndex: row.type_index,
    status: row.status,
    name: row.name,
    description: row.description,
    kind: row.kind,
    price: BigInt(row.price),
    minPrice: row.min_price === null ? null : BigInt(row.min_price),
    salesStart: time(row.sales_start),
    salesEnd: time(row.sales_end),
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    validFrom: time(row.valid_from),
    validUntil: time(row.valid_until),
    admits: row.admits,
    gates: row.gates,
    doorNote: row.door_note,
    position: row.position,
    poolIds: row.pool_ids,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    capacity: row.capacity,
    held: row.held,
    sold: row.sold,
  };
}

function readPool({ id, name, capacity, held, sold, created_at }: PoolJson): PoolState {
  return { id, name, capacity, held, sold, createdAt: new Date(created_at) };
}

const time = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** What of an event its own row keeps. */
export function eventColumns(state: EventState): EventColumns {
  return {
    status: state.status,
    name: state.name,
    description: state.description,
    venue: state.venue,
    address: state.address,
    start_date: state.startDate,
    end_date: state.endDate,
    time_zone: state.timeZone,
    currency: state.currency,
    max_tickets_per_order: state.maxTicketsPerOrder,
    hold_minutes: state.holdMinutes,
    sales_start: state.salesStart,
    sales_end: state.salesEnd,
    doors_open: state.doorsOpen,
    image_url: state.imageUrl,
    refund_policy: state.refundPolicy,
    re_entry: state.reEntry,
    scan_policy: state.scanPolicy,
    metadata: state.metadata,
    attendees_to_notify: state.attendeesToNotify,
    published_at: state.publishedAt,
    cancelled_at: state.cancelledAt,
    cancel_reason: state.cancelReason,
    updated_at: state.updatedAt,
  };
}

/** What a ticket type's row keeps. */
function typeColumns(type: TicketTypeState): { readonly [column: string]: Json } {
  return {
    id: type.id,
    type_index: type.typeIndex,
    status: type.status,
    name: type.name,
    description: type.description,
    kind: type.kind,
    price: String(type.price),
    min_price: type.minPrice === null ? null : String(type.minPrice),
    sales_start: iso(type.salesStart),
    sales_end: iso(type.salesEnd),
    min_per_order: type.minPerOrder,
    max_per_order: type.maxPerOrder,
    valid_from: iso(type.validFrom),
    valid_until: iso(type.validUntil),
    admits: type.admits,
    gates: type.gates,
    door_note: type.doorNote,
    position: type.position,
    created_at: type.createdAt.toISOString(),
    updated_at: type.updatedAt.toISOString(),
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What of a state its counters keep; held and sold are the orders' own. */
type Counter = {
  readonly id: string;
  readonly kind: 'type' | 'pool' | 'event';
  readonly capacity: number | null;
  readonly open: boolean;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
};
type Link = { readonly ticket_type_id: string; readonly counter_id: string };

/** The rows that lead from one state of an event to another. */
type EventChanges = {
  readonly types: readonly { readonly [column: string]: Json }[];
  readonly pools: readonly { readonly [column: string]: Json }[];
  readonly counters: readonly Counter[];
  readonly links: readonly Link[];
  readonly linksGone: readonly Link[];
  readonly typesGone: readonly string[];
  readonly poolsGone: readonly string[];
  /** Counters on which nothing may be sold or held when the change takes effect. */
  readonly unsold: readonly string[];
};

/** Finds the rows that differ between two states of an event; `before` null: all. */
export function eventChanges(before: EventState | null, after: EventState): EventChanges {
  const typesGone = gone(before?.types, after.types);
  const poolsGone = gone(before?.pools, after.pools);
  const links = after.types.flatMap(linksOf(after.id));
  const linksBefore =
    before?.types.filter((type) => !typesGone.includes(type.id)).flatMap(linksOf(after.id)) ?? [];
  const linksNew = links.filter((link) => !linksBefore.some(same(link)));
  const linksGone = linksBefore.filter((link) => !links.some(same(link)));
  const known = new Map(
    before ? countersOf(before).map((counter) => [counter.id, JSON.stringify(counter)]) : [],
  );
  const relinked = [...linksNew, ...linksGone]
    .map((link) => link.ticket_type_id)
    .filter((id) => before?.types.some((type) => type.id === id));
  return {
    types: after.types.filter((type) => !before?.types.includes(type)).map(typeColumns),
    pools: after.pools.filter((pool) => !before?.pools.includes(pool)).map(poolColumns),
    counters: countersOf(after).filter((counter) => known.get(counter.id) !== JSON.stringify(counter)),
    links: linksNew,
    linksGone,
    typesGone,
    poolsGone,
    unsold: [
      ...new Set([
        ...relinked,
        ...typesGone,
        ...(before?.status === 'published' && after.status === 'draft' ? [after.id] : []),
        ...(before && before.currency !== after.currency ? [after.id] : []),
      ]),
    ],
  };
}

function countersOf(state: EventState): readonly Counter[] {
  return [
    {
      id: state.id,
      kind: 'event',
      capacity: state.capacity,
      open: state.status === 'published',
      sales_start: iso(state.salesStart),
      sales_end: iso(state.salesEnd),
    },
    ...state.types.map((type): Counter => ({
      id: type.id,
      kind: 'type',
      capacity: type.capacity,
      open: type.status === 'active' || type.status === 'hidden',
      sales_start: iso(type.salesStart),
      sales_end: iso(type.salesEnd),
    })),
    ...state.pools.map((pool): Counter => ({
      id: pool.id,
      kind: 'pool',
      capacity: pool.capacity,
      open: true,
      sales_start: null,
      sales_end: null,
    })),
  ];
}

const linksOf =
  (eventId: string) =>
  (type: TicketTypeState): readonly Link[] =>
    [eventId, type.id, ...type.poolIds].map((counter_id) => ({ ticket_type_id: type.id, counter_id }));

const same =
  (one: Link) =>
  (other: Link): boolean =>
    one.ticket_type_id === other.ticket_type_id && one.counter_id === other.counter_id;

function gone(
  before: readonly { readonly id: string }[] | undefined,
  after: readonly { readonly id: string }[],
): readonly string[] {
  const left = new Set(after.map(({ id }) => id));
  return (before ?? []).map(({ id }) => id).filter((id) => !left.has(id));
}

function poolColumns({ id, name, createdAt }: PoolState): { readonly [column: string]: Json } {
  return { id, name, created_at: createdAt.toISOString() };
}
