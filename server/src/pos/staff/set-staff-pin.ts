import type { Input, Operations, Staff } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { readPin } from '../../core/read-pin.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireStaff } from './get-staff.ts';
import { makePinVerifier } from './pin-verifier.ts';
import { replyStaff } from './present-staff.ts';
import { staffNotFound } from './staff-book.ts';
import { putStaffPin } from './staff.queries.ts';
import { endSessionsOfStaff } from './widget-sessions.queries.ts';

/** Gives somebody a PIN, and ends the sessions that the one before let in. */
export async function setStaffPin(
  { params, body }: Input<Operations['setStaffPin']>,
  call: Call,
  room: Pos,
): Promise<Reply<Staff>> {
  const { tenant } = call;
  const pin = readPin(body.pin, 'pin');
  await requireStaff(room.store.of(tenant), tenant, params.id);
  const [pinHash, verifier] = await Promise.all([room.hasher.hash(pin), makePinVerifier(room, pin)]);
  const set = await effect(room, call, {
    work: async (tx) => {
      const now = room.world.systemNow();
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
  room.sessions.forget(params.id);
  return set;
}
