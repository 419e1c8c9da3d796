import type { Input, Operations, StockMovement } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { orderOf } from '../list-order.ts';
import type { Pos } from '../open-pos.ts';
import { listMovementRows, variantsOfProduct, type MovementFilter } from './inventory.queries.ts';
import { presentMovement } from './present-stock.ts';

type Listed = Input<Operations['listStockMovements']>;

/** Lists how stock moved, newest first unless sorted otherwise. */
export async function listStockMovements(
  { query }: Listed,
  call: Call,
  room: Pos,
): Promise<Reply<readonly StockMovement[]>> {
  const { tenant, caller } = call;
  const page = readPage(query);
  const runner = room.store.slow(tenant);
  const timeOf = (path: 'from' | 'to'): Date | null => readOptionalTime(query[path], { path, call });
  const filter: MovementFilter = {
    location_id: query.location_id ?? null,
    variant_id: query.variant_id ?? null,
    variant_ids:
      query.product_id === undefined ? null : await variantsOfProduct(runner, tenant, query.product_id),
    reason: query.reason ?? null,
    ref_id: query.ref ?? null,
    recorded_from: timeOf('from'),
    recorded_to: timeOf('to'),
  };
  const { total, rows } = await listMovementRows(runner, tenant, {
    filter,
    order: orderOf(query.sort),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  const shown = shownRows(page, rows).map((row) => presentMovement(row, caller.merchant.currency));
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.recorded_at, id: row.id }) }),
  });
}
