import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement } from '../../store/index.ts';
import type { NewFile } from './compose-file.ts';

const insert = statement({
  name: 'files.insert',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    subject: 'text',
    kind: 'text',
    media_type: 'text',
    bytes: 'bytea',
    sha256: 'bytea',
    token: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  row: {},
  sql: `INSERT INTO files (merchant_id, livemode, id, subject, kind, media_type, bytes, sha256, token, created_at, expires_at)
        VALUES (:merchant_id, :livemode, :id, :subject, :kind, :media_type, :bytes, :sha256, :token, :created_at, :expires_at)`,
});

const findByToken = statement({
  name: 'files.findByToken',
  params: { merchant_id: 'text', livemode: 'bool', token: 'text', now: 'timestamptz' },
  row: { id: 'text', kind: 'text', media_type: 'text', bytes: 'bytea' },
  sql: 'SELECT id, kind, media_type, bytes FROM files WHERE merchant_id = :merchant_id AND livemode = :livemode AND token = :token AND (held OR expires_at > :now)',
});

const hold = statement({
  name: 'files.hold',
  params: { merchant_id: 'text', livemode: 'bool', subject: 'text' },
  row: {},
  sql: 'UPDATE files SET held = true WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND NOT held',
});

const release = statement({
  name: 'files.release',
  params: { merchant_id: 'text', livemode: 'bool', subject: 'text' },
  row: {},
  sql: 'UPDATE files SET held = false WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND held',
});

const expire = statement({
  name: 'files.expire',
  params: { merchant_id: 'text', livemode: 'bool', subjects: 'text[]', now: 'timestamptz' },
  row: {},
  sql: 'UPDATE files SET expires_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = ANY (:subjects) AND NOT held AND expires_at > :now',
});

const deleteOf = statement({
  name: 'files.deleteOf',
  params: { merchant_id: 'text', livemode: 'bool', subject: 'text' },
  row: {},
  sql: 'DELETE FROM files WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject',
});

const deleteExpired = statement({
  name: 'files.deleteExpired',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `DELETE FROM files WHERE (merchant_id, livemode, id) IN
          (SELECT merchant_id, livemode, id FROM files WHERE NOT held AND expires_at <= :now ORDER BY expires_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
});

/** Keeps a file with what it belongs to. */
export async function insertFile(
  runner: Runner,
  { tenant, subject }: { readonly tenant: Tenant; readonly subject: string },
  file: NewFile,
): Promise<void> {
  await runner.run(insert, {
    ...keyOf(tenant),
    id: file.id,
    subject,
    kind: file.kind,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    token: file.token,
    created_at: file.createdAt,
    expires_at: file.expiresAt,
  });
}

/** The file behind a link, of whatever merchant; undefined once its time is over. */
export async function findFile(system: Runner, token: string, now: Date) {
  const owner = await findOwner(system, 'file', token);
  return owner && (await system.run(findByToken, { ...owner, token, now }))[0];
}

/** Keeps the files of a subject beyond their time, until `releaseFiles`. */
export async function holdFiles(runner: Runner, tenant: Tenant, subject: string): Promise<void> {
  await runner.run(hold, { ...keyOf(tenant), subject });
}

/** Lets the files of a subject go at their time again. */
export async function releaseFiles(runner: Runner, tenant: Tenant, subject: string): Promise<void> {
  await runner.run(release, { ...keyOf(tenant), subject });
}

/** Deletes what was kept of a subject, held or not. */
export async function deleteFiles(runner: Runner, tenant: Tenant, subject: string): Promise<void> {
  await runner.run(deleteOf, { ...keyOf(tenant), subject });
}

/** Ends the time of what was kept of some subjects, but for evidence. */
export async function expireFiles(
  runner: Runner,
  tenant: Tenant,
  { subjects, now }: { readonly subjects: readonly string[]; readonly now: Date },
): Promise<void> {
  if (subjects.length > 0) await runner.run(expire, { ...keyOf(tenant), subjects, now });
}

/** Deletes files past their time; answers how many. */
export async function deleteExpiredRows(system: Runner, now: Date, rowsMax: number): Promise<number> {
  return (await system.run(deleteExpired, { now, rows_max: rowsMax })).length;
}
