import {
  formatOptionalTime,
  formatTime,
  type EventKeys,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { Events } from '../module.ts';
import { ensureEventKeys, makeEventKey } from './key-ring.ts';
import {
  listEventKeyRows,
  lockEventForKeys,
  revokeEventKeyRow,
  rotateEventKeyRow,
  type EventKeyRow,
  type EventRef,
} from './event-keys.queries.ts';
import { isEventThere } from './tickets.queries.ts';

/** Lists the public keys of an event's QR codes; makes the first where there is none yet. */
export async function listEventKeys(
  { params }: Input<Operations['listEventKeys']>,
  call: Call,
  module: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const runner = module.store.of(call.tenant);
  if (!(await isEventThere(runner, event))) throw eventNotFound(params.id);
  return reply(presentEventKeys(params.id, await ensureEventKeys(runner, module, event)));
}

function presentEventKeys(eventId: string, rows: readonly EventKeyRow[]): EventKeys {
  return { event_id: eventId, keys: rows.map(presentEventKey) };
}

function presentEventKey(row: EventKeyRow): EventKeys['keys'][number] {
  return {
    kid: row.kid,
    alg: 'Ed25519',
    public_key: row.public_key.toString('base64url'),
    status: row.revoked_at !== null ? 'revoked' : row.retired_at !== null ? 'valid' : 'signing',
    created_at: formatTime(row.created_at),
    retired_at: formatOptionalTime(row.retired_at),
    revoked_at: formatOptionalTime(row.revoked_at),
  };
}

const KEYS_MAX = 100;

/** Lets a new key sign the event's QR codes; those signed before stay valid. */
export async function rotateEventKeys(
  { params }: Input<Operations['rotateEventKeys']>,
  call: Call,
  module: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  return effect(module, call, {
    work: async (runner) => {
      if (!(await lockEventForKeys(runner, event))) throw eventNotFound(params.id);
      await addNextKey(runner, event, module);
      return reply(presentEventKeys(params.id, await listEventKeyRows(runner, event)));
    },
  });
}

/** The next key, within the transaction that keeps others from the event's keys. */
async function addNextKey(
  runner: Runner,
  event: EventRef,
  module: Pick<Events, 'vault' | 'world'>,
): Promise<void> {
  const keys = await listEventKeyRows(runner, event);
  if (keys.length >= KEYS_MAX)
    throw new Failure(
      'TOO_MANY_KEYS',
      `The event ${event.eventId} has had ${KEYS_MAX} keys, which is the most.`,
      { details: { keys_max: KEYS_MAX } },
    );
  await rotateEventKeyRow(runner, event, makeEventKey(module, module.world.now()));
}

/** Lets no QR code of a key count any more; where it was the key that signs, a new one takes its place. */
export async function revokeEventKey(
  { params }: Input<Operations['revokeEventKey']>,
  call: Call,
  module: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  return effect(module, call, {
    work: async (runner) => {
      if (!(await lockEventForKeys(runner, event))) throw eventNotFound(params.id);
      const key = (await listEventKeyRows(runner, event)).find(({ kid }) => String(kid) === params.kid);
      if (!key) throw new Failure('NOT_FOUND', `The event ${params.id} has no key ${params.kid}.`);
      if (key.retired_at === null && key.revoked_at === null) await addNextKey(runner, event, module);
      await revokeEventKeyRow(runner, event, { kid: key.kid, now: module.world.now() });
      return reply(presentEventKeys(params.id, await listEventKeyRows(runner, event)));
    },
  });
}
