import type { Currency, MemberRole } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const OF_PERSON = {
  id: 'text',
  merchant_id: 'text',
  merchant_name: 'text',
  store_name: 'text',
  currency: text<Currency>(),
  time_zone: 'text',
  role: text<MemberRole>(),
  refund_max: 'int8?',
} as const;

const listOfPerson = statement({
  name: 'memberships.ofPerson',
  params: { person_id: 'text' },
  row: OF_PERSON,
  sql: `SELECT s.id, s.merchant_id, m.name AS merchant_name, m.store_name, m.currency, m.time_zone, s.role, s.refund_max
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
