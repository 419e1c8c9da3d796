import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { requireMatch, versionsOf } from '../core/if-match.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import { seenEvent } from './change-event.ts';
import { deleteDraftEvent } from './delete-event.queries.ts';
import { eventNotFound } from './event-not-found.ts';
import { findEvent } from './events.queries.ts';
import { hasOrders } from './has-orders.queries.ts';
import type { Events } from './open-events.ts';

/** Deletes a draft that never had an order, with everything below it. */
export async function deleteEvent(
  { params }: Input<Operations['deleteEvent']>,
  call: Call,
  room: Events,
): Promise<Reply<Data<Operations['deleteEvent']>>> {
  const runner = room.store.of(call.tenant);
  const event = await findEvent(runner, call.tenant, params.id);
  if (!event) throw eventNotFound(params.id);
  requireMatch(versionsOf(call.ifMatch), seenEvent(event));
  if (event.status !== 'draft')
    throw new Failure(
      'STATE_CONFLICT',
      `A ${event.status} event cannot be deleted. ${event.status === 'published' ? 'Cancel it instead.' : 'It stays to be found.'}`,
      { details: { from: event.status, to: 'deleted', allowed: [] } },
    );
  if (await hasOrders(runner, call.tenant, params.id))
    throw new Failure(
      'EVENT_HAS_SALES',
      'The event has had orders, which must stay to be found. Cancel it instead.',
      { details: { sold: event.sold, held: event.held } },
    );
  if (await deleteDraftEvent(runner, call.tenant, event)) return reply({ id: event.id, deleted: true });
  throw new Failure(
    'PRECONDITION_FAILED',
    'The event was changed at this very moment. Read it again and decide again.',
  );
}
