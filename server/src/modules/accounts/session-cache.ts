import { roleScopes, type UserRole } from '@cottontree/contract';
import { createBriefMemory } from '../../kernel/running/brief-memory.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Session } from '../../kernel/call/session.ts';
import { hashSessionToken, sessionExpiry } from './issue-session.ts';
import { findSessionByHash, touchSessions, type SessionInUse, type Touched } from './sessions.queries.ts';

export type SessionCache = {
  /** Who stands behind a token, or null when it does not open; throws while the database cannot say. */
  readonly find: (token: string) => Promise<Session | null>;
  /** Forgets what is known of somebody's sessions on every node. */
  readonly forget: (subjectId: string) => void;
  /** Writes down which sessions were used since the last call, which lets them live on. */
  readonly noteUse: () => Promise<void>;
};

const MINUTE_MS = 60_000;
/** Every node forgets what it knows of somebody's sessions when it hears the id here. */
export const SESSIONS_CHANNEL = 'cottontree_sessions';

/** Looks sessions up by their token's hash and remembers them for three seconds, or until any node says that they ended. */
export function createSessionCache({ world, store }: Context): SessionCache {
  const memory = createBriefMemory({
    load: (hash) => findSessionByHash(store.system, hash),
    monotonicMs: world.monotonicMs,
  });
  let used = new Map<string, Touched>();
  const forgetHere = (subjectId: string): void =>
    memory.forget((session) => session.subject_id === subjectId);
  store.listen(SESSIONS_CHANNEL, forgetHere);

  return {
    async find(token) {
      const hash = hashSessionToken(token);
      const session = hash && (await memory.find(hash));
      const now = world.systemNow();
      if (!session || !opens(session, now)) return null;
      const found = sessionOf(session);
      used.set(session.id, {
        minute: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
        expiresAt: sessionExpiry(found.kind, { createdAt: session.created_at, usedAt: now }),
      });
      return found;
    },
    forget(subjectId) {
      forgetHere(subjectId);
      store.notify(SESSIONS_CHANNEL, subjectId);
    },
    async noteUse() {
      const noted = used;
      used = new Map();
      if (noted.size === 0) return;
      await touchSessions(store.system, noted);
      memory.forget(({ id }) => noted.has(id));
    },
  };
}

function opens({ active, ended_at, expires_at }: SessionInUse, now: Date): boolean {
  return active && ended_at === null && expires_at > now;
}

function sessionOf({ id, kind, subject_id, name, phone, email, role }: SessionInUse): Session {
  if (kind === 'driver') return { kind, id, driver: { id: subject_id, name, phone } };
  if (kind === 'member') return { kind, id, person: { id: subject_id, name, email } };
  const held = role as UserRole;
  return { kind: 'operator', id, user: { id: subject_id, name, role: held }, scopes: roleScopes[held] };
}
