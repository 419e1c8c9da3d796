import { createHash } from 'node:crypto';
import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  type ApiKey,
  type Input,
  type NewApiKey,
  type Operations,
} from '@cottontree/contract';
import type { Call, Caller } from '../../kernel/call/call.ts';
import { versionOf } from '../../kernel/change/if-match.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { refuseLimited } from '../../kernel/call/refund-max.ts';
import { readTime } from '../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { judgeKey, type KeyRights } from './judge-key.ts';
import { makeKeyText, type KeyKind } from './key-text.ts';
import { countUsableKeys, findKeyRecord, insertKey, lockKeys, type KeyRecord } from './keys.queries.ts';
import type { Merchants } from './module.ts';
import { refuseLaterEnd, refuseMoreScopes, refuseOtherRanges } from './refuse-more-than.ts';

/** Creates an API key in the caller's mode with at most the caller's own rights, addresses and time; the answer shows the key, once. */
export async function createKey(
  { body }: Input<Operations['createKey']>,
  call: Call,
  module: Merchants,
): Promise<Reply<NewApiKey>> {
  const { caller, tenant } = call;
  const kind = body.kind ?? 'secret';
  const rights = judgeKey({
    kind,
    livemode: tenant.livemode,
    scopes: body.scopes,
    origins: body.origins,
    ipRanges: body.ip_ranges ?? inheritedRanges(caller, kind),
  });
  const demo = body.demo ?? false;
  if (demo && (kind !== 'public' || tenant.livemode))
    throw invalid({
      path: 'demo',
      message: 'must be false but for public keys of test mode: money that is real wants a PIN',
    });
  refuseLimited(caller, 'a key knows');
  refuseMoreScopes(caller, rights.scopes);
  refuseOtherRanges(caller, rights.ipRanges);

  return effect(module, call, {
    work: async (tx) => {
      // Read here, so that a repeated request gets its first answer also once that time has passed.
      const wantedEnd = body.expires_at === undefined ? null : readExpiry(body.expires_at, call, module);
      await lockKeys(tx, tenant);
      const ends = (await findKeyRecord(tx, tenant, caller.keyId))?.expires_at ?? null;
      if (wantedEnd) refuseLaterEnd(ends, wantedEnd);
      if ((await countUsableKeys(tx, tenant, module.world.now())) >= KEYS_MAX) throw tooManyKeys();
      const made = await issueKey(tx, module, {
        tenant,
        kind,
        name: body.name ?? nameOfKey(kind),
        rights,
        expiresAt: wantedEnd ?? ends,
        demo,
      });
      return reply(made, { version: versionOfKey(made) });
    },
  });
}

/** What a key is called that nobody gave a name. */
export function nameOfKey(kind: KeyKind): string {
  return kind === 'secret' ? 'Secret key' : 'Public key';
}

export function tooManyKeys(): Failure {
  return new Failure(
    'TOO_MANY_KEYS',
    `There are ${KEYS_MAX} keys that work already. Revoke one that is not needed and try again.`,
    { details: { keys_max: KEYS_MAX } },
  );
}

/** A key bound to certain addresses passes the bond on; pages are anywhere. */
function inheritedRanges(caller: Caller, kind: KeyKind): readonly string[] {
  return kind === 'secret' ? caller.ipRanges : [];
}

/** Keys live by the wall clock, whatever a test clock says. */
function readExpiry(text: string, call: Call, module: Merchants): Date {
  const at = readTime(text, { path: 'expires_at', call });
  if (at > module.world.now()) return at;
  throw invalid({ path: 'expires_at', message: 'must lie in the future' });
}

type KeyToIssue = {
  readonly tenant: Tenant;
  readonly kind: KeyKind;
  readonly name: string;
  readonly rights: KeyRights;
  readonly expiresAt: Date | null;
  /** The key whose place it takes. */ readonly renews?: string;
  /** Whether staff sign in with it without a PIN; left out: not. */ readonly demo?: boolean;
};

/** How many keys of a merchant may work at once in one mode. */
export const KEYS_MAX = 100;

const LAST_CHARACTERS = 4;

/** Makes and stores a key. Only its hash is kept: the answer is the one place where the key itself ever stands. */
export async function issueKey(
  runner: Runner,
  { world }: Context,
  { tenant, kind, name, rights, expiresAt, renews, demo = false }: KeyToIssue,
): Promise<NewApiKey> {
  const key = makeKeyText(world.randomInt, { kind, livemode: tenant.livemode });
  const now = world.now();
  const record = await insertKey(runner, tenant, {
    id: makeId('key_', now.getTime(), world.randomBytes(idRandomBytes)),
    kind,
    hash: createHash('sha256').update(key).digest(),
    last_four: key.slice(-LAST_CHARACTERS),
    name,
    scopes: rights.scopes,
    origins: rights.origins,
    ip_ranges: rights.ipRanges,
    created_at: now,
    expires_at: expiresAt,
    renews: renews ?? null,
    demo,
  });
  if (!record) throw new Error('A new key was not stored.');
  return { ...presentKey(record), key };
}

/** The version of a key: of what can be changed of it. */
export function versionOfKey({
  name,
  origins,
}: Pick<ApiKey, 'name'> & { readonly origins: readonly string[] }): string {
  return versionOf({ name, origins });
}

/** A key as the API shows it: everything but the key itself. */
export function presentKey(record: KeyRecord): ApiKey {
  return {
    ...record,
    scopes: [...record.scopes],
    origins: [...record.origins],
    ip_ranges: [...record.ip_ranges],
    created_at: formatTime(record.created_at),
    expires_at: formatOptionalTime(record.expires_at),
    revoked_at: formatOptionalTime(record.revoked_at),
    last_used_at: formatOptionalTime(record.last_used_at),
  };
}
