import { operations, type ApiKey, type Input, type NewApiKey, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { refuseLimited } from '../../kernel/call/refund-max.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { effect } from '../../kernel/effect/effect.ts';
import type { Runner } from '../../store/index.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { Context } from '../../kernel/call/context.ts';
import { requireMatch } from '../../kernel/change/if-match.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import {
  countUsableKeys,
  expireKeyRecord,
  findKeyRecord,
  keyList,
  listKeysOfMerchant,
  locateKey,
  lockKeys,
  revokeKeyRecord,
  updateKeyRecord,
  type KeyRecord,
} from './keys.queries.ts';
import type { Merchants } from './module.ts';
import { issueKey, KEYS_MAX, presentKey, tooManyKeys, versionOfKey } from './create-key.ts';
import { refuseToManage, refuseToRenew } from './refuse-more-than.ts';
import { judgeKey } from './judge-key.ts';
import { findMerchant } from './merchants.queries.ts';
import { merchantNotFound } from './update-merchant.ts';

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
function keyNotFound(id: string): Failure {
  return new Failure('KEY_NOT_FOUND', `There is no API key ${id}.`);
}

const OVERLAP_HOURS_DEFAULT = 24;
const HOUR_MS = 3_600_000;
/** Every key can be rotated once even when there are as many as may be. */
const ROTATING_KEYS_MAX = 2 * KEYS_MAX;

/** Answers a new key with the rights of an old one, which works on for `overlap_hours`. */
export async function rotateKey(
  { params, body }: Input<Operations['rotateKey']>,
  call: Call,
  module: Merchants,
): Promise<Reply<NewApiKey>> {
  const { caller, tenant } = call;
  refuseLimited(caller, 'a key knows');
  const overlapMs = (body.overlap_hours ?? OVERLAP_HOURS_DEFAULT) * HOUR_MS;

  // Judged also where the request came before: its answer is a key with these scopes.
  const wanted = await findKeyRecord(module.store.of(tenant), tenant, params.id);
  if (wanted) refuseToManage(caller, wanted);

  const rotated = await effect(module, call, {
    work: async (tx) => {
      await lockKeys(tx, tenant);
      const old = await findKeyRecord(tx, tenant, params.id);
      if (!old) throw keyNotFound(params.id);
      const now = module.world.now();
      refuseEnded(old, now, 'rotated');
      refuseToRenew(caller, {
        maker: (await findKeyRecord(tx, tenant, caller.keyId))?.expires_at ?? null,
        old,
      });
      if ((await countUsableKeys(tx, tenant, now)) >= ROTATING_KEYS_MAX) throw tooManyKeys();
      await endAfter(tx, old, {
        call,
        endsAt: overlapMs === 0 ? null : new Date(now.getTime() + overlapMs),
        now,
      });
      const made = await issueKey(tx, module, {
        tenant,
        kind: old.kind,
        name: old.name,
        rights: rightsOf(old),
        expiresAt: old.expires_at,
        renews: old.id,
        demo: old.demo,
      });
      return reply(made, { version: versionOfKey(made) });
    },
  });
  module.authenticator.forget(tenant.merchantId);
  return rotated;
}

/** Refuses to do anything more with a key that opens nothing any more. */
function refuseEnded(key: KeyRecord, now: Date, what: 'rotated' | 'changed'): void {
  const state =
    key.revoked_at !== null ? 'revoked' : key.expires_at !== null && key.expires_at <= now ? 'expired' : null;
  if (state)
    throw new Failure(
      'STATE_CONFLICT',
      `Key ${key.id} is ${state} and cannot be ${what}. Create a new key.`,
      { details: { from: state, to: what, allowed: [] } },
    );
}

function rightsOf(key: KeyRecord) {
  return { scopes: key.scopes, origins: key.origins, ipRanges: key.ip_ranges };
}

async function endAfter(
  tx: Runner,
  key: KeyRecord,
  { call, endsAt, now }: { readonly call: Call; readonly endsAt: Date | null; readonly now: Date },
): Promise<void> {
  if (endsAt === null) await revokeKeyRecord(tx, call.tenant, { id: key.id, at: now });
  else await expireKeyRecord(tx, call.tenant, { id: key.id, expires_at: endsAt });
}

/** Renames a key, or says which pages may use a public one; what it may do never changes. */
export async function updateKey(
  { params, body }: Input<Operations['updateKey']>,
  { tenant, caller, ifMatch }: Call,
  module: Merchants,
): Promise<Reply<ApiKey>> {
  const record = await module.store.transaction(tenant, async (tx) => {
    await lockKeys(tx, tenant);
    const found = await findKeyRecord(tx, tenant, params.id);
    if (!found) throw keyNotFound(params.id);
    refuseToManage(caller, found);
    requireMatch(ifMatch, { version: versionOfKey(found), what: `The API key ${found.id}` });
    refuseReadOnly(operations.updateKey.readOnly, body, presentKey(found));
    const now = module.world.now();
    refuseEnded(found, now, 'changed');
    const { kind, scopes } = found;
    const origins =
      body.origins === undefined
        ? null
        : judgeKey({ kind, livemode: tenant.livemode, scopes, origins: body.origins }).origins;
    return updateKeyRecord(tx, tenant, { id: params.id, name: body.name ?? null, origins, now });
  });
  if (!record) throw keyNotFound(params.id);
  module.authenticator.forget(tenant.merchantId);
  return reply(presentKey(record), { version: versionOfKey(record) });
}

/** Revokes a key of whatever merchant as the operator. */
export async function endKey({ store, world }: Context, id: string): Promise<ApiKey> {
  const tenant = await locateKey(store.system.slow, id);
  const record = tenant && (await revokeKeyRecord(store.of(tenant), tenant, { id, at: world.now() }));
  if (!record) throw keyNotFound(id);
  store.notify(KEYS_CHANNEL, tenant.merchantId);
  return presentKey(record);
}

/** Every key of a merchant in both modes, newest first, for the operator. */
export async function findKeysOfMerchant({ store }: Context, merchantId: string): Promise<readonly ApiKey[]> {
  if (!(await findMerchant(store.system, merchantId))) throw merchantNotFound(merchantId);
  return (await listKeysOfMerchant(store.system.slow, merchantId)).map(presentKey);
}
