import type { Input, Operations, StockTransfer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentTransfer } from './present-transfer.ts';
import { listTransferRows } from './transfers.queries.ts';

/** Lists transfers of stock, newest first. */
export async function listStockTransfers(
  { query }: Input<Operations['listStockTransfers']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<readonly StockTransfer[]>> {
  const page = readPage(query);
  const { total, rows } = await listTransferRows(store.slow(tenant), tenant, {
    locationId: query.location_id ?? null,
    status: query.status ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(
    shownRows(page, rows).map((row) => presentTransfer(row, tenant)),
    { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.sent_at, id: row.id }) }) },
  );
}
