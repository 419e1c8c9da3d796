import type { Input, Operations, StockLevel } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { foldText } from '../catalogue/fold-text.ts';
import type { Pos } from '../open-pos.ts';
import { ensureDefaultLocation } from '../settings/default-location.ts';
import { listLevelRows, type LevelFilter, type LevelRow } from './inventory.queries.ts';
import { presentLevel } from './present-stock.ts';

type Query = Input<Operations['listInventory']>['query'];

/** Lists what is where. */
export async function listInventory(
  { query }: Input<Operations['listInventory']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly StockLevel[]>> {
  return replyLevels(query, call, { room, lowOnly: query.low_stock ?? false, activeOnly: false });
}

/** The levels that a query asks for. */
export async function replyLevels(
  query: Omit<Query, 'low_stock'>,
  { tenant, now }: Call,
  {
    room,
    lowOnly,
    activeOnly,
  }: { readonly room: Pos; readonly lowOnly: boolean; readonly activeOnly: boolean },
): Promise<Reply<readonly StockLevel[]>> {
  const page = readPage(query);
  if (query.location_id === undefined) await ensureDefaultLocation(room.store.of(tenant), tenant, now);
  const filter: LevelFilter = {
    location_id: query.location_id ?? null,
    variant_id: query.variant_id ?? null,
    product_id: query.product_id ?? null,
    category_id: query.category_id ?? null,
    q: query.q === undefined ? null : foldText(query.q),
    low_only: lowOnly,
    active_only: activeOnly,
  };
  const { total, rows } = await listLevelRows(room.store.slow(tenant), tenant, {
    filter,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentLevel), {
    meta: listMeta({ page, total, rows, positionOf }),
  });
}

function positionOf(row: LevelRow): { readonly at: Date; readonly id: string } {
  return { at: row.created_at, id: `${row.variant_id}-${row.location_id}` };
}
