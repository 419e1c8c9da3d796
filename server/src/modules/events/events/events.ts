import {
  idRandomBytes,
  makeId,
  operations,
  toMajor,
  type Data,
  type Event,
  type IdPrefix,
  type Input,
  type Operations,
} from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { change } from '../../../kernel/change/change.ts';
import { versionsOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { composeFile, deleteFiles, holdFiles, insertFile, readPhoto } from '../../files/index.ts';
import type { Runner } from '../../../store/index.ts';
import { readOptionalTime } from '../../../kernel/time/read-time.ts';
import { changeEvent, factsOfCreation, seenEvent } from './change-event.ts';
import { deleteDraftEvent, eventList, findEvent, insertEvent } from './events.queries.ts';
import { readEventRow } from './event-columns.ts';
import { eventNotFound } from './event-not-found.ts';
import type { EventState } from './event-state.ts';
import { hasOrders } from './has-orders.queries.ts';
import type { Events } from '../module.ts';
import { moveStatus, warningsOf } from './update-event.ts';
import { presentEvent, versionOf } from './present-event.ts';
import { blankEvent, readEvent } from './read-event.ts';
import { undoneByCancelling } from './paid-in.queries.ts';

/** Creates an event with its ticket types: all of them or nothing. */
export async function createEvent(
  { body }: Input<Operations['createEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  refuseReadOnly(operations.createEvent.readOnly, body, {
    ...showMode(call.tenant.livemode),
    total_tickets_sold: 0,
    quantity_sold: 0,
    tickets_held: 0,
    pools: [],
    published_at: null,
    cancelled_at: null,
    cancel_reason: null,
    attendees_to_notify: false,
  });
  const named = (body.ticket_types ?? []).findIndex((type) => 'id' in type);
  if (named >= 0) throw invalid({ path: `ticket_types[${named}].id`, message: 'can be read but not set' });
  return effect(module, call, {
    single: true,
    work: (runner) =>
      insertNewEvent(module, runner, {
        call,
        event: moveStatus(readEvent(body, blankEvent({ call, module }), { call, module }), {
          to: body.status ?? 'draft',
          now: call.now,
          movesEnd: true,
          cancelReason: null,
        }),
      }),
  });
}

/** Writes a new event and what is told of it. */
async function insertNewEvent(
  module: Events,
  runner: Runner,
  { call, event }: { readonly call: Call; readonly event: EventState },
): Promise<Reply<Event>> {
  const shown = presentEvent(event, module.settings);
  const facts = factsOfCreation(shown, { sequence: 0, at: call.now });
  const written = { ...event, version: 1, sequence: facts.length };
  await insertEvent(runner, call.tenant, { event: written, facts });
  return reply({ ...shown, ...warningsOf(event, call.now) }, { status: 201, version: versionOf(written) });
}

const AHEAD = { status: 'draft,published', sort: 'start_date' } as const;

/** Lists events, newest first; those that have not ended by when they start, unless sorted otherwise. */
export async function listEvents(
  { query }: Input<Operations['listEvents']>,
  call: Call,
  { store, settings }: Events,
): Promise<Reply<readonly Event[]>> {
  const isUpcoming = query.upcoming === 'true' || query.upcoming === '1';
  const { rows, meta } = await eventList.find(store.reads(call.tenant), {
    call,
    query: isUpcoming ? { ...AHEAD, ...query } : query,
    given: { ends_from: isUpcoming ? call.now : null },
  });
  return reply(
    rows.map((row) => presentEvent(readEventRow(row), settings)),
    { meta },
  );
}

/** Reads one event. */
export async function getEvent(
  { params }: Input<Operations['getEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  const event = await findEvent(module.store.of(call.tenant), call.tenant, params.id);
  if (!event) throw eventNotFound(params.id);
  return reply(presentEvent(event, module.settings), { version: versionOf(event) });
}

/** Deletes a draft that never had an order, with everything below it. */
export async function deleteEvent(
  { params }: Input<Operations['deleteEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<Data<Operations['deleteEvent']>>> {
  const runner = module.store.of(call.tenant);
  const eventNow = {
    key: { tenant: call.tenant, id: params.id },
    tooMany: 'requests change this event',
    read: () => findEvent(runner, call.tenant, params.id),
    notFound: () => eventNotFound(params.id),
    ifMatch: versionsOf(call.ifMatch),
    seen: seenEvent,
  };
  return change(eventNow, async (event) => {
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
    if (!(await deleteDraftEvent(runner, call.tenant, event))) return undefined;
    await deleteFiles(runner, call.tenant, event.id);
    return reply({ id: event.id, deleted: true });
  });
}

type NewId = (prefix: IdPrefix) => string;

/** Makes a draft like another event, with nothing sold; every date moves by as much as its start does. */
export async function duplicateEvent(
  { params, body }: Input<Operations['duplicateEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  const start = readOptionalTime(body.start_date, { path: 'start_date', call });
  return effect(module, call, {
    work: async (runner) => {
      const source = await findEvent(runner, call.tenant, params.id);
      if (!source) throw eventNotFound(params.id);
      const newId: NewId = (prefix) =>
        makeId(prefix, call.now.getTime(), module.world.randomBytes(idRandomBytes));
      const blank = blankEvent({ call, module });
      const copy = copyOf(source, {
        byMs: start === null ? 0 : start.getTime() - source.startDate.getTime(),
        now: call.now,
        newId,
      });
      return insertNewEvent(module, runner, {
        call,
        event: { ...copy, id: blank.id, name: body.name ?? source.name },
      });
    },
  });
}

function copyOf(
  source: EventState,
  { byMs, now, newId }: { readonly byMs: number; readonly now: Date; readonly newId: NewId },
): EventState {
  const moved = (at: Date): Date => new Date(at.getTime() + byMs);
  const movedOrNull = (at: Date | null): Date | null => (at === null ? null : moved(at));
  const pools = new Map(
    source.pools.map((pool) => [pool.id, { ...pool, id: newId('pool_'), createdAt: now, held: 0, sold: 0 }]),
  );
  const types = source.types.map((type, typeIndex) => ({
    ...type,
    id: newId('tt_'),
    typeIndex,
    salesStart: movedOrNull(type.salesStart),
    salesEnd: movedOrNull(type.salesEnd),
    validFrom: movedOrNull(type.validFrom),
    validUntil: movedOrNull(type.validUntil),
    poolIds: type.poolIds.flatMap((id) => pools.get(id)?.id ?? []).toSorted(),
    createdAt: now,
    updatedAt: now,
    held: 0,
    sold: 0,
  }));
  return {
    ...source,
    // An uploaded cover belongs to the event that it was uploaded for.
    imageUrl: source.imageUrl?.startsWith('/') ? null : source.imageUrl,
    version: 0,
    sequence: 0,
    status: 'draft',
    startDate: moved(source.startDate),
    endDate: moved(source.endDate),
    salesStart: movedOrNull(source.salesStart),
    salesEnd: movedOrNull(source.salesEnd),
    doorsOpen: movedOrNull(source.doorsOpen),
    attendeesToNotify: false,
    publishedAt: null,
    cancelledAt: null,
    cancelReason: null,
    createdAt: now,
    updatedAt: now,
    held: 0,
    sold: 0,
    types,
    nextTypeIndex: types.length,
    pools: [...pools.values()],
  };
}

const PICTURE_BYTES_MAX = 5_242_880;

/** Gives an event a cover, made anew; the one uploaded before is gone. */
export async function setEventImage(
  { params, body }: Input<Operations['setEventImage']>,
  call: Call,
  module: Events,
): Promise<Reply<Event>> {
  const picture = await module.pictures.encode(readPhoto(body.image, 'image', PICTURE_BYTES_MAX), 'image');
  const file = composeFile(module, picture);
  return effect(module, call, {
    work: async (runner) => {
      const event = await changeEvent(module, runner, {
        tenant: call.tenant,
        eventId: params.id,
        now: call.now,
        ifMatch: null,
        decide: (before) => ({ ...before, imageUrl: `/f/${file.token}` }),
      });
      await deleteFiles(runner, call.tenant, event.id);
      await insertFile(runner, { tenant: call.tenant, subject: event.id }, file);
      await holdFiles(runner, call.tenant, event.id);
      return reply(presentEvent(event, module.settings), { version: versionOf(event) });
    },
  });
}

/** Reads what cancelling an event would undo, exactly, and changes nothing. */
export async function previewCancellation(
  { params }: Input<Operations['previewCancellation']>,
  { tenant }: Call,
  { store }: Events,
): Promise<Reply<Data<Operations['previewCancellation']>>> {
  const runner = store.slow(tenant);
  const event = await findEvent(runner, tenant, params.id);
  if (!event) throw eventNotFound(params.id);
  const { paid, ordersSold, ordersHeld } = await undoneByCancelling(runner, tenant, event.id);
  return reply({
    event_id: event.id,
    currency: event.currency,
    orders_sold: ordersSold,
    amount: toMajor(paid, event.currency),
    orders_held: ordersHeld,
  });
}
