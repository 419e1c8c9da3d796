import type { UserRole } from '@cottontree/contract';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';

const ROW = {
  id: 'text',
  address: 'text',
  agent: 'text',
  created_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const;

const findByHash = statement({
  name: 'sessions.findByHash',
  params: { hash: 'bytea' },
  row: {
    id: 'text',
    kind: 'text',
    subject_id: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    ended_at: 'timestamptz?',
    active: 'bool',
    name: 'text',
    phone: 'text',
    email: 'text',
    role: nullable(text<UserRole>()),
  },
  sql: `SELECT s.id, s.kind, s.subject_id, s.created_at, s.expires_at, s.ended_at,
               coalesce(d.active, u.status = 'active', true) AS active, coalesce(d.name, u.name, p.name) AS name, coalesce(d.phone, '') AS phone, coalesce(p.email, '') AS email, u.role
        FROM sessions s LEFT JOIN drivers d ON s.kind = 'driver' AND d.id = s.subject_id LEFT JOIN users u ON s.kind = 'operator' AND u.id = s.subject_id
        LEFT JOIN people p ON s.kind = 'member' AND p.id = s.subject_id
        WHERE s.token_hash = :hash AND coalesce(d.id, u.id, p.id) IS NOT NULL`,
});

const insert = statement({
  name: 'sessions.insert',
  params: {
    id: 'text',
    token_hash: 'bytea',
    kind: 'text',
    subject_id: 'text',
    address: 'text',
    agent: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  row: {},
  sql: 'INSERT INTO sessions (id, token_hash, kind, subject_id, address, agent, created_at, last_seen_at, expires_at) VALUES (:id, :token_hash, :kind, :subject_id, :address, :agent, :created_at, :created_at, :expires_at)',
});

const touch = statement({
  name: 'sessions.touch',
  params: { ids: 'text[]', minutes: 'timestamptz[]', expiries: 'timestamptz[]' },
  row: {},
  sql: `UPDATE sessions s SET last_seen_at = u.minute, expires_at = greatest(s.expires_at, u.expires_at)
        FROM unnest(:ids::text[], :minutes::timestamptz[], :expiries::timestamptz[]) AS u(id, minute, expires_at) WHERE s.id = u.id AND s.last_seen_at < u.minute`,
});

const end = statement({
  name: 'sessions.end',
  params: { subject_id: 'text', id: 'text', at: 'timestamptz' },
  row: { id: 'text' },
  sql: 'UPDATE sessions SET ended_at = :at WHERE subject_id = :subject_id AND id = :id AND ended_at IS NULL RETURNING id',
});

const endOthers = statement({
  name: 'sessions.endOthers',
  params: { subject_id: 'text', but_id: 'text', at: 'timestamptz' },
  row: { was_open: 'bool' },
  sql: 'UPDATE sessions SET ended_at = :at WHERE subject_id = :subject_id AND id <> :but_id AND ended_at IS NULL RETURNING expires_at > :at AS was_open',
});

const endBeyond = statement({
  name: 'sessions.endBeyond',
  params: { subject_id: 'text', kept_max: 'int4', at: 'timestamptz' },
  row: {},
  sql: `UPDATE sessions SET ended_at = :at WHERE ended_at IS NULL AND id IN
          (SELECT id FROM sessions WHERE subject_id = :subject_id AND ended_at IS NULL ORDER BY created_at DESC, id DESC OFFSET :kept_max::int4)`,
});

const drop = statement({
  name: 'sessions.drop',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: 'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < :before LIMIT :rows_max::int4) RETURNING id',
});

export type SessionInUse = ValuesOf<(typeof findByHash)['row']>;
export type NewSession = ValuesOf<(typeof insert)['params']>;
/** The sessions of one person that open now. */
export const sessionList = list('listSessions', {
  from: 'sessions s',
  of: 'platform',
  row: ROW,
  given: { subject_id: 'text', now: 'timestamptz' },
  where: 's.subject_id = :subject_id AND s.ended_at IS NULL AND s.expires_at > :now',
  filters: {},
  sorts: { created_at: byTime('s.created_at') },
});

/** The same of a merchant's person. */
export const memberSessionList = list('listMemberSessions', {
  from: 'sessions s',
  of: 'platform',
  row: ROW,
  given: { subject_id: 'text', now: 'timestamptz' },
  where: 's.subject_id = :subject_id AND s.ended_at IS NULL AND s.expires_at > :now',
  filters: {},
  sorts: { created_at: byTime('s.created_at') },
});

export type SessionRecord = ValuesOf<typeof ROW>;
/** A session that was used: when, to the minute, and until when it lives for that. */
export type Touched = { readonly minute: Date; readonly expiresAt: Date };

/** The session behind a hash with whose it is; ended and expired ones too. */
export async function findSessionByHash(system: Runner, hash: Buffer): Promise<SessionInUse | undefined> {
  return (await system.run(findByHash, { hash }))[0];
}

export async function insertSession(system: Runner, session: NewSession): Promise<void> {
  await system.run(insert, session);
}

/** Notes when sessions were last used, and lets them live on. */
export async function touchSessions(system: Runner, used: ReadonlyMap<string, Touched>): Promise<void> {
  const rows = [...used.values()];
  await system.run(touch, {
    ids: [...used.keys()],
    minutes: rows.map(({ minute }) => minute),
    expiries: rows.map(({ expiresAt }) => expiresAt),
  });
}

/** False when the person has no such session that has not ended. */
export async function endSessionRecord(
  system: Runner,
  session: { readonly subjectId: string; readonly id: string; readonly at: Date },
): Promise<boolean> {
  return (
    (await system.run(end, { subject_id: session.subjectId, id: session.id, at: session.at })).length > 0
  );
}

/** Ends all sessions of a person, or all but one; tells how many of them were open. */
export async function endSessions(
  system: Runner,
  { subjectId, butId = '', at }: { readonly subjectId: string; readonly butId?: string; readonly at: Date },
): Promise<number> {
  const ended = await system.run(endOthers, { subject_id: subjectId, but_id: butId, at });
  return ended.filter(({ was_open }) => was_open).length;
}

/** Ends the oldest sessions of a person beyond so many. */
export async function endSessionsBeyond(
  system: Runner,
  { subjectId, keptMax, at }: { readonly subjectId: string; readonly keptMax: number; readonly at: Date },
): Promise<void> {
  await system.run(endBeyond, { subject_id: subjectId, kept_max: keptMax, at });
}

/** Forgets sessions that expired before a moment; tells how many. */
export async function dropSessions(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}
