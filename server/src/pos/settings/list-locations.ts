import type { Input, Location, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { ensureDefaultLocation } from './default-location.ts';
import { listLocationRows } from './locations.queries.ts';
import { presentLocation } from './present-location.ts';

/** Lists the merchant's locations, newest first; whoever asks has at least one. */
export async function listLocations(
  { query }: Input<Operations['listLocations']>,
  { tenant, now }: Call,
  { store }: Pos,
): Promise<Reply<readonly Location[]>> {
  const page = readPage(query);
  await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { total, rows } = await listLocationRows(store.slow(tenant), tenant, {
    isActive: query.is_active ?? null,
    text: query.q ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentLocation), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
