import { covers, scopesOfPermissions, type Scope, type StaffPermission } from '@cottontree/contract';
import { createBriefMemory } from '../../../kernel/running/brief-memory.ts';
import type { Caller, MerchantProfile } from '../../../kernel/call/call.ts';
import { KEYS_CHANNEL } from '../../../kernel/running/channels.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { sessionTokens } from './opaque-token.ts';
import { findSessionByToken, type WidgetSessionInUse } from './widget-sessions.queries.ts';

/** The sessions of tills and widgets by their tokens. */
export type WidgetSessionCache = {
  /** The caller behind a token, or null when it does not open; throws while the database cannot say. */
  readonly authenticate: (token: string) => Promise<Caller | null>;
  /** Forgets what is known of the sessions that have this id, or are of this member of staff or till, on every node. */
  readonly forget: (id: string) => void;
};

const CHANNEL = 'cottontree_widget_sessions';

/** Looks sessions up by their token's hash and remembers them for three seconds, or until any node says that something of theirs changed. */
export function createSessionCache({ world, store }: Pick<Context, 'world' | 'store'>): WidgetSessionCache {
  const memory = createBriefMemory({
    load: (hash) => findSessionByToken(store.system, hash),
    monotonicMs: world.monotonicMs,
  });
  const forgetHere = (named: string): void =>
    memory.forget(
      ({ id, staff_id, terminal_id }) => id === named || staff_id === named || terminal_id === named,
    );
  store.listen(CHANNEL, forgetHere);
  store.listen(KEYS_CHANNEL, (merchantId) => memory.forget(({ merchant_id }) => merchant_id === merchantId));
  return {
    async authenticate(token) {
      const hash = sessionTokens.live.hash(token) ?? sessionTokens.test.hash(token);
      const session = hash && (await memory.find(hash));
      return session && opens(session, world.systemNow()) ? callerOf(session) : null;
    },
    forget(id) {
      forgetHere(id);
      store.notify(CHANNEL, id);
    },
  };
}

function opens({ is_alive, expires_at, key_expires_at }: WidgetSessionInUse, now: Date): boolean {
  return is_alive && expires_at > now && (key_expires_at === null || key_expires_at > now);
}

function callerOf(session: WidgetSessionInUse): Caller {
  const { staff_id: id, staff_name: name } = session;
  return {
    keyId: session.key_id,
    keyFamily: session.key_id,
    kind: 'session',
    session: {
      id: session.id,
      staff: id !== null && name !== null ? { id, name, permissions: permissionsOf(session) ?? [] } : null,
      // A page that is to be a till is one from the moment it took that up.
      terminalId: session.is_bound ? session.terminal_id : null,
    },
    member: null,
    scopes: scopesNow(session),
    origins: session.origins,
    ipRanges: session.ip_ranges,
    tenant: { merchantId: session.merchant_id, livemode: session.livemode },
    merchant: profileOf(session),
    clock: session.clock,
  };
}

/** What it was begun with, as far as the person, and the secret key that began it, may do it by now. */
export function scopesNow(
  session: Pick<WidgetSessionInUse, 'scopes' | 'staff_permissions'> &
    Partial<Pick<WidgetSessionInUse, 'key_kind' | 'key_scopes'>>,
): readonly Scope[] {
  const permissions = permissionsOf(session);
  const ofPerson = permissions && scopesOfPermissions(permissions);
  const { key_kind, key_scopes } = session;
  return session.scopes.filter(
    (scope) =>
      (ofPerson?.includes(scope) ?? true) && (key_kind !== 'secret' || covers(key_scopes ?? [], scope)),
  );
}

function permissionsOf({
  staff_permissions,
}: Pick<WidgetSessionInUse, 'staff_permissions'>): readonly StaffPermission[] | null {
  return staff_permissions;
}

function profileOf(session: WidgetSessionInUse): MerchantProfile {
  return {
    id: session.merchant_id,
    name: session.merchant_name,
    storeName: session.store_name,
    country: session.country,
    timeZone: session.time_zone,
    currency: session.currency,
    status: session.status,
    readsPerSecond: session.reads_per_second,
    writesPerSecond: session.writes_per_second,
  };
}
