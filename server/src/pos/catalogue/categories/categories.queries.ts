import { shelfQueries } from '../shelf/shelf.queries.ts';
import type { CategoryRow } from './category-shelf.ts';

export const categories = shelfQueries<CategoryRow>({
  table: 'categories',
  columns: { parent_id: 'text?', color: 'text?' },
  within: 'parent_id',
});
