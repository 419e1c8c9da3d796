import type { ApiKey, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { findKeyRecord, keyList, revokeKeyRecord } from './keys.queries.ts';
import type { Merchants } from './module.ts';
import { presentKey } from './present-key.ts';
import { refuseToManage } from './refuse-more-than.ts';

/** Lists the keys of the caller's mode, revoked ones included, newest first unless sorted otherwise. */
export async function listKeys(
  { query }: Input<Operations['listKeys']>,
  call: Call,
  { store }: Merchants,
): Promise<Reply<readonly ApiKey[]>> {
  const { rows, meta } = await keyList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentKey), { meta });
}

/** Ends a key for good, on every node within seconds; one that was revoked before is answered as it is. */
export async function revokeKey(
  { params }: Input<Operations['revokeKey']>,
  { tenant, caller }: Call,
  module: Merchants,
): Promise<Reply<ApiKey>> {
  const found = await findKeyRecord(module.store.of(tenant), tenant, params.id);
  if (!found) throw keyNotFound(params.id);
  refuseToManage(caller, found);
  const record = await revokeKeyRecord(module.store.of(tenant), tenant, {
    id: params.id,
    at: module.world.now(),
  });
  if (!record) throw keyNotFound(params.id);
  module.authenticator.forget(tenant.merchantId);
  return reply(presentKey(record));
}

/** The same refusal for absent, another merchant's and the other mode's. */
export function keyNotFound(id: string): Failure {
  return new Failure('KEY_NOT_FOUND', `There is no API key ${id}.`);
}
