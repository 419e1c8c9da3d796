import { idRandomBytes, makeId } from '@cottontree/contract';
import { Failure } from '../core/failure.ts';
import type { Runner } from '../store/index.ts';
import { makePassword } from './make-secrets.ts';
import type { Accounts } from './open-accounts.ts';
import { readPassword } from './read-secrets.ts';
import { readRole, readUserEmail, readUserName } from './read-user.ts';
import { insertUser, type NewUser, type UserRecord } from './users.queries.ts';

export type UserWish = {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Made where none is given. */ readonly password?: string | undefined;
};

/** The password only where it was made here. */
export type UserDraft = { readonly row: NewUser; readonly madePassword: string | null };

/** Adds a person of the platform, who may sign in at once. */
export async function createUserAccount(
  room: Accounts,
  wish: UserWish,
): Promise<{ readonly user: UserRecord; readonly madePassword: string | null }> {
  const draft = await draftUser(room, wish);
  return { user: await addUser(room.store.system, draft), madePassword: draft.madePassword };
}

/** A new user as he will be stored, if nobody has the e-mail address. */
export async function draftUser({ world, hasher }: Accounts, wish: UserWish): Promise<UserDraft> {
  const fields = {
    email: readUserEmail(wish.email),
    name: readUserName(wish.name),
    role: readRole(wish.role),
  };
  const madePassword = wish.password === undefined ? makePassword(world) : null;
  const passwordHash = await hasher.hash(madePassword ?? readPassword(wish.password ?? '', 'password'));
  const now = world.systemNow();
  const id = makeId('usr_', now.getTime(), world.randomBytes(idRandomBytes));
  return { row: { id, ...fields, password_hash: passwordHash, created_at: now }, madePassword };
}

export async function addUser(system: Runner, { row }: UserDraft): Promise<UserRecord> {
  const user = await insertUser(system, row);
  if (!user)
    throw new Failure('EMAIL_TAKEN', `Another person of the platform has the e-mail address ${row.email}.`);
  return user;
}
