import type { Data, Input, Operations } from '@cottontree/contract';
import { change } from '../core/change.ts';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { dropAddress } from './addresses.queries.ts';
import type { Shipping } from './open-shipping.ts';
import { changingAddress } from './update-address.ts';

/** Deletes a saved address; deliveries keep what they copied of it. */
export async function deleteAddress(
  { params }: Input<Operations['deleteAddress']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Data<Operations['deleteAddress']>>> {
  const runner = room.store.of(call.tenant);
  return change(changingAddress(params.id, call, runner), async (row) =>
    (await dropAddress(runner, call.tenant, row)) ? reply({ id: row.id, deleted: true as const }) : undefined,
  );
}
