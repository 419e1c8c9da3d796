import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, type NewApiKey } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { KeyRights } from './judge-key.ts';
import { makeKeyText, type KeyKind } from './key-text.ts';
import { insertKey } from './keys.queries.ts';
import { presentKey } from './present-key.ts';

export type KeyToIssue = {
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
