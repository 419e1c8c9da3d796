import type { Json } from '../../../store/index.ts';
import { typeColumns } from './event-columns.ts';
import type { EventState, PoolState, TicketTypeState } from './event-state.ts';

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
export type EventChanges = {
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

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
