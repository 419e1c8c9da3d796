import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { flag, search } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMS = {
  name: 'text',
  code: 'text',
  address: 'text?',
  phone: 'text?',
  receipt_lines: 'text[]',
  is_default: 'bool',
  is_active: 'bool',
  updated_at: 'timestamptz',
} as const;
const LOCATION = { ...KEY, id: 'text', version: 'int4', ...TERMS, created_at: 'timestamptz' } as const;
const COLUMNS = Object.keys(LOCATION)
  .map((name) => `l.${name}`)
  .join(', ');
const OWN = 'l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.deleted_at IS NULL';

const find = statement({
  name: 'locations.find',
  params: { ...KEY, id: 'text' },
  row: LOCATION,
  sql: `SELECT ${COLUMNS} FROM locations l WHERE ${OWN} AND l.id = :id`,
});

const findDefault = statement({
  name: 'locations.findDefault',
  params: KEY,
  row: LOCATION,
  sql: `SELECT ${COLUMNS} FROM locations l WHERE ${OWN} AND l.is_default`,
});

/** A change of the name or of the default does not wait for these; `take` does, and they for it. */
const HELD = 'FOR KEY SHARE OF l';

const hold = statement({
  name: 'locations.hold',
  params: { ...KEY, id: 'text' },
  row: LOCATION,
  sql: `SELECT ${COLUMNS} FROM locations l WHERE ${OWN} AND l.id = :id ${HELD}`,
});

const holdDefault = statement({
  name: 'locations.holdDefault',
  params: KEY,
  row: LOCATION,
  sql: `SELECT ${COLUMNS} FROM locations l WHERE ${OWN} AND l.is_default ${HELD}`,
});

const holdIds = statement({
  name: 'locations.holdIds',
  params: { ...KEY, ids: 'text[]' },
  row: { id: 'text' },
  sql: `SELECT l.id FROM locations l WHERE ${OWN} AND l.id = ANY (:ids) ORDER BY l.id ${HELD}`,
});

const take = statement({
  name: 'locations.take',
  params: { ...KEY, id: 'text' },
  row: LOCATION,
  sql: `SELECT ${COLUMNS} FROM locations l WHERE ${OWN} AND l.id = :id FOR UPDATE OF l`,
});

const insertDefault = statement({
  name: 'locations.insertDefault',
  params: { ...KEY, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `INSERT INTO locations (merchant_id, livemode, id, version, name, code, receipt_lines, is_default, is_active, created_at, updated_at)
        SELECT m.id, :livemode, :id, 1, m.store_name, 'MAIN', '{}', true, true, :now, :now FROM merchants m WHERE m.id = :merchant_id
        ON CONFLICT DO NOTHING RETURNING id`,
});

const insert = statement({
  name: 'locations.insert',
  params: { ...KEY, id: 'text', created_at: 'timestamptz', ...TERMS },
  row: LOCATION,
  sql: `INSERT INTO locations AS l (merchant_id, livemode, id, created_at, ${Object.keys(TERMS).join(', ')}, version)
        VALUES (:merchant_id, :livemode, :id, :created_at, ${Object.keys(TERMS)
          .map((name) => `:${name}`)
          .join(', ')}, 1) RETURNING ${COLUMNS}`,
});

const change = statement({
  name: 'locations.change',
  params: { ...KEY, id: 'text', version: 'int4', ...TERMS },
  row: LOCATION,
  sql: `UPDATE locations l SET version = l.version + 1, ${Object.keys(TERMS)
    .map((name) => `${name} = :${name}`)
    .join(', ')}
        WHERE ${OWN} AND l.id = :id AND l.version = :version RETURNING ${COLUMNS}`,
});

const clearDefault = statement({
  name: 'locations.clearDefault',
  params: { ...KEY, except_id: 'text', updated_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE locations l SET is_default = false, version = l.version + 1, updated_at = :updated_at WHERE ${OWN} AND l.is_default AND l.id <> :except_id RETURNING l.id`,
});

const close = statement({
  name: 'locations.close',
  params: { ...KEY, id: 'text', version: 'int4', at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE locations l SET version = l.version + 1, is_active = false, deleted_at = :at, updated_at = :at WHERE ${OWN} AND l.id = :id AND l.version = :version AND NOT l.is_default RETURNING l.id`,
});

const codes = statement({
  name: 'locations.codes',
  params: KEY,
  row: { code: 'text' },
  sql: `SELECT l.code FROM locations l WHERE ${OWN}`,
});

const lock = statement({
  name: 'locations.lock',
  params: KEY,
  row: { locked: 'bool' },
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('locations ' || :merchant_id::text || ' ' || :livemode::bool::text, 0))`,
});

const findIds = statement({
  name: 'locations.findIds',
  params: { ...KEY, ids: 'text[]' },
  row: { id: 'text' },
  sql: `SELECT l.id FROM locations l WHERE ${OWN} AND l.id = ANY (:ids)`,
});

/** A merchant's locations. */
export const locationList = list('listLocations', {
  from: 'locations l',
  row: LOCATION,
  where: 'l.deleted_at IS NULL',
  filters: { is_active: flag('l.is_active'), q: search('l.name', 'l.code', 'l.address') },
  sorts: { created_at: byTime('l.created_at'), name: byText('lower(left(l.name, 60))') },
});

export type LocationRow = ValuesOf<typeof LOCATION>;
export type LocationTerms = ValuesOf<typeof TERMS>;

export async function findLocation(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<LocationRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** The location, which stays open and as active as it is until the transaction ends: so stock that comes to it is there before anybody closes it, or finds it closed. */
export async function holdLocation(tx: Runner, tenant: Tenant, id: string): Promise<LocationRow | undefined> {
  return (await tx.run(hold, { ...keyOf(tenant), id }))[0];
}

export async function holdDefaultLocation(tx: Runner, tenant: Tenant): Promise<LocationRow | undefined> {
  return (await tx.run(holdDefault, keyOf(tenant)))[0];
}

/** Which of these are the merchant's and open, and stay so until the transaction ends. */
export async function holdLocationIds(
  tx: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = ids.length === 0 ? [] : await tx.run(holdIds, { ...keyOf(tenant), ids });
  return new Set(rows.map(({ id }) => id));
}

/** The location, once all who hold it have ended: what they brought is seen from then on. Asked for behind `lockLocations`, by whoever closes it or switches it off. */
export async function takeLocation(tx: Runner, tenant: Tenant, id: string): Promise<LocationRow | undefined> {
  return (await tx.run(take, { ...keyOf(tenant), id }))[0];
}

/** Which of these are the merchant's, and open. */
export async function findLocationIds(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly string[]> {
  return ids.length === 0 ? [] : (await runner.run(findIds, { ...keyOf(tenant), ids })).map(({ id }) => id);
}

export async function findDefaultLocation(runner: Runner, tenant: Tenant): Promise<LocationRow | undefined> {
  return (await runner.run(findDefault, keyOf(tenant)))[0];
}

/** Does nothing where there is a default already. */
export async function insertDefaultLocation(
  runner: Runner,
  tenant: Tenant,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await runner.run(insertDefault, { ...keyOf(tenant), id, now });
}

export async function insertLocation(
  tx: Runner,
  tenant: Tenant,
  { id, terms }: { readonly id: string; readonly terms: LocationTerms },
): Promise<LocationRow> {
  const [row] = await tx.run(insert, { ...keyOf(tenant), id, created_at: terms.updated_at, ...terms });
  if (!row) throw new Error('An insert without a condition gave no row.');
  return row;
}

/** Undefined where the version has moved on. */
export async function changeLocation(
  runner: Runner,
  tenant: Tenant,
  { id, version, terms }: { readonly id: string; readonly version: number; readonly terms: LocationTerms },
): Promise<LocationRow | undefined> {
  return (await runner.run(change, { ...keyOf(tenant), id, version, ...terms }))[0];
}

/** Takes the default from any other location; needs the lock below. */
export async function clearDefaultLocation(
  tx: Runner,
  tenant: Tenant,
  { exceptId, now }: { readonly exceptId: string; readonly now: Date },
): Promise<void> {
  await tx.run(clearDefault, { ...keyOf(tenant), except_id: exceptId, updated_at: now });
}

/** False where the version has moved on, or it is the default. */
export async function closeLocation(
  runner: Runner,
  tenant: Tenant,
  { id, version, at }: { readonly id: string; readonly version: number; readonly at: Date },
): Promise<boolean> {
  return (await runner.run(close, { ...keyOf(tenant), id, version, at })).length === 1;
}

export async function findLocationCodes(runner: Runner, tenant: Tenant): Promise<ReadonlySet<string>> {
  return new Set((await runner.run(codes, keyOf(tenant))).map(({ code }) => code));
}

/** Lets one transaction at a time make locations or move the default. */
export async function lockLocations(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(lock, keyOf(tenant));
}

const findStocked = statement({
  name: 'locations.stocked',
  params: { merchant_id: 'text', livemode: 'bool', location_id: 'text' },
  row: { variant_id: 'text' },
  sql: 'SELECT variant_id FROM stock_levels WHERE merchant_id = :merchant_id AND livemode = :livemode AND location_id = :location_id AND (on_hand <> 0 OR reserved <> 0) ORDER BY variant_id LIMIT 1',
});

/** A variant of which stock is recorded at a location, or is missing there. */
export async function findStockedVariant(
  runner: Runner,
  tenant: Tenant,
  locationId: string,
): Promise<string | undefined> {
  return (await runner.run(findStocked, { ...keyOf(tenant), location_id: locationId }))[0]?.variant_id;
}

const findUsed = statement({
  name: 'locations.used',
  params: { merchant_id: 'text', livemode: 'bool', location_id: 'text' },
  row: { kind: text<'till' | 'drawer' | 'transfer'>(), id: 'text', name: 'text?' },
  sql: `SELECT 'till' AS kind, t.id, t.name FROM terminals t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.location_id = :location_id AND t.deleted_at IS NULL
        UNION ALL SELECT 'drawer', c.id, NULL FROM cash_sessions c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.location_id = :location_id AND c.terminal_id IS NULL AND c.status <> 'closed'
        UNION ALL SELECT 'transfer', x.id, NULL FROM stock_transfers x WHERE x.merchant_id = :merchant_id AND x.livemode = :livemode AND x.status = 'sent' AND :location_id IN (x.from_location_id, x.to_location_id)
        ORDER BY 1 DESC, 2 LIMIT 1`,
});

export type LocationUse = ValuesOf<(typeof findUsed)['row']>;

/** A till that stands at a location, stock that is on its way to or from it, or an open drawer of its own. */
export async function findUseOf(
  runner: Runner,
  tenant: Tenant,
  locationId: string,
): Promise<LocationUse | undefined> {
  return (await runner.run(findUsed, { ...keyOf(tenant), location_id: locationId }))[0];
}
