import type { Event, EventKind, EventStatus } from '@cottontree/contract';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Json } from '../../../store/index.ts';

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
export function changedFields(before: Event, after: Event): readonly string[] {
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
export function factsOfChange(event: Event, changed: readonly string[], telling: Telling): readonly Fact[] {
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
