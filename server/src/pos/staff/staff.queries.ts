import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const STAFF = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  version: 'int4',
  name: 'text',
  role: 'text',
  permissions: 'text[]',
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
    role: 'text',
    permissions: 'text[]',
    location_ids: 'text[]',
    is_active: 'bool',
    now: 'timestamptz',
  },
  row: STAFF,
  sql: `INSERT INTO staff (merchant_id, livemode, id, name, role, permissions, location_ids, is_active, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'staff.find',
  params: { ...TENANT, id: 'text' },
  row: STAFF,
  sql: `SELECT ${COLUMNS} FROM staff WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND deleted_at IS NULL`,
});

const list = statement({
  name: 'staff.list',
  params: { ...TENANT, is_active: 'bool?', location_id: 'text?', rows_max: 'int4', skip: 'int4' },
  row: { total: 'int8', ...orNull(STAFF) },
  sql: `WITH found AS (SELECT ${COLUMNS} FROM staff WHERE merchant_id = $1 AND livemode = $2 AND deleted_at IS NULL AND ($3::bool IS NULL OR is_active = $3) AND ($4::text IS NULL OR location_ids = '{}' OR $4 = ANY (location_ids)))
        SELECT c.total, p.* FROM (SELECT count(*) AS total FROM found) c LEFT JOIN (SELECT * FROM found ORDER BY created_at DESC, id DESC LIMIT $5::int4 OFFSET $6::int4) p ON true
        ORDER BY p.created_at DESC, p.id DESC`,
});

/** Only the version that was judged. */
const update = statement({
  name: 'staff.update',
  params: {
    ...TENANT,
    id: 'text',
    version: 'int4',
    name: 'text?',
    role: 'text?',
    permissions: 'text[]?',
    location_ids: 'text[]?',
    is_active: 'bool?',
    now: 'timestamptz',
  },
  row: STAFF,
  sql: `UPDATE staff SET version = version + 1, name = coalesce($5, name), role = coalesce($6, role), permissions = coalesce($7, permissions), location_ids = coalesce($8, location_ids), is_active = coalesce($9, is_active), updated_at = $10
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND version = $4 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
});

/** Ends every lock as well: whoever sets a PIN has the right to. */
const putPin = statement({
  name: 'staff.putPin',
  params: { ...TENANT, id: 'text', pin_hash: 'text', now: 'timestamptz', pin_verifier: 'bytea' },
  row: STAFF,
  sql: `UPDATE staff SET version = version + 1, pin_hash = $4, pin_verifier = $6, pin_set_at = $5, pin_tries = 0, pin_tried_at = NULL, updated_at = $5
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
});

/** Counts a try before it is judged, or finds that as many were as may be: tries sent at once wait for the row. */
const countTry = statement({
  name: 'staff.countPinTry',
  params: { ...TENANT, id: 'text', tries_max: 'int4', now: 'timestamptz', window_start: 'timestamptz' },
  row: { outcome: 'text', tried_at: 'timestamptz', pin_hash: 'text?', lacks_verifier: 'bool' },
  sql: `WITH held AS (
          SELECT id, pin_tries, pin_tried_at, pin_hash, pin_verifier IS NULL AS lacks_verifier, pin_tries >= $4 AND pin_tried_at > $6 AS locked FROM staff
          WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND is_active AND deleted_at IS NULL FOR UPDATE
        ), counted AS (
          UPDATE staff s SET pin_tries = CASE WHEN h.pin_tried_at > $6 THEN h.pin_tries + 1 ELSE 1 END, pin_tried_at = $5 FROM held h
          WHERE s.merchant_id = $1 AND s.livemode = $2 AND s.id = h.id AND h.locked IS NOT TRUE
        )
        SELECT CASE WHEN locked THEN 'locked' ELSE 'counted' END AS outcome, coalesce(pin_tried_at, $5) AS tried_at, pin_hash, lacks_verifier FROM held`,
});

const remove = statement({
  name: 'staff.delete',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE staff SET deleted_at = $4, is_active = false, pin_hash = NULL, pin_verifier = NULL, pin_set_at = NULL, updated_at = $4, version = version + 1 WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND deleted_at IS NULL RETURNING id`,
});

/** Of the PIN that was right a moment ago, unless somebody has set another. */
const putVerifier = statement({
  name: 'staff.putPinVerifier',
  params: { ...TENANT, id: 'text', pin_hash: 'text', pin_verifier: 'bytea' },
  row: {},
  sql: 'UPDATE staff SET pin_verifier = $5 WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND pin_hash = $4',
});

const findSigners = statement({
  name: 'staff.findSigners',
  params: { ...TENANT, location_id: 'text', rows_max: 'int4' },
  row: { id: 'text', name: 'text', permissions: 'text[]', pin_set_at: 'timestamptz', pin_verifier: 'bytea?' },
  sql: `SELECT id, name, permissions, pin_set_at, pin_verifier FROM staff
        WHERE merchant_id = $1 AND livemode = $2 AND deleted_at IS NULL AND is_active AND pin_set_at IS NOT NULL AND (location_ids = '{}' OR $3 = ANY (location_ids)) ORDER BY lower(name), id LIMIT $4::int4`,
});

const giveTryBack = statement({
  name: 'staff.givePinTryBack',
  params: { ...TENANT, id: 'text' },
  row: {},
  sql: 'UPDATE staff SET pin_tries = greatest(pin_tries - 1, 0) WHERE merchant_id = $1 AND livemode = $2 AND id = $3',
});

const clearTries = statement({
  name: 'staff.clearPinTries',
  params: { ...TENANT, id: 'text' },
  row: {},
  sql: 'UPDATE staff SET pin_tries = 0, pin_tried_at = NULL WHERE merchant_id = $1 AND livemode = $2 AND id = $3',
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

/** Newest first, with how many there are. */
export async function listStaffRows(
  runner: Runner,
  tenant: Tenant,
  wanted: {
    readonly isActive: boolean | null;
    readonly locationId: string | null;
    readonly rowsMax: number;
    readonly skip: number;
  },
): Promise<{ readonly total: number; readonly rows: readonly StaffRow[] }> {
  return splitTotal<StaffRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      is_active: wanted.isActive,
      location_id: wanted.locationId,
      rows_max: wanted.rowsMax,
      skip: wanted.skip,
    }),
    'id',
  );
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
