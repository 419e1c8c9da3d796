import type { Input, Operations, StockCountLine } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { listCountLineRows } from './count-lines.queries.ts';
import { presentCountLine } from './present-count.ts';
import { requireCount } from './require-count.ts';

/** Lists what is to be counted, and what was. */
export async function listStockCountLines(
  { params, query }: Input<Operations['listStockCountLines']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCountLine[]>> {
  const page = readPage(query, 'by page');
  const runner = store.slow(tenant);
  const key = { tenant, id: params.id };
  const wanted = {
    isCounted: query.counted ?? null,
    differentOnly: query.different ?? false,
    movedOnly: query.moved ?? false,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  };
  const { total, rows } = await listCountLineRows(runner, key, wanted);
  if (total === 0) await requireCount(runner, key);
  return reply(shownRows(page, rows).map(presentCountLine), { meta: listMeta({ page, total, rows }) });
}
