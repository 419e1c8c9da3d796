import type { ShelfRow } from '../shelf/shelf.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { equal } from '../../../../kernel/list/list-filters.queries.ts';
import { shelfFilters, shelfQueries, shelfSource } from '../shelf/shelf.queries.ts';

const COLUMNS = { parent_id: 'text?', color: 'text?' } as const;

export const categories = shelfQueries<CategoryRow>({ table: 'categories', columns: COLUMNS });

/** How a merchant sorts products. */
export const categoryList = list('listCategories', {
  ...shelfSource('categories', COLUMNS),
  filters: { ...shelfFilters, parent_id: equal('t.parent_id') },
});

export type CategoryRow = ShelfRow & { readonly parent_id: string | null; readonly color: string | null };
