import type { Input, Operations, StockCount } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { listCountRows } from './counts.queries.ts';
import { presentCount } from './present-count.ts';

/** Lists stock counts, newest first. */
export async function listStockCounts(
  { query }: Input<Operations['listStockCounts']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCount[]>> {
  const page = readPage(query);
  const { total, rows } = await listCountRows(store.slow(tenant), tenant, {
    locationId: query.location_id ?? null,
    status: query.status ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(
    shownRows(page, rows).map((row) => presentCount(row, tenant)),
    { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }) },
  );
}
