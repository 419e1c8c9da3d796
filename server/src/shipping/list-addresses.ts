import type { Address, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { presentAddress } from './present-address.ts';
import type { Shipping } from './open-shipping.ts';
import { addressList } from './addresses.queries.ts';

/** Lists saved addresses, newest first unless sorted otherwise. */
export async function listAddresses(
  { query }: Input<Operations['listAddresses']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Address[]>> {
  const { rows, meta } = await addressList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentAddress), { meta });
}
