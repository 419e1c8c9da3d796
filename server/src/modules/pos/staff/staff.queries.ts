import type { StaffPermission, StaffRole } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { nullable, statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import { flag, matching } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const STAFF = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  version: 'int4',
  name: 'text',
  role: text<StaffRole>(),
  permissions: texts<StaffPermission>(),
  location_ids: 'text[]',
  is_active: 'bool',
  pin_set_at: 'timestamptz?',
  pin_tries: 'int4',
  pin_tried_at: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(STAFF).join(', ');

const insert = statement({
  name: 'staff.insert',
  params: {
    ...TENANT,
    id: 'text',
    name: 'text',
    role: text<StaffRole>(),
    permissions: texts<StaffPermission>(),
    location_ids: 'text[]',
    is_active: 'bool',
    now: 'timestamptz',
  },
  row: STAFF,
  sql: `INSERT INTO staff (merchant_id, livemode, id, name, role, permissions, location_ids, is_active, created_at, updated_at)
        VALUES (:merchant_id, :livemode, :id, :name, :role, :permissions, :location_ids, :is_active, :now, :now) RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'staff.find',
  params: { ...TENANT, id: 'text' },
  row: STAFF,
  sql: `SELECT ${COLUMNS} FROM staff WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND deleted_at IS NULL`,
});

/** Only the version that was judged. */
const update = statement({
  name: 'staff.update',
  params: {
    ...TENANT,
    id: 'text',
    version: 'int4',
    name: 'text?',
    role: nullable(text<StaffRole>()),
    permissions: nullable(texts<StaffPermission>()),
    location_ids: 'text[]?',
    is_active: 'bool?',
    now: 'timestamptz',
  },
  row: STAFF,
  sql: `UPDATE staff SET version = version + 1, name = coalesce(:name, name), role = coalesce(:role, role), permissions = coalesce(:permissions, permissions), location_ids = coalesce(:location_ids, location_ids), is_active = coalesce(:is_active, is_active), updated_at = :now
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND deleted_at IS NULL RETURNING ${COLUMNS}`,
});

/** Ends every lock as well: whoever sets a PIN has the right to. */
const putPin = statement({
  name: 'staff.putPin',
  params: { ...TENANT, id: 'text', pin_hash: 'text', now: 'timestamptz', pin_verifier: 'bytea' },
  row: STAFF,
  sql: `UPDATE staff SET version = version + 1, pin_hash = :pin_hash, pin_verifier = :pin_verifier, pin_set_at = :now, pin_tries = 0, pin_tried_at = NULL, updated_at = :now
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND deleted_at IS NULL RETURNING ${COLUMNS}`,
});

/** Counts a try before it is judged, or finds that as many were as may be: tries sent at once wait for the row. */
const countTry = statement({
  name: 'staff.countPinTry',
  params: { ...TENANT, id: 'text', tries_max: 'int4', now: 'timestamptz', window_start: 'timestamptz' },
  row: { outcome: 'text', tried_at: 'timestamptz', pin_hash: 'text?', pin_verifier: 'bytea?' },
  sql: `WITH held AS (
          SELECT id, pin_tries, pin_tried_at, pin_hash, pin_verifier, pin_tries >= :tries_max AND pin_tried_at > :window_start AS locked FROM staff
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND is_active AND deleted_at IS NULL FOR UPDATE
        ), counted AS (
          UPDATE staff s SET pin_tries = CASE WHEN h.pin_tried_at > :window_start THEN h.pin_tries + 1 ELSE 1 END, pin_tried_at = :now FROM held h
          WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = h.id AND h.locked IS NOT TRUE
        )
        SELECT CASE WHEN locked THEN 'locked' ELSE 'counted' END AS outcome, coalesce(pin_tried_at, :now) AS tried_at, pin_hash, pin_verifier FROM held`,
});

const remove = statement({
  name: 'staff.delete',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE staff SET deleted_at = :now, is_active = false, pin_hash = NULL, pin_verifier = NULL, pin_set_at = NULL, updated_at = :now, version = version + 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND deleted_at IS NULL RETURNING id`,
});

/** Of the PIN that was right a moment ago, unless somebody has set another. */
const putVerifier = statement({
  name: 'staff.putPinVerifier',
  params: { ...TENANT, id: 'text', pin_hash: 'text', pin_verifier: 'bytea' },
  row: {},
  sql: 'UPDATE staff SET pin_verifier = :pin_verifier WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND pin_hash = :pin_hash',
});

const findSigners = statement({
  name: 'staff.findSigners',
  params: { ...TENANT, location_id: 'text', rows_max: 'int4' },
  row: {
    id: 'text',
    name: 'text',
    permissions: texts<StaffPermission>(),
    pin_set_at: 'timestamptz',
    pin_verifier: 'bytea?',
  },
  sql: `SELECT id, name, permissions, pin_set_at, pin_verifier FROM staff
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND deleted_at IS NULL AND is_active AND pin_set_at IS NOT NULL AND (location_ids = '{}' OR :location_id = ANY (location_ids)) ORDER BY lower(name), id LIMIT :rows_max::int4`,
});

const giveTryBack = statement({
  name: 'staff.givePinTryBack',
  params: { ...TENANT, id: 'text' },
  row: {},
  sql: 'UPDATE staff SET pin_tries = greatest(pin_tries - 1, 0) WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id',
});

const clearTries = statement({
  name: 'staff.clearPinTries',
  params: { ...TENANT, id: 'text' },
  row: {},
  sql: 'UPDATE staff SET pin_tries = 0, pin_tried_at = NULL WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id',
});

/** Who works for a merchant. */
export const staffList = list('listStaff', {
  from: 'staff s',
  row: STAFF,
  where: 's.deleted_at IS NULL',
  filters: {
    is_active: flag('s.is_active'),
    location_id: matching((id) => `(s.location_ids = '{}' OR ${id} = ANY (s.location_ids))`),
  },
  sorts: { created_at: byTime('s.created_at'), name: byText('lower(left(s.name, 60))') },
});

export type StaffRow = ValuesOf<typeof STAFF>;
export type NewStaff = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>;
export type StaffChange = Omit<ValuesOf<(typeof update)['params']>, 'merchant_id' | 'livemode'>;
/** Somebody who signs in with a PIN. */
export type SignerRow = ValuesOf<(typeof findSigners)['row']>;
export type PinTry = {
  readonly id: string;
  readonly triesMax: number;
  readonly now: Date;
  readonly windowStart: Date;
};

export async function insertStaff(
  runner: Runner,
  tenant: Tenant,
  member: NewStaff,
): Promise<StaffRow | undefined> {
  return (await runner.run(insert, { ...keyOf(tenant), ...member }))[0];
}

export async function findStaff(runner: Runner, tenant: Tenant, id: string): Promise<StaffRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function changeStaff(
  runner: Runner,
  tenant: Tenant,
  change: StaffChange,
): Promise<StaffRow | undefined> {
  return (await runner.run(update, { ...keyOf(tenant), ...change }))[0];
}

export async function putStaffPin(
  runner: Runner,
  tenant: Tenant,
  wanted: {
    readonly id: string;
    readonly pin_hash: string;
    readonly pin_verifier: Buffer;
    readonly now: Date;
  },
): Promise<StaffRow | undefined> {
  return (await runner.run(putPin, { ...keyOf(tenant), ...wanted }))[0];
}

/** Whether the try may be judged, and the hash to judge by; undefined where nobody active has the id. */
export async function countPinTry(
  runner: Runner,
  tenant: Tenant,
  { id, triesMax, now, windowStart }: PinTry,
): Promise<ValuesOf<(typeof countTry)['row']> | undefined> {
  return (
    await runner.run(countTry, { ...keyOf(tenant), id, tries_max: triesMax, now, window_start: windowStart })
  )[0];
}

export async function putPinVerifier(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly id: string; readonly pin_hash: string; readonly pin_verifier: Buffer },
): Promise<void> {
  await runner.run(putVerifier, { ...keyOf(tenant), ...wanted });
}

/** Who works at a location and has a PIN, by name. */
export async function findSignersAt(
  runner: Runner,
  tenant: Tenant,
  { locationId, rowsMax }: { readonly locationId: string; readonly rowsMax: number },
): Promise<readonly SignerRow[]> {
  return runner.run(findSigners, { ...keyOf(tenant), location_id: locationId, rows_max: rowsMax });
}

export async function givePinTryBack(runner: Runner, tenant: Tenant, id: string): Promise<void> {
  await runner.run(giveTryBack, { ...keyOf(tenant), id });
}

export async function clearPinTries(runner: Runner, tenant: Tenant, id: string): Promise<void> {
  await runner.run(clearTries, { ...keyOf(tenant), id });
}

export async function removeStaff(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), ...wanted })).length > 0;
}
