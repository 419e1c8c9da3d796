import { list } from '../../../../kernel/list/list.queries.ts';
import { equal } from '../../../../kernel/list/list-filters.queries.ts';
import { resourceQueries } from '../../../../kernel/resource/resource.queries.ts';
import {
  catalogueColumns,
  catalogueFilters,
  catalogueSource,
  type CatalogueRow,
} from '../catalogue-fields.queries.ts';

const COLUMNS = { parent_id: 'text?', color: 'text?' } as const;

export const categories = resourceQueries<CategoryRow>({
  table: 'categories',
  columns: { ...catalogueColumns, ...COLUMNS },
});

/** How a merchant sorts products. */
export const categoryList = list('listCategories', {
  ...catalogueSource('categories', COLUMNS),
  filters: { ...catalogueFilters, parent_id: equal('t.parent_id') },
});

export type CategoryRow = CatalogueRow & { readonly parent_id: string | null; readonly color: string | null };
