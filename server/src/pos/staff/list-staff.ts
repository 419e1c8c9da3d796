import type { Input, Operations, Staff } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { staffList } from './staff.queries.ts';
import { presentStaff } from './present-staff.ts';

/** Lists the staff, newest first unless sorted otherwise. */
export async function listStaff(
  { query }: Input<Operations['listStaff']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Staff[]>> {
  const now = world.systemNow();
  const { rows, meta } = await staffList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentStaff(row, now)),
    { meta },
  );
}
