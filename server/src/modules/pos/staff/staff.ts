import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  rolePermissions,
  staffPermissions,
  type Deleted,
  type Input,
  type Operations,
  type Staff,
  type StaffPermission,
  type StaffRole,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { refuseLimited } from '../../../kernel/call/refund-max.ts';
import { changesNothing } from '../../../kernel/change/change.ts';
import { requireMatch, versionsOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { readPin } from '../../../kernel/secrets/read-pin.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { makePinVerifier } from './pin-verifier.ts';
import { staffNotFound } from './staff-cache.ts';
import {
  changeStaff,
  findStaff,
  insertStaff,
  putStaffPin,
  removeStaff,
  staffList,
  type StaffRow,
} from './staff.queries.ts';
import { lockedUntil } from './try-pin.ts';
import { endSessionsOfStaff } from './widget-sessions.queries.ts';

/** Adds somebody to the staff, who has no PIN yet. */
export async function createStaff(
  { body }: Input<Operations['createStaff']>,
  call: Call,
  module: Pos,
): Promise<Reply<Staff>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createStaff.readOnly, body, showMode(tenant.livemode));
  const rights = readRights(body) ?? { role: 'cashier', permissions: rolePermissions.cashier };
  refuseGivingRefunds(call, rights.permissions);
  const locationIds = body.location_ids ?? [];
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      await requireLocations(runner, tenant, locationIds);
      const row = await insertStaff(runner, tenant, {
        id: makeId('stf_', now.getTime(), module.world.randomBytes(idRandomBytes)),
        name: body.name,
        role: rights.role,
        permissions: rights.permissions,
        location_ids: locationIds,
        is_active: body.is_active ?? true,
        now,
      });
      if (!row) throw new Error('A member of staff was not inserted.');
      return replyStaff(row, module.world.systemNow());
    },
  });
}

/** Lists the staff, newest first unless sorted otherwise. */
export async function listStaff(
  { query }: Input<Operations['listStaff']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Staff[]>> {
  const now = world.systemNow();
  const { rows, meta } = await staffList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentStaff(row, now)),
    { meta },
  );
}

/** One member of staff. */
export async function getStaff(
  { params }: Input<Operations['getStaff']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<Staff>> {
  return replyStaff(await requireStaff(store.of(tenant), tenant, params.id), world.systemNow());
}

/** STAFF_NOT_FOUND where nobody of the merchant's has the id; who is inactive is found. */
async function requireStaff(runner: Runner, tenant: Tenant, id: string): Promise<StaffRow> {
  const row = await findStaff(runner, tenant, id);
  if (!row) throw staffNotFound(id);
  return row;
}

/** Changes somebody of the staff; open sessions follow. */
export async function updateStaff(
  input: Input<Operations['updateStaff']>,
  call: Call,
  module: Pos,
): Promise<Reply<Staff>> {
  const { tenant } = call;
  const row = await module.store.transaction(tenant, async (tx) => {
    for (;;) {
      const before = await requireStaff(tx, tenant, input.params.id);
      await requireLocations(tx, tenant, input.body.location_ids ?? []);
      const fields = judgeChange(input, call, { before, now: module.world.systemNow() });
      if (changesNothing(fields, before)) return before;
      const { id, version } = before;
      const changed = await changeStaff(tx, tenant, { id, version, ...fields, now: call.now });
      // Else somebody else changed it in between: it is read and judged again.
      if (changed) return changed;
    }
  });
  module.staff.forget(row.id);
  module.sessions.forget(row.id);
  return replyStaff(row, module.world.systemNow());
}

function judgeChange(
  { body }: Input<Operations['updateStaff']>,
  call: Call,
  { before, now }: { readonly before: StaffRow; readonly now: Date },
) {
  requireMatch(versionsOf(call.ifMatch), {
    version: before.version,
    what: `The member of staff ${before.id}`,
  });
  refuseReadOnly(operations.updateStaff.readOnly, body, presentStaff(before, now));
  const rights = readRights(body);
  const fields = {
    name: body.name ?? before.name,
    role: rights?.role ?? before.role,
    permissions: rights?.permissions ?? before.permissions,
    location_ids: body.location_ids ?? before.location_ids,
    is_active: body.is_active ?? before.is_active,
  };
  if (fields.is_active)
    refuseGivingRefunds(call, fields.permissions, before.is_active ? before.permissions : []);
  return fields;
}

/** Gives somebody a PIN, and ends the sessions that the one before let in. */
export async function setStaffPin(
  { params, body }: Input<Operations['setStaffPin']>,
  call: Call,
  module: Pos,
): Promise<Reply<Staff>> {
  const { tenant } = call;
  const pin = readPin(body.pin, 'pin');
  refuseGivingRefunds(call, (await requireStaff(module.store.of(tenant), tenant, params.id)).permissions);
  const [pinHash, verifier] = await Promise.all([
    module.hasher.hash(pin, tenant.merchantId),
    makePinVerifier(module, { pin, merchantId: tenant.merchantId }),
  ]);
  const set = await effect(module, call, {
    work: async (tx) => {
      const now = module.world.systemNow();
      const row = await putStaffPin(tx, tenant, {
        id: params.id,
        pin_hash: pinHash,
        pin_verifier: verifier,
        now,
      });
      if (!row) throw staffNotFound(params.id);
      await endSessionsOfStaff(tx, tenant, { staff_id: row.id, now });
      return replyStaff(row, now);
    },
  });
  module.sessions.forget(params.id);
  return set;
}

/** Removes somebody from the staff, whose sessions end. */
export async function deleteStaff(
  { params }: Input<Operations['deleteStaff']>,
  { tenant, now }: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  if (!(await removeStaff(module.store.of(tenant), tenant, { id: params.id, now })))
    throw staffNotFound(params.id);
  module.staff.forget(params.id);
  module.sessions.forget(params.id);
  return reply({ id: params.id, deleted: true });
}

/** Somebody as the API shows them at a moment of the wall clock. */
function presentStaff(row: StaffRow, now: Date): Staff {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    role: row.role,
    permissions: [...row.permissions],
    location_ids: [...row.location_ids],
    is_active: row.is_active,
    has_pin: row.pin_set_at !== null,
    pin_set_at: formatOptionalTime(row.pin_set_at),
    pin_locked_until: formatOptionalTime(lockedUntil(row, now)),
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** A lock comes and goes without a new version, so it stands in the tag behind it. */
function replyStaff(row: StaffRow, now: Date): Reply<Staff> {
  return reply(presentStaff(row, now), {
    version: `${row.version}.${lockedUntil(row, now)?.getTime() ?? 0}`,
  });
}

/** What gives money back. */
const GIVING_BACK: readonly StaffPermission[] = ['refund', 'void'];

/** A person with a limit on refunds opens no way around it: at a till there is no such limit. */
function refuseGivingRefunds(
  { caller }: Call,
  wanted: readonly StaffPermission[],
  before: readonly StaffPermission[] = [],
): void {
  if (GIVING_BACK.some((one) => wanted.includes(one) && !before.includes(one)))
    refuseLimited(caller, 'whoever may refund or void at a till has');
}

type RoleInput = {
  readonly role?: StaffRole | undefined;
  readonly permissions?: readonly StaffPermission[] | undefined;
};
type Rights = { readonly role: StaffRole; readonly permissions: readonly StaffPermission[] };

/** What somebody may do after an input; null where it says nothing of it. */
function readRights({ role, permissions }: RoleInput): Rights | null {
  if (permissions !== undefined) return chosenRights(role ?? 'custom', permissions);
  if (role === undefined) return null;
  if (role === 'custom') throw invalid({ path: 'permissions', message: 'must be sent with the role custom' });
  return { role, permissions: rolePermissions[role] };
}

/** What was read can be sent back whole: a role with the very permissions that it fills in. */
function chosenRights(role: StaffRole, chosen: readonly StaffPermission[]): Rights {
  const permissions = staffPermissions.filter((permission) => chosen.includes(permission));
  if (role === 'custom') return { role, permissions };
  const filled = rolePermissions[role];
  if (filled.length !== permissions.length || filled.some((permission) => !chosen.includes(permission))) {
    throw invalid({
      path: 'role',
      message: `must be custom, or left out, where other permissions are chosen than those of a ${role}`,
    });
  }
  return { role, permissions };
}

/** LOCATION_NOT_FOUND where one of them is none of the merchant's. */
async function requireLocations(runner: Runner, tenant: Tenant, ids: readonly string[]): Promise<void> {
  for (const id of ids) await requireLocation(runner, tenant, id);
}
