import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import type { Tenant } from '../core/tenant.ts';
import { constraintOf, type Runner } from '../store/index.ts';
import { changedFields, factsOfChange } from './event-facts.ts';
import { eventNotFound } from './event-not-found.ts';
import type { EventState } from './event-state.ts';
import { changeEvent as writeChange, findEvent } from './events.queries.ts';
import type { Events } from './open-events.ts';
import { presentEvent } from './present-event.ts';
import { refuseBelowSold } from './refuse-below-sold.ts';

export type ChangeWanted = {
  readonly tenant: Tenant;
  readonly eventId: string;
  readonly now: Date;
  readonly ifMatch: string | null;
  /** The event as it is to be, from how it is; the very same where nothing is to change. A refusal throws. */
  readonly decide: (event: EventState) => EventState | Promise<EventState>;
};

/** Under a rush of sales each try can be overtaken; then the caller is told to come again. */
const TRIES_MAX = 16;
/** Fields that buyers plan by. */
const PLANNED_BY: ReadonlySet<string> = new Set(['venue', 'address', 'start_date', 'end_date']);

/** Changes an event on the version that was read: decided, then written in one statement, or read and decided again. */
export async function changeEvent(room: Events, runner: Runner, wanted: ChangeWanted): Promise<EventState> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const before = await findEvent(runner, wanted.tenant, wanted.eventId);
    if (!before) throw eventNotFound(wanted.eventId);
    refuseUnlessSeen(wanted.ifMatch, before);
    const decided = await wanted.decide(before);
    if (decided === before) return before;
    refuseBelowSold(before, decided);
    const changed = changedFields(presentEvent(before, room.settings), presentEvent(decided, room.settings));
    if (changed.length === 0) return before;
    const after = await write(room, runner, { wanted, before, decided, changed });
    if (after !== null) return after;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this event at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
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

/** Null where the event changed, or sold, since it was read. */
async function write(
  room: Events,
  runner: Runner,
  { wanted, before, decided, changed }: Writing,
): Promise<EventState | null> {
  const tells = before.sold > 0 && changed.some((field) => PLANNED_BY.has(field));
  const next: EventState = {
    ...decided,
    version: before.version + 1,
    updatedAt: wanted.now,
    attendeesToNotify: tells || decided.attendeesToNotify,
  };
  const facts = factsOfChange(presentEvent(next, room.settings), changed, {
    sequence: before.sequence,
    at: wanted.now,
  });
  const after = { ...next, sequence: before.sequence + facts.length };
  const cancelsAt = after.status === 'cancelled' && before.status !== 'cancelled' ? room.world.now() : null;
  if (!(await writeChange(runner, wanted.tenant, { before, after, facts, cancelsAt }).catch(refuseSameName)))
    return null;
  if (cancelsAt !== null) room.wake('events.cancel');
  return after;
}

/** The database folds case in its own way. */
function refuseSameName(error: unknown): never {
  if (constraintOf(error) !== 'ticket_types_name') throw error;
  throw new Failure(
    'DUPLICATE_TICKET_TYPE',
    'Two ticket types of the event would have the same name, whatever the case. Give each its own name.',
  );
}

/** Refuses a change to an event that the caller saw in another version. Sales since then are no change: only what stands before the dash of the ETag counts. */
export function refuseUnlessSeen(ifMatch: string | null, { version, name }: EventState): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const seen = ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', '').split('-')[0]);
  if (!seen.includes(String(version)))
    throw new Failure(
      'PRECONDITION_FAILED',
      `The event ${name} has changed since the ETag in If-Match. Read it again and repeat the change on it.`,
    );
}
