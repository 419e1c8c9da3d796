import type { EventStatus } from './words.ts';

/** What must hold for a change of status beyond the table: nothing sold or held; begun; a new end ahead of now in the same change. */
export type EventCondition = 'unsold' | 'begun' | 'end_moved_ahead';

export type EventTransition = { readonly from: EventStatus; readonly to: EventStatus; readonly only: EventCondition | null };

/** Every legal change of an event's status. */
export const eventTransitions: readonly EventTransition[] = Object.freeze([
  transition('draft', 'published'),
  transition('draft', 'cancelled'),
  transition('published', 'draft', 'unsold'),
  transition('published', 'cancelled'),
  transition('published', 'completed', 'begun'),
  transition('completed', 'published', 'end_moved_ahead'),
]);

/** The change from one status to another, or null where there is none. */
export function eventTransition(from: EventStatus, to: EventStatus): EventTransition | null {
  return eventTransitions.find((one) => one.from === from && one.to === to) ?? null;
}

function transition(from: EventStatus, to: EventStatus, only: EventCondition | null = null): EventTransition {
  return Object.freeze({ from, to, only });
}
