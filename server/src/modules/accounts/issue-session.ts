import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Session } from '../../kernel/call/session.ts';
import { AGENT_LENGTH_MAX } from '../../kernel/web/agent-names.ts';
import type { Runner } from '../../store/index.ts';
import { sessionExpiry } from './session-life.ts';
import { hashSessionToken, makeSessionToken } from './session-token.ts';
import { endSessionsBeyond, insertSession } from './sessions.queries.ts';

/** The token of a new session: shown only here, once. */
export type IssuedSession = { readonly id: string; readonly token: string; readonly expiresAt: Date };

/** Of more than these the oldest end. */
const SESSIONS_MAX = 20;

/** Makes and stores a session. Of its token only the hash is kept. */
export async function issueSession(
  system: Runner,
  { world }: Context,
  of: {
    readonly kind: Session['kind'];
    readonly subjectId: string;
    readonly address: string;
    /** What the User-Agent says; left out: no browser asks. */
    readonly agent?: string;
  },
): Promise<IssuedSession> {
  const now = world.systemNow();
  const id = makeId('ses_', now.getTime(), world.randomBytes(idRandomBytes));
  const token = makeSessionToken(of.kind, world.randomBytes);
  const hash = hashSessionToken(token);
  if (!hash) throw new Error('A new token has not the form of one.');
  const expiresAt = sessionExpiry(of.kind, { createdAt: now, usedAt: now });
  await insertSession(system, {
    id,
    token_hash: hash,
    kind: of.kind,
    subject_id: of.subjectId,
    address: of.address,
    agent: of.agent?.slice(0, AGENT_LENGTH_MAX) ?? '',
    created_at: now,
    expires_at: expiresAt,
  });
  await endSessionsBeyond(system, { subjectId: of.subjectId, keptMax: SESSIONS_MAX, at: now });
  return { id, token, expiresAt };
}
