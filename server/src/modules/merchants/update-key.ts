import type { ApiKey, Input, Operations } from '@cottontree/contract';
import { operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import { judgeKey } from './judge-key.ts';
import { keyNotFound } from './keys.ts';
import { findKeyRecord, updateKeyRecord } from './keys.queries.ts';
import type { Merchants } from './module.ts';
import { presentKey } from './present-key.ts';
import { refuseToManage } from './refuse-more-than.ts';
import { refuseEnded } from './rotate-key.ts';

/** Renames a key, or says which pages may use a public one; what it may do never changes. */
export async function updateKey(
  { params, body }: Input<Operations['updateKey']>,
  { tenant, caller }: Call,
  module: Merchants,
): Promise<Reply<ApiKey>> {
  const runner = module.store.of(tenant);
  const found = await findKeyRecord(runner, tenant, params.id);
  if (!found) throw keyNotFound(params.id);
  refuseToManage(caller, found);
  refuseReadOnly(operations.updateKey.readOnly, body, presentKey(found));
  const now = module.world.now();
  refuseEnded(found, now, 'changed');
  const origins =
    body.origins === undefined
      ? null
      : judgeKey({ kind: found.kind, livemode: tenant.livemode, scopes: found.scopes, origins: body.origins })
          .origins;
  const record = await updateKeyRecord(runner, tenant, {
    id: params.id,
    name: body.name ?? null,
    origins,
    now,
  });
  if (!record) throw keyNotFound(params.id);
  module.authenticator.forget(tenant.merchantId);
  return reply(presentKey(record));
}
