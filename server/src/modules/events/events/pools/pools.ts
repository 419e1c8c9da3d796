import {
  idRandomBytes,
  makeId,
  operations,
  type Data,
  type Input,
  type Operations,
  type TicketPool,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import { poolNotFound, ticketTypeNotFound } from '../event-not-found.ts';
import type { EventState, PoolState } from '../event-state.ts';
import type { Events } from '../../module.ts';
import { presentPool, versionOf } from '../present-event.ts';
import { refuseEmpty } from '../update-event.ts';

const POOLS_MAX = 100;

/** Lets ticket types of an event share a number of places. */
export async function createPool(
  { params, body }: Input<Operations['createPool']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketPool>> {
  return effect(module, call, {
    work: async (runner) => {
      const pool = {
        id: makeId('pool_', call.now.getTime(), module.world.randomBytes(idRandomBytes)),
        name: body.name,
        capacity: body.capacity,
        held: 0,
        sold: 0,
        createdAt: call.now,
      };
      const event = await changeEvent(module, runner, {
        ...wantedBy(call, params.id),
        decide: (now) => {
          if (now.pools.length >= POOLS_MAX)
            throw invalid({
              path: 'body',
              message: `cannot be added: an event has at most ${POOLS_MAX} pools`,
            });
          return applyPool(now, pool, body.ticket_type_ids);
        },
      });
      return reply(presentPool(pool, event.types), { status: 201, version: versionOf(event) });
    },
  });
}

/** Changes the fields given of a pool. */
export async function updatePool(
  { params, body }: Input<Operations['updatePool']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketPool>> {
  refuseEmpty(body);
  const event = await changeEvent(module, module.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      const pool = poolOf(now, params.poolId);
      refuseReadOnly(operations.updatePool.readOnly, body, presentPool(pool, now.types));
      return applyPool(
        now,
        { ...pool, name: body.name ?? pool.name, capacity: body.capacity ?? pool.capacity },
        body.ticket_type_ids ?? null,
      );
    },
  });
  return reply(presentPool(poolOf(event, params.poolId), event.types), { version: versionOf(event) });
}

/** A pool of the event, or the refusal. */
function poolOf(event: EventState, id: string): PoolState {
  const pool = event.pools.find((one) => one.id === id);
  if (!pool) throw poolNotFound(id);
  return pool;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Takes away a pool; its ticket types no longer share anything by it. */
export async function deletePool(
  { params }: Input<Operations['deletePool']>,
  call: Call,
  module: Events,
): Promise<Reply<Data<Operations['deletePool']>>> {
  await changeEvent(module, module.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      const { id } = poolOf(now, params.poolId);
      return { ...withTakers(now, id, NOBODY), pools: now.pools.filter((pool) => pool.id !== id) };
    },
  });
  return reply({ id: params.poolId, deleted: true });
}

/** An event with a pool as given, new or changed; `ticketTypeIds` null leaves who takes from it. */
function applyPool(event: EventState, pool: PoolState, ticketTypeIds: readonly string[] | null): EventState {
  const isKnown = event.pools.some(({ id }) => id === pool.id);
  const pools = isKnown
    ? event.pools.map((one) => (one.id === pool.id ? pool : one))
    : [...event.pools, pool];
  if (ticketTypeIds === null) return { ...event, pools };
  const unknown = ticketTypeIds.find((id) => !event.types.some((type) => type.id === id));
  if (unknown !== undefined) throw ticketTypeNotFound(unknown);
  return { ...withTakers(event, pool.id, new Set(ticketTypeIds)), pools };
}

/** An event in which exactly these ticket types take from a pool. */
function withTakers(event: EventState, poolId: string, takers: ReadonlySet<string>): EventState {
  const types = event.types.map((type) => {
    if (type.poolIds.includes(poolId) === takers.has(type.id)) return type;
    const poolIds = takers.has(type.id)
      ? [...type.poolIds, poolId].toSorted()
      : type.poolIds.filter((id) => id !== poolId);
    return { ...type, poolIds };
  });
  return { ...event, types };
}
