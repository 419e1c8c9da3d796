import type { StaffPermission } from '@cottontree/contract';
import { createBriefMemory } from '../../../kernel/running/brief-memory.ts';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { findStaff, type StaffRow } from './staff.queries.ts';

export type { StaffMember } from '../../../kernel/call/call.ts';

/** Who stands behind a call, and what they may do. */
export type StaffCache = {
  /** The person of the session that calls, else whom the body names; null where a secret key names nobody: then the merchant's own server acts, which may do everything. STAFF_NOT_FOUND. */
  readonly acting: (call: Call, staffId: string | null) => Promise<StaffMember | null>;
  /** STAFF_PERMISSION_REQUIRED, which names the permission. */
  readonly require: (staff: StaffMember | null, permission: StaffPermission) => void;
  /** STAFF_PERMISSION_REQUIRED, where it is done at a location at which the person does not work. */
  readonly requireAt: (call: Call, staff: StaffMember | null, locationId: string) => Promise<void>;
  /** Forgets what is known of somebody, on every node. */
  readonly forget: (staffId: string) => void;
};

const CHANNEL = 'cottontree_staff';

/** Looks people up and remembers them for three seconds, or until any node says that they changed. */
export function createStaffCache({ world, store }: Pick<Context, 'world' | 'store'>): StaffCache {
  const memory = createBriefMemory<StaffRow>({
    load: (name) => loadStaff(store, name),
    monotonicMs: world.monotonicMs,
  });
  const forgetHere = (staffId: string): void => memory.forget(({ id }) => id === staffId);
  store.listen(CHANNEL, forgetHere);
  const find = ({ tenant }: Call, staffId: string): Promise<StaffRow | undefined> =>
    memory.find(Buffer.from(JSON.stringify([tenant.merchantId, tenant.livemode, staffId])));
  return {
    async acting(call, staffId) {
      const { session } = call.caller;
      if (session?.staff) return session.staff;
      if (staffId === null) return null;
      const row = await find(call, staffId);
      if (!row?.is_active) throw staffNotFound(staffId);
      return memberOf(row);
    },
    require(staff, permission) {
      if (staff === null || staff.permissions.includes(permission)) return;
      throw new Failure(
        'STAFF_PERMISSION_REQUIRED',
        `${staff.name} may not do this: the permission ${permission} is missing. Ask somebody who has it, or change the permissions with PATCH /v1/pos/staff/${staff.id}.`,
        { details: { permission, staff_id: staff.id } },
      );
    },
    async requireAt(call, staff, locationId) {
      if (staff === null) return;
      const places = (await find(call, staff.id))?.location_ids ?? [];
      if (places.length === 0 || places.includes(locationId)) return;
      throw new Failure(
        'STAFF_PERMISSION_REQUIRED',
        `${staff.name} does not work at the location ${locationId}. Ask somebody who does, or change location_ids with PATCH /v1/pos/staff/${staff.id}.`,
        { details: { location_id: locationId, staff_id: staff.id } },
      );
    },
    forget(staffId) {
      forgetHere(staffId);
      store.notify(CHANNEL, staffId);
    },
  };
}

async function loadStaff(store: Context['store'], name: Buffer): Promise<StaffRow | undefined> {
  const [merchantId, livemode, id] = JSON.parse(name.toString()) as [string, boolean, string];
  const tenant = { merchantId, livemode };
  return findStaff(store.of(tenant), tenant, id);
}

/** A row as operations judge by it. */
export function memberOf({ id, name, permissions }: StaffRow): StaffMember {
  return { id, name, permissions };
}

export function staffNotFound(id: string): Failure {
  return new Failure('STAFF_NOT_FOUND', `No active member of staff has the id ${id.slice(0, 64)}.`, {
    details: { staff_id: id.slice(0, 64) },
  });
}
