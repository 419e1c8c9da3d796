import { createHash } from 'node:crypto';
import { createBriefMemory } from '../../kernel/running/brief-memory.ts';
import type { Caller } from '../../kernel/call/call.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { FramedBy } from '../../kernel/web/frame-policy.ts';
import { findKeyByHash, type KeyInUse } from './keys.queries.ts';
import { readKeyText } from './key-text.ts';

export type Authenticator = {
  /** The caller behind a key, or null when it does not open; throws while the database cannot say. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  /** Forgets what is known of a merchant's keys on every node. */
  readonly forget: (merchantId: string) => void;
  /** The keys used since the last call, with the minute. */
  readonly takeUsed: () => ReadonlyMap<string, Date>;
};

const MINUTE_MS = 60_000;

/** Looks keys up by their hash and remembers them for three seconds, or until any node says that they changed. */
export function createAuthenticator(context: Context): Authenticator {
  const { world, store } = context;
  const memory = createBriefMemory({
    load: (hash) => findKeyByHash(store.system, hash),
    monotonicMs: world.monotonicMs,
  });
  let used = new Map<string, Date>();
  const forgetHere = (merchantId: string): void => memory.forget((key) => key.merchant_id === merchantId);
  store.listen(KEYS_CHANNEL, forgetHere);

  return {
    async authenticate(text) {
      if (!readKeyText(text)) return null;
      const key = await memory.find(createHash('sha256').update(text).digest());
      const now = world.now();
      if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now)) return null;
      used.set(key.id, new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS));
      return callerOf(key);
    },
    forget(merchantId) {
      forgetHere(merchantId);
      store.notify(KEYS_CHANNEL, merchantId);
    },
    takeUsed() {
      const taken = used;
      used = new Map();
      return taken;
    },
  };
}

function callerOf(key: KeyInUse): Caller {
  return {
    keyId: key.id,
    keyFamily: key.family,
    kind: key.kind,
    session: null,
    member: null,
    scopes: key.scopes,
    origins: key.origins,
    ipRanges: key.ip_ranges,
    tenant: { merchantId: key.merchant_id, livemode: key.livemode },
    merchant: {
      id: key.merchant_id,
      name: key.merchant_name,
      storeName: key.store_name,
      country: key.country,
      timeZone: key.time_zone,
      currency: key.currency,
      status: key.status,
      readsPerSecond: key.reads_per_second,
      writesPerSecond: key.writes_per_second,
    },
    clock: key.clock,
  };
}

/** A public key as frames are judged by it. */
export type FramingKey = { readonly tenant: Tenant; readonly by: FramedBy };

/** Who may frame pages with a key: the origins that it lists, and with a test key without any, anybody. Null for every other key. */
export async function judgeFrameKey(
  { authenticate }: Authenticator,
  key: string,
): Promise<FramingKey | null> {
  const caller = await authenticate(key);
  if (caller === null || caller.kind !== 'public' || caller.merchant.status === 'suspended') return null;
  const { origins, tenant } = caller;
  if (origins.length > 0) return { tenant, by: origins };
  return tenant.livemode ? null : { tenant, by: 'anyone' };
}
