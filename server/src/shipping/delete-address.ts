import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { requireMatch } from '../core/if-match.ts';
import { reply, type Reply } from '../core/reply.ts';
import { dropAddress, getAddress } from './addresses.queries.ts';
import type { Shipping } from './open-shipping.ts';
import { addressNotFound } from './update-address.ts';

const TRIES_MAX = 8;

/** Deletes a saved address; deliveries keep what they copied of it. */
export async function deleteAddress(
  { params }: Input<Operations['deleteAddress']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Data<Operations['deleteAddress']>>> {
  const runner = room.store.of(call.tenant);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const row = await getAddress(runner, call.tenant, params.id);
    if (!row) throw addressNotFound(params.id);
    requireMatch(call.ifMatch, { what: `The address ${row.id}`, version: row.version });
    if (await dropAddress(runner, call.tenant, row)) return reply({ id: row.id, deleted: true });
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this address at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
