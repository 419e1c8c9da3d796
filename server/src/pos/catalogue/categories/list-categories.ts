import type { Category, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { categoryList } from './categories.queries.ts';
import { categoryShelf } from './category-shelf.ts';

/** Lists categories, by position and name unless sorted otherwise. */
export async function listCategories(
  { query }: Input<Operations['listCategories']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Category[]>> {
  const { tenant } = call;
  const { rows, meta } = await categoryList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => categoryShelf.present(row, tenant)),
    { meta },
  );
}
