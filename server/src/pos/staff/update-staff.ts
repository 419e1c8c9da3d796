import { operations, type Input, type Operations, type Staff } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { requireMatch, versionsOf } from '../../core/if-match.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireStaff } from './get-staff.ts';
import { presentStaff, replyStaff } from './present-staff.ts';
import { readRights } from './read-staff.ts';
import { requireLocations } from './require-locations.ts';
import { changeStaff, type StaffRow } from './staff.queries.ts';

/** Changes somebody of the staff; open sessions follow. */
export async function updateStaff(
  input: Input<Operations['updateStaff']>,
  call: Call,
  room: Pos,
): Promise<Reply<Staff>> {
  const { tenant } = call;
  const row = await room.store.transaction(tenant, async (tx) => {
    for (;;) {
      const before = await requireStaff(tx, tenant, input.params.id);
      await requireLocations(tx, tenant, input.body.location_ids ?? []);
      const changed = await changeStaff(
        tx,
        tenant,
        judgeChange(input, call, { before, now: room.world.systemNow() }),
      );
      // Else somebody else changed it in between: it is read and judged again.
      if (changed) return changed;
    }
  });
  room.staff.forget(row.id);
  room.sessions.forget(row.id);
  return replyStaff(row, room.world.systemNow());
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
  return {
    id: before.id,
    version: before.version,
    name: body.name ?? null,
    role: rights?.role ?? null,
    permissions: rights?.permissions ?? null,
    location_ids: body.location_ids ?? null,
    is_active: body.is_active ?? null,
    now: call.now,
  };
}
