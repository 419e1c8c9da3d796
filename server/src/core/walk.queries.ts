import type { Sort } from '@cottontree/contract';
import type { Position } from './page.ts';

/** One statement for each order, for in a statement's text the order cannot be a parameter. */
export function bothWays<Text>(
  walked: (sort: Sort, name: 'newest' | 'oldest') => Text,
): Readonly<Record<Sort, Text>> {
  return { '-created_at': walked('-created_at', 'newest'), created_at: walked('created_at', 'oldest') };
}

/**
 * The end of a statement that counts all of `wanted`, a common table expression before it, and reads one page of that, by the
 * parameters `start_at`, `start_id`, `rows_max` and `offset`. `id` holds apart what was created in one millisecond.
 */
export function pageOfWanted(sort: Sort, id = 'id'): string {
  const [beyond, direction] = sort === 'created_at' ? ['>', 'ASC'] : ['<', 'DESC'];
  return `page AS (SELECT * FROM wanted WHERE (created_at, ${id}) ${beyond} (:start_at, :start_id) ORDER BY created_at ${direction}, ${id} ${direction} LIMIT :rows_max::int4 OFFSET :offset::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.created_at ${direction}, p.${id} ${direction}`;
}

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

/** Behind what a walk begins: the row it has come to, or nothing. */
export function startOf(
  sort: Sort,
  after: Position | null,
): { readonly start_at: Date; readonly start_id: string } {
  if (after !== null) return { start_at: after.at, start_id: after.id };
  return { start_at: sort === 'created_at' ? EARLIEST : LATEST, start_id: '' };
}
