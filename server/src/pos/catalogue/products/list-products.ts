import type { Input, Operations, Product, ProductSort } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { invalid } from '../../../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows, type Page } from '../../../core/page.ts';
import { readOptionalTime } from '../../../core/read-time.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { foldText } from '../fold-text.ts';
import { listTenantProducts } from './list-products.queries.ts';
import { presentProduct } from './present-product.ts';

const NO_CATEGORY = 'none';

/** Lists products, newest first unless sorted otherwise. */
export async function listProducts(
  { query }: Input<Operations['listProducts']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly Product[]>> {
  const page = readPage(query);
  const { sort = '-created_at' } = query;
  refuseOtherCursor(sort, page);
  const { total, rows } = await listTenantProducts(room.store.slow(call.tenant), call.tenant, {
    sort,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    words: query.q === undefined ? null : foldText(query.q),
    categoryId: query.category_id === NO_CATEGORY ? null : (query.category_id ?? null),
    withoutCategory: query.category_id === NO_CATEGORY,
    isActive: query.is_active ?? null,
    barcode: query.barcode ?? null,
    sku: query.sku ?? null,
    updatedSince: readOptionalTime(query.updated_since, { path: 'updated_since', call }),
  });
  const shown = shownRows(page, rows).map((product) => presentProduct(product, room.settings));
  return reply(shown, {
    meta: listMeta({
      page,
      total,
      rows,
      positionOf: ({ createdAt, id, sortText }) => ({
        at: createdAt,
        id,
        ...(sortText === null ? {} : { text: sortText }),
      }),
    }),
  });
}

/** A walk by name cannot go on by time. */
function refuseOtherCursor(sort: ProductSort, { after }: Page): void {
  if (after !== null && (after.text !== undefined) !== sort.endsWith('name'))
    throw invalid({ path: 'cursor', message: 'must be meta.next_cursor of a page with the same sort' });
}
