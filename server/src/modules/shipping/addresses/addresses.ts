import type { Address, Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { addressList, dropAddress } from './addresses.queries.ts';
import type { Shipping } from '../module.ts';
import { presentAddress } from './present-address.ts';
import { changingAddress } from './update-address.ts';

/** Lists saved addresses, newest first unless sorted otherwise. */
export async function listAddresses(
  { query }: Input<Operations['listAddresses']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Address[]>> {
  const { rows, meta } = await addressList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentAddress), { meta });
}

/** Deletes a saved address; deliveries keep what they copied of it. */
export async function deleteAddress(
  { params }: Input<Operations['deleteAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Data<Operations['deleteAddress']>>> {
  const runner = module.store.of(call.tenant);
  return change(changingAddress(params.id, call, runner), async (row) =>
    (await dropAddress(runner, call.tenant, row)) ? reply({ id: row.id, deleted: true as const }) : undefined,
  );
}
