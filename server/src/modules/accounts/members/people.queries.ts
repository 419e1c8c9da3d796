import type { MemberLocale } from '@cottontree/contract';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  id: 'text',
  email: 'text',
  name: 'text',
  locale: text<MemberLocale>(),
  password_hash: 'text',
  totp_secret: 'bytea?',
  totp_begun: 'bytea?',
  recovery_codes: 'int4',
  passkeys: 'int4',
} as const;
const SELECT = `SELECT p.id, p.email, p.name, p.locale, p.password_hash, p.totp_secret, p.totp_begun,
  (SELECT count(*)::int FROM recovery_codes r WHERE r.person_id = p.id) AS recovery_codes, (SELECT count(*)::int FROM passkeys k WHERE k.person_id = p.id) AS passkeys FROM people p`;

const find = statement({
  name: 'people.find',
  params: { id: 'text' },
  row: ROW,
  sql: `${SELECT} WHERE p.id = :id`,
});

const findByEmail = statement({
  name: 'people.findByEmail',
  params: { email: 'text' },
  row: ROW,
  sql: `${SELECT} WHERE p.email = :email`,
});

const insert = statement({
  name: 'people.insert',
  params: {
    id: 'text',
    email: 'text',
    name: 'text',
    locale: text<MemberLocale>(),
    password_hash: 'text',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO people (id, email, name, locale, password_hash, created_at) VALUES (:id, :email, :name, :locale, :password_hash, :created_at)
        ON CONFLICT (email) DO NOTHING RETURNING id`,
});

const update = statement({
  name: 'people.update',
  params: {
    id: 'text',
    name: 'text?',
    locale: nullable(text<MemberLocale>()),
    password_hash: 'text?',
  },
  row: { id: 'text' },
  sql: 'UPDATE people SET name = coalesce(:name, name), locale = coalesce(:locale, locale), password_hash = coalesce(:password_hash, password_hash) WHERE id = :id RETURNING id',
});

const noteSignIn = statement({
  name: 'people.noteSignIn',
  params: { id: 'text', at: 'timestamptz' },
  row: {},
  sql: 'UPDATE people SET last_signed_in_at = :at WHERE id = :id',
});

/** Somebody with all that signing in is judged by. */
export type PersonRecord = ValuesOf<typeof ROW>;
export type NewPerson = ValuesOf<(typeof insert)['params']>;

export async function findPerson(system: Runner, id: string): Promise<PersonRecord | undefined> {
  return (await system.run(find, { id }))[0];
}

export async function findPersonByEmail(system: Runner, email: string): Promise<PersonRecord | undefined> {
  return (await system.run(findByEmail, { email }))[0];
}

/** False when somebody has that e-mail address already. */
export async function insertPerson(system: Runner, person: NewPerson): Promise<boolean> {
  return (await system.run(insert, person)).length > 0;
}

/** Changes what is not null. */
export async function updatePerson(
  system: Runner,
  change: ValuesOf<(typeof update)['params']>,
): Promise<void> {
  await system.run(update, change);
}

export async function notePersonSignIn(
  system: Runner,
  person: { readonly id: string; readonly at: Date },
): Promise<void> {
  await system.run(noteSignIn, person);
}
