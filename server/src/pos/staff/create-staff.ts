import {
  idRandomBytes,
  makeId,
  operations,
  rolePermissions,
  type Input,
  type Operations,
  type Staff,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import { showMode } from '../../core/show-mode.ts';
import type { Pos } from '../open-pos.ts';
import { replyStaff } from './present-staff.ts';
import { readRights } from './read-staff.ts';
import { requireLocations } from './require-locations.ts';
import { insertStaff } from './staff.queries.ts';

/** Adds somebody to the staff, who has no PIN yet. */
export async function createStaff(
  { body }: Input<Operations['createStaff']>,
  call: Call,
  room: Pos,
): Promise<Reply<Staff>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createStaff.readOnly, body, showMode(tenant.livemode));
  const rights = readRights(body) ?? { role: 'cashier', permissions: rolePermissions.cashier };
  const locationIds = body.location_ids ?? [];
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      await requireLocations(runner, tenant, locationIds);
      const row = await insertStaff(runner, tenant, {
        id: makeId('stf_', now.getTime(), room.world.randomBytes(idRandomBytes)),
        name: body.name,
        role: rights.role,
        permissions: rights.permissions,
        location_ids: locationIds,
        is_active: body.is_active ?? true,
        now,
      });
      if (!row) throw new Error('A member of staff was not inserted.');
      return replyStaff(row, room.world.systemNow());
    },
  });
}
