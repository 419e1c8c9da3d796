import {
  operations,
  type Event,
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
import { moveStatus } from './move-status.ts';
import type { Events } from '../module.ts';
import { presentEvent, versionOf } from './present-event.ts';
import { undoneByCancelling } from './paid-in.queries.ts';
import { readEvent } from './read-event.ts';
import { warningsOf } from './warnings-of.ts';

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
