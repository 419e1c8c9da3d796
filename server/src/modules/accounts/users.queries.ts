import type { User, UserRole } from '@cottontree/contract';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../kernel/list/list-walk.queries.ts';

const ROW = {
  id: 'text',
  email: 'text',
  name: 'text',
  role: text<UserRole>(),
  status: text<User['status']>(),
  created_at: 'timestamptz',
  last_signed_in_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'users.insert',
  params: {
    id: 'text',
    email: 'text',
    name: 'text',
    role: text<UserRole>(),
    password_hash: 'text',
    created_at: 'timestamptz',
  },
  row: ROW,
  sql: `INSERT INTO users (id, email, name, role, password_hash, status, created_at) VALUES (:id, :email, :name, :role, :password_hash, 'active', :created_at)
        ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
});

const findByEmail = statement({
  name: 'users.findByEmail',
  params: { email: 'text' },
  row: { ...ROW, password_hash: 'text' },
  sql: `SELECT ${COLUMNS}, password_hash FROM users WHERE email = :email`,
});

const findSecret = statement({
  name: 'users.findSecret',
  params: { id: 'text' },
  row: { ...ROW, password_hash: 'text' },
  sql: `SELECT ${COLUMNS}, password_hash FROM users WHERE id = :id`,
});

const listAll = statement({
  name: 'users.listAll',
  params: {},
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM users ORDER BY created_at DESC, id DESC`,
});

const update = statement({
  name: 'users.update',
  params: {
    id: 'text',
    name: 'text?',
    role: nullable(text<UserRole>()),
    status: nullable(text<User['status']>()),
    password_hash: 'text?',
  },
  row: ROW,
  sql: `UPDATE users SET name = coalesce(:name, name), role = coalesce(:role, role), status = coalesce(:status, status), password_hash = coalesce(:password_hash, password_hash)
        WHERE id = :id RETURNING ${COLUMNS}`,
});

/** In one order for all, so that two who change each other do not wait for ever. */
const lock = statement({
  name: 'users.lock',
  params: { ids: 'text[]' },
  row: { id: 'text', name: 'text', role: text<UserRole>(), status: text<User['status']>() },
  sql: 'SELECT id, name, role, status FROM users WHERE id = ANY (:ids) ORDER BY id FOR UPDATE',
});

const noteSignIn = statement({
  name: 'users.noteSignIn',
  params: { id: 'text', at: 'timestamptz' },
  row: {},
  sql: 'UPDATE users SET last_signed_in_at = :at WHERE id = :id',
});

/** The people of the platform. */
export const userList = list('listUsers', {
  from: 'users u',
  of: 'platform',
  row: ROW,
  filters: {},
  sorts: { created_at: byTime('u.created_at'), name: byText('lower(left(u.name, 60))') },
});

export type UserRecord = ValuesOf<typeof ROW>;
export type UserSecret = ValuesOf<(typeof findSecret)['row']>;
export type NewUser = ValuesOf<(typeof insert)['params']>;

/** Adds an active user; undefined when somebody has that e-mail address already. */
export async function insertUser(system: Runner, user: NewUser): Promise<UserRecord | undefined> {
  return (await system.run(insert, user))[0];
}

/** Who has an e-mail address, with what the password is judged by. */
export async function findUserByEmail(system: Runner, email: string): Promise<UserSecret | undefined> {
  return (await system.run(findByEmail, { email }))[0];
}

export async function findUser(system: Runner, id: string): Promise<UserSecret | undefined> {
  return (await system.run(findSecret, { id }))[0];
}

/** All users, newest first. */
export async function listUserAccounts(system: Runner): Promise<readonly UserRecord[]> {
  return system.run(listAll, {});
}

/** In a transaction: these users as they are, whom nobody else changes until it ends. */
export async function lockUsers(
  tx: Runner,
  ids: readonly string[],
): Promise<readonly ValuesOf<(typeof lock)['row']>[]> {
  return tx.run(lock, { ids });
}

/** Changes what is not null. */
export async function updateUserRecord(
  system: Runner,
  change: ValuesOf<(typeof update)['params']>,
): Promise<UserRecord | undefined> {
  return (await system.run(update, change))[0];
}

export async function noteUserSignIn(
  system: Runner,
  user: { readonly id: string; readonly at: Date },
): Promise<void> {
  await system.run(noteSignIn, user);
}
