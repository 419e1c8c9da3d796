import { idRandomBytes, makeId, userRoles, type UserRole } from '@cottontree/contract';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import type { Runner } from '../../store/index.ts';
import { makePassword } from './make-secrets.ts';
import type { Accounts } from './module.ts';
import { readPassword } from './read-secrets.ts';
import { insertUser, type NewUser, type UserRecord } from './users.queries.ts';

export type UserInput = {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Made where none is given. */ readonly password?: string | undefined;
};

/** The password only where it was made here. */
type UserDraft = { readonly row: NewUser; readonly madePassword: string | null };

/** Adds a person of the platform, who may sign in at once. */
export async function createUserAccount(
  module: Accounts,
  input: UserInput,
): Promise<{ readonly user: UserRecord; readonly madePassword: string | null }> {
  const draft = await draftUser(module, input);
  return { user: await addUser(module.store.system, draft), madePassword: draft.madePassword };
}

/** A new user as he will be stored, if nobody has the e-mail address. */
export async function draftUser({ world, hasher }: Accounts, input: UserInput): Promise<UserDraft> {
  const fields = {
    email: readUserEmail(input.email),
    name: readUserName(input.name),
    role: readRole(input.role),
  };
  const madePassword = input.password === undefined ? makePassword(world) : null;
  const passwordHash = await hasher.hash(madePassword ?? readPassword(input.password ?? '', 'password'));
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

const NAME_MAX = 120;
const EMAIL_MAX = 254;

function readUserName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name.length > 0 && name.length <= NAME_MAX && !/\p{Cc}/u.test(name)) return name;
  throw invalid({ path: 'name', message: `must be text of 1 to ${NAME_MAX} characters` });
}

/** Only that it can be one; in lower case, for people write it either way. */
export function readUserEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  if (
    email.length <= EMAIL_MAX &&
    /^[^\s@<>",;:\\()[\]]+@[^\s@.<>",;:\\()[\]]+(\.[^\s@.<>",;:\\()[\]]+)+$/.test(email)
  )
    return email;
  throw invalid({ path: 'email', message: 'must be an e-mail address such as hawa@example.sl' });
}

function readRole(text: string): UserRole {
  const role = userRoles.find((known) => known === text);
  if (role) return role;
  throw invalid({ path: 'role', message: `must be one of ${userRoles.join(', ')}` });
}
