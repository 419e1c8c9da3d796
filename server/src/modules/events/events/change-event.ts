import type { Event, EventKind, EventStatus } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { versionsOf } from '../../../kernel/change/if-match.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { constraintOf, type Json, type Runner } from '../../../store/index.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import { eventNotFound } from './event-not-found.ts';
import type { EventState, Stock } from './event-state.ts';
import { findEvent, changeEvent as writeChange } from './events.queries.ts';
import type { Events } from '../module.ts';
import { presentEvent } from './present-event.ts';

type ChangeWanted = {
  readonly tenant: Tenant;
  readonly eventId: string;
  readonly now: Date;
  readonly ifMatch: string | null;
  /** What whoever changes it says of telling holders; undefined: nothing, so they are told. */
  readonly tellAttendees?: boolean | undefined;
  /** The event as it is to be, from how it is; the very same where nothing is to change. A refusal throws. */
  readonly decide: (event: EventState) => EventState | Promise<EventState>;
};

/** Fields that buyers plan by. */
const PLANNED_BY: ReadonlySet<string> = new Set(['venue', 'address', 'start_date', 'end_date']);

/** Fields by which there may be more to sell, which whoever waits is offered before others come. */
const SELLS_BY: ReadonlySet<string> = new Set([
  'status',
  'capacity',
  'ticket_types',
  'pools',
  'sales_start',
  'sales_end',
  'max_tickets_per_order',
]);

/** Changes an event on the version that was read: decided, then written in one statement, or read and decided again. */
export async function changeEvent(module: Events, runner: Runner, wanted: ChangeWanted): Promise<EventState> {
  const event = {
    key: { tenant: wanted.tenant, id: wanted.eventId },
    tooMany: 'requests change this event',
    read: () => findEvent(runner, wanted.tenant, wanted.eventId),
    notFound: () => eventNotFound(wanted.eventId),
    ifMatch: versionsOf(wanted.ifMatch),
    seen: seenEvent,
  };
  return change<EventState, EventState>(event, async (before) => {
    const decided = await wanted.decide(before);
    if (decided === before) return before;
    refuseBelowSold(before, decided);
    const changed = changedFields(
      presentEvent(before, module.settings),
      presentEvent(decided, module.settings),
    );
    if (changed.length === 0) return before;
    return write(module, runner, { wanted, before, decided, changed });
  });
}

/** What of a request changing an event needs. */
export function wantedBy(call: Call, eventId: string): Omit<ChangeWanted, 'decide'> {
  return { tenant: call.tenant, eventId, now: call.now, ifMatch: call.ifMatch };
}

type Writing = {
  readonly wanted: ChangeWanted;
  readonly before: EventState;
  readonly decided: EventState;
  readonly changed: readonly string[];
};

/** Undefined where the event changed, or sold, since it was read. */
async function write(
  module: Events,
  runner: Runner,
  { wanted, before, decided, changed }: Writing,
): Promise<EventState | undefined> {
  const tells = before.sold > 0 && changed.some((field) => PLANNED_BY.has(field));
  const next: EventState = {
    ...decided,
    version: before.version + 1,
    updatedAt: wanted.now,
    attendeesToNotify: (tells && !settlesTelling(wanted.tellAttendees, decided)) || decided.attendeesToNotify,
  };
  const facts = factsOfChange(presentEvent(next, module.settings), changed, {
    sequence: before.sequence,
    at: wanted.now,
    tellAttendees: wanted.tellAttendees,
  });
  const after = { ...next, sequence: before.sequence + facts.length };
  const cancelsAt = after.status === 'cancelled' && before.status !== 'cancelled' ? module.world.now() : null;
  if (!(await writeChange(runner, wanted.tenant, { before, after, facts, cancelsAt }).catch(refuseSameName)))
    return undefined;
  if (cancelsAt !== null) module.wake('events.cancel');
  if (after.status === 'published' && changed.some((field) => SELLS_BY.has(field)))
    module.wake('events.waitlist');
  return after;
}

/** Whether holders are told by the change itself, so that nobody has to think of it: of a published event alone. */
export function settlesTelling(tell: boolean | undefined, { status }: Pick<EventState, 'status'>): boolean {
  return tell === true && status === 'published';
}

/** The database folds case in its own way. */
function refuseSameName(error: unknown): never {
  if (constraintOf(error) !== 'ticket_types_name') throw error;
  throw new Failure(
    'DUPLICATE_TICKET_TYPE',
    'Two ticket types of the event would have the same name, whatever the case. Give each its own name.',
  );
}

/** What a change to an event rests on. Sales since then are no change: only what stands before the dash of the ETag counts. */
export function seenEvent({ version, name }: EventState): {
  readonly version: number;
  readonly what: string;
} {
  return { version, what: `The event ${name}` };
}

type Named = Stock<number | null> & { readonly id: string; readonly what: string };

/** Refuses a change that leaves less room than is gone, or that needs nothing to be gone where something is. */
function refuseBelowSold(before: EventState, after: EventState): void {
  const wanted = new Map(stocksOf(after).map((stock) => [stock.id, stock.capacity]));
  for (const { id, what, held, sold, capacity: now } of stocksOf(before)) {
    const capacity = wanted.get(id) ?? null;
    if (capacity === null || capacity === now || held + sold <= capacity) continue;
    throw new Failure(
      'CAPACITY_BELOW_SOLD',
      `${what} cannot have room for ${capacity}: ${sold} are sold and ${held} held. Ask for at least ${sold + held}.`,
      { details: { id, sold, held } },
    );
  }
  for (const type of before.types) {
    const left = after.types.find(({ id }) => id === type.id);
    const isMoved = left === undefined || left.poolIds.join() !== type.poolIds.join();
    if (!isMoved || type.held + type.sold === 0) continue;
    const { name, sold, held } = type;
    throw new Failure(
      'TICKET_TYPE_HAS_SALES',
      `${name} has ${sold} tickets sold and ${held} held, so it can neither be removed nor change its pools. Set its status to archived instead.`,
      { details: { ticket_type_id: type.id, sold, held } },
    );
  }
}

function stocksOf(event: EventState): readonly Named[] {
  return [
    { id: event.id, what: 'The event', capacity: event.capacity, held: event.held, sold: event.sold },
    ...event.types.map(({ id, name, capacity, held, sold }) => ({
      id,
      what: `The ticket type ${name}`,
      capacity,
      held,
      sold,
    })),
    ...event.pools.map(({ id, name, capacity, held, sold }) => ({
      id,
      what: `The pool ${name}`,
      capacity,
      held,
      sold,
    })),
  ];
}

const TOLD_OF: Readonly<Partial<Record<EventStatus, EventKind>>> = Object.freeze({
  published: 'event.published',
  cancelled: 'event.cancelled',
  completed: 'event.completed',
});
/** Fields that follow from a change of status, of which its own message tells. */
const OF_STATUS: ReadonlySet<string> = new Set(['status', 'published_at', 'cancelled_at', 'cancel_reason']);
/** Fields that say how it sells, or when it changed: no change of their own. */
const OF_SALES: ReadonlySet<string> = new Set(['total_tickets_sold', 'tickets_held', 'updated_at']);

/** The fields that a change made different, in the order in which they are sent. */
function changedFields(before: Event, after: Event): readonly string[] {
  const fields = Object.keys(after) as (keyof Event)[];
  return fields.filter(
    (field) => !OF_SALES.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

type Telling = { readonly sequence: number; readonly at: Date; readonly tellAttendees?: boolean | undefined };

/** What is told of a new event. */
export function factsOfCreation(event: Event, telling: Telling): readonly Fact[] {
  const published = event.status === 'published' ? (['event.published'] as const) : [];
  return numbered(['event.created', ...published], { event, changed: [] }, telling);
}

/** What is told of a change: what is new of its words, and of its status. */
function factsOfChange(event: Event, changed: readonly string[], telling: Telling): readonly Fact[] {
  const moved = changed.includes('status') ? TOLD_OF[event.status] : undefined;
  const isUpdate = moved === undefined || changed.some((field) => !OF_STATUS.has(field));
  return numbered(
    [...(isUpdate ? (['event.updated'] as const) : []), ...(moved === undefined ? [] : [moved])],
    { event, changed },
    telling,
  );
}

function numbered(
  kinds: readonly EventKind[],
  { event, changed }: { readonly event: Event; readonly changed: readonly string[] },
  { sequence, at, tellAttendees }: Telling,
): readonly Fact[] {
  const facts: { readonly [field: string]: Json } = { ...event, event_id: event.id, changed };
  const told = tellAttendees === undefined ? facts : { ...facts, attendees_told: tellAttendees };
  return kinds.map((kind, index) =>
    newFact({
      kind,
      sequence: sequence + index + 1,
      facts: kind === 'event.updated' ? told : facts,
      at: at.toISOString(),
    }),
  );
}
