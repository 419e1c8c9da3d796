import type { ApiKey } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import { locateKey, revokeKeyRecord } from './keys.queries.ts';
import { presentKey } from './present-key.ts';
import { keyNotFound } from './keys.ts';

/** Revokes a key of whatever merchant as the operator. */
export async function endKey({ store, world }: Context, id: string): Promise<ApiKey> {
  const tenant = await locateKey(store.system.slow, id);
  const record = tenant && (await revokeKeyRecord(store.of(tenant), tenant, { id, at: world.now() }));
  if (!record) throw keyNotFound(id);
  store.notify(KEYS_CHANNEL, tenant.merchantId);
  return presentKey(record);
}
