import {
  invitationStatuses,
  type Currency,
  type InvitationStatus,
  type MemberRole,
} from '@cottontree/contract';
import { list } from '../../../kernel/list/list.queries.ts';
import { several } from '../../../kernel/list/list-filters.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  id: 'text',
  merchant_id: 'text',
  merchant_name: 'text',
  currency: text<Currency>(),
  email: 'text',
  role: text<MemberRole>(),
  refund_max: 'int8?',
  invited_by: 'text',
  inviter_name: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  accepted_at: 'timestamptz?',
  status: text<InvitationStatus>(),
} as const;
const STATUS = `CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN i.expires_at <= :now THEN 'expired' ELSE 'open' END`;
const COLUMNS = `i.id, i.merchant_id, m.name AS merchant_name, m.currency, i.email, i.role, i.refund_max, i.invited_by, i.inviter_name, i.created_at, i.expires_at, i.accepted_at, ${STATUS} AS status`;
const FROM = 'invitations i JOIN merchants m ON m.id = i.merchant_id';

const insert = statement({
  name: 'invitations.insert',
  params: {
    id: 'text',
    merchant_id: 'text',
    email: 'text',
    role: text<MemberRole>(),
    refund_max: 'int8?',
    token_hash: 'bytea',
    invited_by: 'text',
    inviter_name: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `WITH replaced AS (
          UPDATE invitations SET withdrawn_at = :created_at WHERE merchant_id = :merchant_id AND email = :email AND accepted_at IS NULL AND withdrawn_at IS NULL)
        INSERT INTO invitations (id, merchant_id, email, role, refund_max, token_hash, invited_by, inviter_name, created_at, expires_at)
        VALUES (:id, :merchant_id, :email, :role, :refund_max, :token_hash, :invited_by, :inviter_name, :created_at, :expires_at) RETURNING id`,
});

const find = statement({
  name: 'invitations.find',
  params: { merchant_id: 'text', id: 'text', now: 'timestamptz' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE i.merchant_id = :merchant_id AND i.id = :id`,
});

const findByToken = statement({
  name: 'invitations.findByToken',
  params: { token_hash: 'bytea', now: 'timestamptz' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE i.token_hash = :token_hash`,
});

const accept = statement({
  name: 'invitations.accept',
  params: { id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: 'UPDATE invitations SET accepted_at = :now WHERE id = :id AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > :now RETURNING id',
});

const withdraw = statement({
  name: 'invitations.withdraw',
  params: { merchant_id: 'text', id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: 'UPDATE invitations SET withdrawn_at = :now WHERE merchant_id = :merchant_id AND id = :id AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > :now RETURNING id',
});

const insertReset = statement({
  name: 'passwordResets.insert',
  params: { token_hash: 'bytea', email: 'text', created_at: 'timestamptz', expires_at: 'timestamptz' },
  row: { person_id: 'text', name: 'text' },
  sql: `WITH person AS (SELECT id, name FROM people WHERE email = :email),
          made AS (INSERT INTO password_resets (token_hash, person_id, created_at, expires_at) SELECT :token_hash, id, :created_at, :expires_at FROM person)
        SELECT id AS person_id, name FROM person`,
});

const takeReset = statement({
  name: 'passwordResets.take',
  params: { token_hash: 'bytea', now: 'timestamptz' },
  row: { person_id: 'text' },
  sql: `WITH taken AS (DELETE FROM password_resets WHERE token_hash = :token_hash AND expires_at > :now RETURNING person_id)
        SELECT person_id FROM taken`,
});

const dropResets = statement({
  name: 'passwordResets.ofPerson',
  params: { person_id: 'text' },
  row: {},
  sql: 'DELETE FROM password_resets WHERE person_id = :person_id',
});

const drop = statement({
  name: 'links.drop',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { dropped: 'int8' },
  sql: `WITH i AS (DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE expires_at < :before LIMIT :rows_max::int4) RETURNING 1),
          r AS (DELETE FROM password_resets WHERE token_hash IN (SELECT token_hash FROM password_resets WHERE expires_at < :before LIMIT :rows_max::int4) RETURNING 1),
          c AS (DELETE FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM passkey_challenges WHERE expires_at < :before LIMIT :rows_max::int4) RETURNING 1)
        SELECT (SELECT count(*) FROM i) + (SELECT count(*) FROM r) + (SELECT count(*) FROM c) AS dropped`,
});

export const invitationList = list('listInvitations', {
  from: FROM,
  of: 'platform',
  row: ROW,
  select: COLUMNS,
  id: 'i.id',
  given: { merchant_id: 'text', now: 'timestamptz' },
  where: 'i.merchant_id = :merchant_id',
  filters: { status: several(`(${STATUS})`, invitationStatuses) },
  sorts: { created_at: byTime('i.created_at') },
});

export type InvitationRecord = ValuesOf<typeof ROW>;
export type NewInvitation = ValuesOf<(typeof insert)['params']>;

/** Takes the place of those that are open to the same address. */
export async function insertInvitation(system: Runner, invitation: NewInvitation): Promise<void> {
  await system.run(insert, invitation);
}

export async function findInvitation(
  system: Runner,
  wanted: ValuesOf<(typeof find)['params']>,
): Promise<InvitationRecord | undefined> {
  return (await system.run(find, wanted))[0];
}

export async function findInvitationByToken(
  system: Runner,
  wanted: ValuesOf<(typeof findByToken)['params']>,
): Promise<InvitationRecord | undefined> {
  return (await system.run(findByToken, wanted))[0];
}

/** False where it is over: of two who accept at once, one does. */
export async function acceptInvitationRecord(
  system: Runner,
  accepted: ValuesOf<(typeof accept)['params']>,
): Promise<boolean> {
  return (await system.run(accept, accepted)).length > 0;
}

/** False where it is over. */
export async function withdrawInvitationRecord(
  system: Runner,
  withdrawn: ValuesOf<(typeof withdraw)['params']>,
): Promise<boolean> {
  return (await system.run(withdraw, withdrawn)).length > 0;
}

/** Whose link it will be; undefined where nobody has the address, and so nothing was made. */
export async function insertPasswordReset(
  system: Runner,
  reset: ValuesOf<(typeof insertReset)['params']>,
): Promise<{ readonly person_id: string; readonly name: string } | undefined> {
  return (await system.run(insertReset, reset))[0];
}

/** Whose link it was; undefined where it is unknown, too old, or was used. */
export async function takePasswordReset(
  system: Runner,
  taken: ValuesOf<(typeof takeReset)['params']>,
): Promise<string | undefined> {
  return (await system.run(takeReset, taken))[0]?.person_id;
}

/** Whatever other links were sent count no more. */
export async function dropResetsOf(system: Runner, personId: string): Promise<void> {
  await system.run(dropResets, { person_id: personId });
}

/** Forgets links and questions that are over since before a moment; tells how many. */
export async function dropLinks(system: Runner, dropped: ValuesOf<(typeof drop)['params']>): Promise<number> {
  return Number((await system.run(drop, dropped))[0]?.dropped ?? 0);
}
