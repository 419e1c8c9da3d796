import {
  eventTransition,
  eventTransitions,
  operations,
  type Event,
  type EventStatus,
  type EventTransition,
  type EventWarning,
  type Input,
  type Operations,
  type UpdateEventBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { changeEvent, settlesTelling, wantedBy } from './change-event.ts';
import type { EventState } from './event-state.ts';
import { hasOrders } from './has-orders.queries.ts';
import type { Events } from '../module.ts';
import { presentEvent, versionOf } from './present-event.ts';
import { undoneByCancelling } from './paid-in.queries.ts';
import { readEvent } from './read-event.ts';

/** Changes the fields given of an event, its ticket types and its status, all at once or not at all. */
export async function updateEvent(
  { params, body }: Input<Operations['updateEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  refuseEmpty(body);
  const runner = module.store.of(call.tenant);
  const decide = async (event: EventState): Promise<EventState> => {
    refuseReadOnly(operations.updateEvent.readOnly, body, {
      ...presentEvent(event, module.settings),
      quantity_sold: undefined,
    });
    refuseReason(body, event);
    if (
      body.status === 'cancelled' &&
      event.status !== 'cancelled' &&
      (call.caller.member?.refundMax ?? null) !== null
    )
      refuseAboveRefundMax(
        call.caller,
        (await undoneByCancelling(runner, call.tenant, event.id)).paid,
        event.currency,
      );
    const read = readEvent(body, event, { call, module });
    if (
      read.currency !== event.currency &&
      (event.sold + event.held > 0 || (await hasOrders(runner, call.tenant, event.id)))
    )
      throw currencyFrozen(event);
    const toNotify = read.attendeesToNotify && !settlesTelling(body.tell_attendees, read);
    const told = { ...read, attendeesToNotify: body.attendees_to_notify ?? toNotify };
    return body.status === undefined
      ? told
      : moveStatus(told, {
          to: body.status,
          now: call.now,
          movesEnd: body.end_date !== undefined,
          cancelReason: body.cancel_reason ?? null,
        });
  };
  const event = await changeEvent(module, runner, {
    ...wantedBy(call, params.id),
    tellAttendees: body.tell_attendees,
    decide,
  });
  return reply(
    {
      ...presentEvent(event, module.settings),
      ...(body.status === 'published' ? warningsOf(event, call.now) : {}),
    },
    { version: versionOf(event) },
  );
}

/** A change that changes nothing was meant to be another. */
export function refuseEmpty(body: UpdateEventBody | object): void {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
}

function refuseReason({ status, cancel_reason: reason }: UpdateEventBody, event: EventState): void {
  if (
    reason === undefined ||
    reason === event.cancelReason ||
    (status === 'cancelled' && event.status !== 'cancelled')
  )
    return;
  throw invalid({ path: 'cancel_reason', message: 'is only for the change to the status cancelled' });
}

function currencyFrozen({ currency, sold, held }: EventState): Failure {
  return new Failure(
    'EVENT_HAS_SALES',
    `The currency stays ${currency}, for the event has had orders in it.`,
    { details: { sold, held } },
  );
}

type StatusInput = {
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

/** What of a published event may not be meant; nothing to say of any other. */
export function warningsOf(event: EventState, now: Date): { readonly warnings?: EventWarning[] } {
  if (event.status !== 'published') return {};
  const warnings: EventWarning[] = [];
  if (!event.types.some(({ status }) => status !== 'archived'))
    warnings.push({
      code: 'NO_TICKET_TYPES',
      message: 'The event is published and has no ticket types, so nothing can be bought.',
    });
  if (event.endDate <= now)
    warnings.push({
      code: 'ENDS_IN_THE_PAST',
      message: 'The event is published and its end_date lies in the past.',
    });
  return { warnings };
}
