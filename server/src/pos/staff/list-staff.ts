import type { Input, Operations, Staff } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentStaff } from './present-staff.ts';
import { listStaffRows } from './staff.queries.ts';

/** Lists the staff, newest first. */
export async function listStaff(
  { query }: Input<Operations['listStaff']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Staff[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listStaffRows(store.slow(tenant), tenant, {
    isActive: query.is_active ?? null,
    locationId: query.location_id ?? null,
    rowsMax: rowsWanted(page),
    skip: page.offset,
  });
  const now = world.systemNow();
  return reply(
    shownRows(page, rows).map((row) => presentStaff(row, now)),
    { meta: listMeta({ page, total, rows }) },
  );
}
