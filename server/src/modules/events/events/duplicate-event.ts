import {
  idRandomBytes,
  makeId,
  type Event,
  type IdPrefix,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { readOptionalTime } from '../../../kernel/time/read-time.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { insertNewEvent } from './events.ts';
import { eventNotFound } from './event-not-found.ts';
import type { EventState } from './event-state.ts';
import { findEvent } from './events.queries.ts';
import type { Events } from '../module.ts';
import { blankEvent } from './read-event.ts';

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
