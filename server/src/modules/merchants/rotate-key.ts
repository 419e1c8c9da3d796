import type { Input, NewApiKey, Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner } from '../../store/index.ts';
import { tooManyKeys } from './create-key.ts';
import { issueKey, KEYS_MAX } from './issue-key.ts';
import {
  countUsableKeys,
  expireKeyRecord,
  findKeyRecord,
  lockKeys,
  revokeKeyRecord,
  type KeyRecord,
} from './keys.queries.ts';
import type { Merchants } from './module.ts';
import { refuseLimited, refuseToManage, refuseToRenew } from './refuse-more-than.ts';
import { keyNotFound } from './keys.ts';

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
  refuseLimited(caller);
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
      return reply(
        await issueKey(tx, module, {
          tenant,
          kind: old.kind,
          name: old.name,
          rights: rightsOf(old),
          expiresAt: old.expires_at,
          renews: old.id,
          demo: old.demo,
        }),
      );
    },
  });
  module.authenticator.forget(tenant.merchantId);
  return rotated;
}

/** Refuses to do anything more with a key that opens nothing any more. */
export function refuseEnded(key: KeyRecord, now: Date, what: 'rotated' | 'changed'): void {
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
