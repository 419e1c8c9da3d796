import type { Address } from '@cottontree/contract';
import { equal, equalAs, matching, search } from '../../../kernel/list/list-filters.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const PLACE = {
  label: 'text?',
  address: 'text',
  city: 'text',
  landmark: 'text?',
  lat: 'float8?',
  lng: 'float8?',
  plus_code: 'text?',
  contact_name: 'text?',
  contact_phone: 'text?',
  instructions: 'text?',
  type: text<Address['type']>(),
  is_default: 'bool',
  zone_id: 'text',
  location_quality: text<Address['location_quality']>(),
  created_at: 'timestamptz',
} as const;
const ADDRESS = {
  ...KEY,
  id: 'text',
  ...PLACE,
  delivery_count: 'int4',
  last_used_at: 'timestamptz?',
  version: 'int4',
} as const;
const SHOWN = { ...ADDRESS, zone_code: 'text', zone_name: 'text' } as const;
const NEW = { ...KEY, id: 'text', ...PLACE, match_key: 'text' } as const;

const COLUMNS = Object.keys(ADDRESS)
  .map((name) => `a.${name}`)
  .join(', ');
const ZONE_COLUMNS = 'z.code AS zone_code, z.name AS zone_name';
const USUAL_PICKUP = `a.is_default AND a.type IN ('pickup', 'both')`;

const find = statement({
  name: 'addresses.find',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', ids: 'text[]' },
  row: { ...ADDRESS, place: 'int4' },
  sql: `SELECT ${COLUMNS}, g.place::int4 AS place
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ids::text[]) WITH ORDINALITY AS g(merchant_id, livemode, id, place)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM addresses a WHERE a.merchant_id = g.merchant_id AND a.livemode = g.livemode AND a.id = g.id
          UNION ALL
          SELECT ${COLUMNS} FROM addresses a WHERE g.id = '' AND a.merchant_id = g.merchant_id AND a.livemode = g.livemode AND ${USUAL_PICKUP}
        ) a`,
});

const insert = statement({
  name: 'addresses.insert',
  params: NEW,
  row: SHOWN,
  sql: `WITH a AS (
          INSERT INTO addresses (${Object.keys(NEW).join(', ')}) VALUES (${Object.keys(NEW)
            .map((name) => `:${name}`)
            .join(', ')})
          ON CONFLICT (merchant_id, livemode, match_key) DO NOTHING RETURNING *
        )
        SELECT ${COLUMNS}, ${ZONE_COLUMNS} FROM a JOIN zones z ON z.id = a.zone_id`,
});

const findMatch = statement({
  name: 'addresses.findMatch',
  params: { ...KEY, match_key: 'text' },
  row: SHOWN,
  sql: `SELECT ${COLUMNS}, ${ZONE_COLUMNS} FROM addresses a JOIN zones z ON z.id = a.zone_id
        WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.match_key = :match_key`,
});

const lockDefault = statement({
  name: 'addresses.lockDefault',
  params: KEY,
  row: { locked: 'bool' },
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('addresses.default ' || :merchant_id::text || ' ' || :livemode::bool::text, 0))`,
});

const moveDefault = statement({
  name: 'addresses.moveDefault',
  params: { ...KEY, id: 'text' },
  row: { id: 'text' },
  sql: `UPDATE addresses a SET is_default = false, version = version + 1 WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.id <> :id AND ${USUAL_PICKUP} RETURNING a.id`,
});

const makeDefault = statement({
  name: 'addresses.makeDefault',
  params: { ...KEY, id: 'text' },
  row: { id: 'text' },
  sql: 'UPDATE addresses SET is_default = true, version = version + 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id',
});

const get = statement({
  name: 'addresses.get',
  params: { ...KEY, id: 'text' },
  row: SHOWN,
  sql: `SELECT ${COLUMNS}, ${ZONE_COLUMNS} FROM addresses a JOIN zones z ON z.id = a.zone_id WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.id = :id`,
});

const { created_at: _kept, ...CHANGEABLE } = PLACE;
const CHANGED = { ...KEY, id: 'text', version: 'int4', ...CHANGEABLE, match_key: 'text' } as const;
const CHANGED_COLUMNS = [...Object.keys(CHANGEABLE), 'match_key'];

const change = statement({
  name: 'addresses.change',
  params: CHANGED,
  row: SHOWN,
  sql: `WITH a AS (
          UPDATE addresses SET version = version + 1, ${CHANGED_COLUMNS.map((name) => `${name} = :${name}`).join(', ')}
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version RETURNING *
        )
        SELECT ${COLUMNS}, ${ZONE_COLUMNS} FROM a JOIN zones z ON z.id = a.zone_id`,
});

const drop = statement({
  name: 'addresses.drop',
  params: { ...KEY, id: 'text', version: 'int4' },
  row: { id: 'text' },
  sql: 'DELETE FROM addresses WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version RETURNING id',
});

/** One saved address, or with null the tenant's usual pickup place. */
export type AddressKey = { readonly tenant: Tenant; readonly id: string | null };
/** A tenant's saved addresses. */
export const addressList = list('listAddresses', {
  from: 'addresses a',
  row: SHOWN,
  select: `${COLUMNS}, ${ZONE_COLUMNS}`,
  joins: 'JOIN zones z ON z.id = a.zone_id',
  filters: {
    q: search('a.label', 'a.address', 'a.landmark', 'a.contact_name'),
    phone: equalAs('a.contact_phone', readPhone),
    city: matching((city) => `lower(a.city) = lower(${city})`),
    type: equal('a.type'),
  },
  sorts: { created_at: byTime('a.created_at') },
});

export type AddressRow = ValuesOf<typeof ADDRESS>;
/** With the code and name of its zone. */
export type ShownAddressRow = ValuesOf<typeof SHOWN>;
export type NewAddress = Omit<ValuesOf<typeof NEW>, keyof typeof KEY>;

/** The addresses of the keys, in their order; undefined where there is none. */
export async function findAddresses(
  runner: Runner,
  keys: readonly AddressKey[],
): Promise<readonly (AddressRow | undefined)[]> {
  const found: (AddressRow | undefined)[] = keys.map(() => undefined);
  const values = {
    merchant_ids: keys.map(({ tenant }) => tenant.merchantId),
    livemodes: keys.map(({ tenant }) => tenant.livemode),
    ids: keys.map(({ id }) => id ?? ''),
  };
  for (const row of await runner.run(find, values)) found[row.place - 1] = row;
  return found;
}

/** The new address, or undefined where one with the same match key is there. */
export async function insertAddress(
  runner: Runner,
  tenant: Tenant,
  address: NewAddress,
): Promise<ShownAddressRow | undefined> {
  return (await runner.run(insert, { ...keyOf(tenant), ...address }))[0];
}

export async function findMatchingAddress(
  runner: Runner,
  tenant: Tenant,
  matchKey: string,
): Promise<ShownAddressRow | undefined> {
  return (await runner.run(findMatch, { ...keyOf(tenant), match_key: matchKey }))[0];
}

export type AddressChange = Omit<ValuesOf<typeof CHANGED>, keyof typeof KEY>;

/** One saved address with its zone. */
export async function getAddress(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<ShownAddressRow | undefined> {
  return (await runner.run(get, { ...keyOf(tenant), id }))[0];
}

/** The address as it is now; undefined when it is no longer at the version that it was changed from. */
export async function changeAddress(
  runner: Runner,
  tenant: Tenant,
  changed: AddressChange,
): Promise<ShownAddressRow | undefined> {
  return (await runner.run(change, { ...keyOf(tenant), ...changed }))[0];
}

/** False when it is no longer at this version. */
export async function dropAddress(
  runner: Runner,
  tenant: Tenant,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  return (await runner.run(drop, { ...keyOf(tenant), id, version })).length === 1;
}

/** Lets one transaction at a time change which address is the tenant's usual pickup place; needs a transaction around it. */
export async function lockDefaultAddress(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(lockDefault, keyOf(tenant));
}

/** Makes an address of type pickup or both the tenant's only usual pickup place; needs the lock above. */
export async function moveDefaultAddress(tx: Runner, tenant: Tenant, id: string): Promise<void> {
  await tx.run(moveDefault, { ...keyOf(tenant), id });
  await tx.run(makeDefault, { ...keyOf(tenant), id });
}

const count = statement({
  name: 'batches.count',
  params: { merchant_id: 'text', livemode: 'bool', batch_id: 'text', pickup_zone: 'text' },
  row: { jobs: 'int4' },
  sql: `SELECT count(*)::int4 AS jobs FROM deliveries
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND batch_id = :batch_id AND status <> 'cancelled' AND details -> 'pickup_zone' ->> 'code' = :pickup_zone`,
});

/** How many deliveries of a batch are fetched in one zone; cancelled ones are not. */
export async function countBatch(
  runner: Runner,
  tenant: Tenant,
  batch: { readonly batchId: string; readonly pickupZone: string },
): Promise<number> {
  const [row] = await runner.run(count, {
    ...keyOf(tenant),
    batch_id: batch.batchId,
    pickup_zone: batch.pickupZone,
  });
  return row?.jobs ?? 0;
}
