import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  synced: 'bool',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz?',
} as const;
const COLUMNS = 'id, name, synced, created_at, last_used_at';

const ask = statement({
  name: 'passkeyChallenges.insert',
  params: { challenge: 'bytea', person_id: 'text?', expires_at: 'timestamptz' },
  row: {},
  sql: `WITH replaced AS (DELETE FROM passkey_challenges WHERE person_id = :person_id)
        INSERT INTO passkey_challenges (challenge, person_id, expires_at) VALUES (:challenge, :person_id, :expires_at)`,
});

const take = statement({
  name: 'passkeyChallenges.take',
  params: { challenge: 'bytea', person_id: 'text?', now: 'timestamptz' },
  row: { expires_at: 'timestamptz' },
  sql: `WITH taken AS (DELETE FROM passkey_challenges WHERE challenge = :challenge AND person_id IS NOT DISTINCT FROM :person_id RETURNING expires_at)
        SELECT expires_at FROM taken WHERE expires_at > :now`,
});

const lock = statement({
  name: 'people.lock',
  params: { id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM people WHERE id = :id FOR UPDATE',
});

const known = statement({
  name: 'passkeys.credentialIds',
  params: { person_id: 'text' },
  row: { credential_id: 'bytea', transports: 'text[]' },
  sql: 'SELECT credential_id, transports FROM passkeys WHERE person_id = :person_id',
});

const insert = statement({
  name: 'passkeys.insert',
  params: {
    id: 'text',
    person_id: 'text',
    credential_id: 'bytea',
    public_key: 'bytea',
    counter: 'int8',
    transports: 'text[]',
    name: 'text',
    synced: 'bool',
    created_at: 'timestamptz',
  },
  row: ROW,
  sql: `INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, name, synced, created_at)
        VALUES (:id, :person_id, :credential_id, :public_key, :counter, :transports, :name, :synced, :created_at)
        ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
});

const findByCredential = statement({
  name: 'passkeys.findByCredential',
  params: { credential_id: 'bytea' },
  row: { id: 'text', person_id: 'text', public_key: 'bytea', counter: 'int8' },
  sql: 'SELECT id, person_id, public_key, counter FROM passkeys WHERE credential_id = :credential_id',
});

const noteUse = statement({
  name: 'passkeys.noteUse',
  params: { id: 'text', counter: 'int8', synced: 'bool', at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE passkeys SET counter = :counter, synced = :synced, last_used_at = :at
        WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter::bigint = 0)) RETURNING id`,
});

const findOne = statement({
  name: 'passkeys.find',
  params: { person_id: 'text', id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM passkeys WHERE person_id = :person_id AND id = :id`,
});

const rename = statement({
  name: 'passkeys.rename',
  params: { person_id: 'text', id: 'text', name: 'text' },
  row: ROW,
  sql: `UPDATE passkeys SET name = :name WHERE person_id = :person_id AND id = :id RETURNING ${COLUMNS}`,
});

const remove = statement({
  name: 'passkeys.delete',
  params: { person_id: 'text', id: 'text' },
  row: { id: 'text' },
  sql: 'DELETE FROM passkeys WHERE person_id = :person_id AND id = :id RETURNING id',
});

/** The passkeys of one person. */
export const passkeyList = list('listPasskeys', {
  from: 'passkeys k',
  of: 'platform',
  row: ROW,
  given: { person_id: 'text' },
  where: 'k.person_id = :person_id',
  filters: {},
  sorts: { created_at: byTime('k.created_at') },
});

export type PasskeyRecord = ValuesOf<typeof ROW>;
export type KnownCredential = ValuesOf<(typeof known)['row']>;
export type PasskeyInUse = ValuesOf<(typeof findByCredential)['row']>;

/** Asks a new question; one that the same person was asked before counts no more. */
export async function insertChallenge(
  system: Runner,
  challenge: ValuesOf<(typeof ask)['params']>,
): Promise<void> {
  await system.run(ask, challenge);
}

/** Takes a question away; false where it was not asked of this person, was answered, or is too old. */
export async function takeChallenge(
  system: Runner,
  taken: ValuesOf<(typeof take)['params']>,
): Promise<boolean> {
  return (await system.run(take, taken)).length > 0;
}

/** In a transaction: one at a time changes what opens a person's account. */
export async function lockPerson(tx: Runner, id: string): Promise<void> {
  await tx.run(lock, { id });
}

export async function credentialsOf(system: Runner, personId: string): Promise<readonly KnownCredential[]> {
  return system.run(known, { person_id: personId });
}

/** Undefined where the credential opens an account already, whoever's. */
export async function insertPasskey(
  system: Runner,
  passkey: ValuesOf<(typeof insert)['params']>,
): Promise<PasskeyRecord | undefined> {
  return (await system.run(insert, passkey))[0];
}

export async function findPasskey(system: Runner, credentialId: Buffer): Promise<PasskeyInUse | undefined> {
  return (await system.run(findByCredential, { credential_id: credentialId }))[0];
}

/** False where the counter did not go on meanwhile, or the passkey is gone. */
export async function notePasskeyUse(
  system: Runner,
  used: ValuesOf<(typeof noteUse)['params']>,
): Promise<boolean> {
  return (await system.run(noteUse, used)).length > 0;
}

/** One of a person's own. */
export async function findOwnPasskey(
  system: Runner,
  wanted: ValuesOf<(typeof findOne)['params']>,
): Promise<PasskeyRecord | undefined> {
  return (await system.run(findOne, wanted))[0];
}

export async function renamePasskey(
  system: Runner,
  renamed: ValuesOf<(typeof rename)['params']>,
): Promise<PasskeyRecord | undefined> {
  return (await system.run(rename, renamed))[0];
}

/** False when the person has no such passkey. */
export async function deletePasskeyRecord(
  system: Runner,
  gone: ValuesOf<(typeof remove)['params']>,
): Promise<boolean> {
  return (await system.run(remove, gone)).length > 0;
}
