import {
  formatOptionalTime,
  formatTime,
  type EventKeys,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { ensureEventKeys } from './ensure-event-key.ts';
import type { EventKeyRow } from './event-keys.queries.ts';
import { isEventThere } from './list-tickets.queries.ts';

/** Lists the public keys of an event's QR codes; makes the first where there is none yet. */
export async function listEventKeys(
  { params }: Input<Operations['listEventKeys']>,
  call: Call,
  room: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const runner = room.store.of(call.tenant);
  if (!(await isEventThere(runner, event))) throw eventNotFound(params.id);
  return reply(presentEventKeys(params.id, await ensureEventKeys(runner, room, event)));
}

export function presentEventKeys(eventId: string, rows: readonly EventKeyRow[]): EventKeys {
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
