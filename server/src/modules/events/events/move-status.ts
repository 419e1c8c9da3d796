import {
  eventTransition,
  eventTransitions,
  type EventStatus,
  type EventTransition,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { EventState } from './event-state.ts';

export type StatusInput = {
  readonly to: EventStatus;
  readonly now: Date;
  /** Whether the same change names an end. */
  readonly movesEnd: boolean;
  readonly cancelReason: string | null;
};

/** An event in the status wished for, or the refusal; the status it has already changes nothing. */
export function moveStatus(event: EventState, input: StatusInput): EventState {
  if (event.status === input.to) return event;
  const transition = eventTransition(event.status, input.to);
  if (transition === null || !holds(transition, event, input)) throw refusal(transition, event, input);
  const moved = { ...event, status: input.to };
  if (input.to === 'published') return { ...moved, publishedAt: input.now };
  if (input.to === 'cancelled') return { ...moved, cancelledAt: input.now, cancelReason: input.cancelReason };
  return input.to === 'draft' ? { ...moved, publishedAt: null } : moved;
}

function holds(
  { only }: EventTransition,
  event: EventState,
  { now, movesEnd }: Pick<StatusInput, 'now' | 'movesEnd'>,
): boolean {
  if (only === 'unsold') return event.held + event.sold === 0;
  if (only === 'begun') return event.startDate <= now;
  return only === null || (movesEnd && event.endDate > now);
}

const HINTS: Readonly<Record<NonNullable<EventTransition['only']>, string>> = Object.freeze({
  unsold: 'Tickets are sold or held; cancel the event instead.',
  begun: 'It has not begun yet.',
  end_moved_ahead: 'Send an end_date in the future in the same request.',
});

function refusal(transition: EventTransition | null, event: EventState, input: StatusInput): Failure {
  const { status: from, sold, held } = event;
  const hint = transition?.only ? HINTS[transition.only] : null;
  if (transition?.only === 'unsold')
    return new Failure(
      'EVENT_HAS_SALES',
      `An event with tickets sold or held cannot become a draft. ${sold} are sold, ${held} held; cancel the event instead.`,
      { details: { sold, held } },
    );
  const ways = eventTransitions.filter((one) => one.from === from);
  const allowed = ways.filter((one) => holds(one, event, input)).map(({ to }) => to);
  const sentence = `A ${from} event cannot become ${input.to}. ${hint ?? (allowed.length > 0 ? `It can become ${allowed.join(' or ')}.` : outlook(ways))}`;
  return new Failure('STATE_CONFLICT', sentence, { details: { from, to: input.to, allowed } });
}

/** What is left where no way is open just now. */
function outlook([way]: readonly EventTransition[]): string {
  return way?.only ? `It can only become ${way.to}. ${HINTS[way.only]}` : 'This status is final.';
}
