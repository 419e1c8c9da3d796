import type { ApiKey, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { keyList } from './keys.queries.ts';
import type { Merchants } from './open-merchants.ts';
import { presentKey } from './present-key.ts';

/** Lists the keys of the caller's mode, revoked ones included, newest first unless sorted otherwise. */
export async function listKeys(
  { query }: Input<Operations['listKeys']>,
  call: Call,
  { store }: Merchants,
): Promise<Reply<readonly ApiKey[]>> {
  const { rows, meta } = await keyList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentKey), { meta });
}
