import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

/** Of several with one name the uppermost, then the oldest. */
const find = statement({
  name: 'productImport.categories',
  params: { merchant_id: 'text', livemode: 'bool', names: 'text[]' },
  row: { name: 'text', folded: 'text', id: 'text?' },
  sql: `SELECT DISTINCT ON (n.place) n.name, lower(n.name) AS folded, c.id FROM unnest(:names::text[]) WITH ORDINALITY AS n(name, place)
        LEFT JOIN categories c ON c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.deleted_at IS NULL AND lower(c.name) = lower(n.name) ORDER BY n.place, c.parent_id IS NOT NULL, c.created_at, c.id`,
});

export type NamedCategoryRow = ValuesOf<(typeof find)['row']>;

/** The category of each name, whatever its case, or null, in the order of the names. */
export async function findCategoriesByName(
  runner: Runner,
  tenant: Tenant,
  names: readonly string[],
): Promise<readonly NamedCategoryRow[]> {
  return names.length === 0 ? [] : runner.run(find, { ...keyOf(tenant), names });
}
