import { memberRoles, type Currency, type Membership, type MemberRole } from '@cottontree/contract';
import { list } from '../../../kernel/list/list.queries.ts';
import { several } from '../../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const OF_PERSON = {
  id: 'text',
  merchant_id: 'text',
  merchant_name: 'text',
  store_name: 'text',
  currency: text<Currency>(),
  time_zone: 'text',
  role: text<MemberRole>(),
  refund_max: 'int8?',
  helpers: json<Membership['helpers']>(),
} as const;
const HELPERS_MAX = 6;

const listOfPerson = statement({
  name: 'memberships.ofPerson',
  params: { person_id: 'text' },
  row: OF_PERSON,
  sql: `SELECT s.id, s.merchant_id, m.name AS merchant_name, m.store_name, m.currency, m.time_zone, s.role, s.refund_max,
               (SELECT coalesce(jsonb_agg(jsonb_build_object('name', h.name, 'email', h.email, 'role', h.role) ORDER BY h.role DESC, h.name), '[]')
                FROM (SELECT p.name, p.email, o.role FROM memberships o JOIN people p ON p.id = o.person_id
                      WHERE o.merchant_id = s.merchant_id AND o.role IN ('owner', 'admin') AND o.person_id <> s.person_id
                      ORDER BY o.role DESC, p.name LIMIT ${HELPERS_MAX}) h) AS helpers
        FROM memberships s JOIN merchants m ON m.id = s.merchant_id WHERE s.person_id = :person_id ORDER BY m.name, m.id`,
});

const findCaller = statement({
  name: 'memberships.findCaller',
  params: { person_id: 'text', merchant_id: 'text', livemode: 'bool' },
  row: {
    person_id: 'text',
    merchant_id: 'text',
    livemode: 'bool',
    role: text<MemberRole>(),
    refund_max: 'int8?',
    merchant_name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    status: text<MerchantProfile['status']>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
    clock: 'timestamptz?',
  },
  sql: `SELECT s.person_id, s.merchant_id, :livemode::bool AS livemode, s.role, s.refund_max,
               m.name AS merchant_name, m.store_name, m.country, m.time_zone, m.currency, m.status, m.reads_per_second, m.writes_per_second, c.frozen_at AS clock
        FROM memberships s JOIN merchants m ON m.id = s.merchant_id
        LEFT JOIN test_clocks c ON c.merchant_id = s.merchant_id AND c.livemode = :livemode
        WHERE s.merchant_id = :merchant_id AND s.person_id = :person_id`,
});

const insert = statement({
  name: 'memberships.insert',
  params: {
    id: 'text',
    merchant_id: 'text',
    person_id: 'text',
    role: text<MemberRole>(),
    refund_max: 'int8?',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO memberships (id, merchant_id, person_id, role, refund_max, created_at, updated_at) VALUES (:id, :merchant_id, :person_id, :role, :refund_max, :created_at, :created_at)
        ON CONFLICT (merchant_id, person_id) DO NOTHING RETURNING id`,
});

const lock = statement({
  name: 'memberships.lock',
  params: { merchant_id: 'text' },
  row: { locked: 'bool' },
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.members:' || :merchant_id, 0)) IS NOT NULL AS locked`,
});

const findByEmail = statement({
  name: 'memberships.findByEmail',
  params: { merchant_id: 'text', email: 'text' },
  row: { id: 'text' },
  sql: 'SELECT s.id FROM memberships s JOIN people p ON p.id = s.person_id WHERE s.merchant_id = :merchant_id AND p.email = :email',
});

const count = statement({
  name: 'memberships.count',
  params: { merchant_id: 'text', now: 'timestamptz' },
  row: { members: 'int8' },
  sql: `SELECT (SELECT count(*) FROM memberships s WHERE s.merchant_id = :merchant_id)
             + (SELECT count(*) FROM invitations i WHERE i.merchant_id = :merchant_id AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > :now) AS members`,
});

const MEMBER = {
  id: 'text',
  person_id: 'text',
  name: 'text',
  email: 'text',
  role: text<MemberRole>(),
  refund_max: 'int8?',
  second_factor: 'bool',
  last_signed_in_at: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const MEMBER_COLUMNS = `s.id, s.person_id, p.name, p.email, s.role, s.refund_max,
  p.totp_secret IS NOT NULL OR EXISTS (SELECT FROM passkeys k WHERE k.person_id = p.id) AS second_factor, p.last_signed_in_at, s.created_at, s.updated_at`;
const MEMBERS = 'memberships s JOIN people p ON p.id = s.person_id';

const find = statement({
  name: 'memberships.find',
  params: { merchant_id: 'text', id: 'text' },
  row: MEMBER,
  sql: `SELECT ${MEMBER_COLUMNS} FROM ${MEMBERS} WHERE s.merchant_id = :merchant_id AND s.id = :id`,
});

const countOwners = statement({
  name: 'memberships.countOwners',
  params: { merchant_id: 'text' },
  row: { owners: 'int8' },
  sql: `SELECT count(*) AS owners FROM memberships WHERE merchant_id = :merchant_id AND role = 'owner'`,
});

const update = statement({
  name: 'memberships.update',
  params: {
    merchant_id: 'text',
    id: 'text',
    role: text<MemberRole>(),
    refund_max: 'int8?',
    updated_at: 'timestamptz',
  },
  row: {},
  sql: 'UPDATE memberships SET role = :role, refund_max = :refund_max, updated_at = :updated_at WHERE merchant_id = :merchant_id AND id = :id',
});

const remove = statement({
  name: 'memberships.delete',
  params: { merchant_id: 'text', id: 'text' },
  row: {},
  sql: 'DELETE FROM memberships WHERE merchant_id = :merchant_id AND id = :id',
});

export const memberList = list('listMembers', {
  from: MEMBERS,
  of: 'platform',
  row: MEMBER,
  select: MEMBER_COLUMNS,
  id: 's.id',
  given: { merchant_id: 'text' },
  where: 's.merchant_id = :merchant_id',
  filters: { role: several('s.role', memberRoles) },
  sorts: { name: byText('lower(left(p.name, 60))'), created_at: byTime('s.created_at') },
});

export type MemberRecord = ValuesOf<typeof MEMBER>;
export type MembershipRecord = ValuesOf<typeof OF_PERSON>;
export type MemberInUse = ValuesOf<(typeof findCaller)['row']>;
export type NewMembership = ValuesOf<(typeof insert)['params']>;

/** The merchants that somebody belongs to, by name. */
export async function membershipsOf(system: Runner, personId: string): Promise<readonly MembershipRecord[]> {
  return system.run(listOfPerson, { person_id: personId });
}

/** Somebody at a merchant, with what every request needs of both. */
export async function findMemberInUse(
  system: Runner,
  wanted: ValuesOf<(typeof findCaller)['params']>,
): Promise<MemberInUse | undefined> {
  return (await system.run(findCaller, wanted))[0];
}

/** False when the person belongs to the merchant already. */
export async function insertMembership(system: Runner, membership: NewMembership): Promise<boolean> {
  return (await system.run(insert, membership)).length > 0;
}

/** In a transaction: one at a time changes who belongs to a merchant. */
export async function lockMembers(tx: Runner, merchantId: string): Promise<void> {
  await tx.run(lock, { merchant_id: merchantId });
}

/** Whether whoever has this e-mail address belongs to the merchant. */
export async function isMember(
  system: Runner,
  wanted: ValuesOf<(typeof findByEmail)['params']>,
): Promise<boolean> {
  return (await system.run(findByEmail, wanted)).length > 0;
}

/** How many belong to a merchant, or have been asked to and still may. */
export async function countMembers(
  system: Runner,
  wanted: ValuesOf<(typeof count)['params']>,
): Promise<number> {
  return Number((await system.run(count, wanted))[0]?.members ?? 0);
}

export async function findMember(
  system: Runner,
  wanted: ValuesOf<(typeof find)['params']>,
): Promise<MemberRecord | undefined> {
  return (await system.run(find, wanted))[0];
}

export async function countOwnersOf(system: Runner, merchantId: string): Promise<number> {
  return Number((await system.run(countOwners, { merchant_id: merchantId }))[0]?.owners ?? 0);
}

export async function updateMembership(
  system: Runner,
  change: ValuesOf<(typeof update)['params']>,
): Promise<void> {
  await system.run(update, change);
}

export async function deleteMembership(
  system: Runner,
  gone: ValuesOf<(typeof remove)['params']>,
): Promise<void> {
  await system.run(remove, gone);
}
