import { flag, search, since } from '../../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';
import { STAMPS, type ResourceStamps } from '../../../kernel/resource/resource.queries.ts';
import { json, type JsonObject, type Shape } from '../../../store/index.ts';

/** What everything in the catalogue has. */
export const catalogueColumns = {
  name: 'text',
  is_active: 'bool',
  position: 'int4',
  metadata: json<JsonObject>(),
} as const;
export type CatalogueFields = {
  readonly name: string;
  readonly is_active: boolean;
  readonly position: number;
  readonly metadata: JsonObject;
};
export type CatalogueRow = ResourceStamps & CatalogueFields;

/** What is asked of each of these lists, and how. */
export const catalogueFilters = {
  q: search('t.name'),
  is_active: flag('t.is_active'),
  updated_since: since('t.updated_at'),
} as const;
const SORTED_BY = 'lower(left(t.name, 60))';

/** The list of one of the catalogue's smaller tables, but for its filters. */
export function catalogueSource<const Columns extends Shape>(table: string, columns: Columns) {
  return {
    from: `${table} t`,
    row: { ...STAMPS, ...catalogueColumns, ...columns },
    where: 't.deleted_at IS NULL',
    sorts: {
      position: byText(`to_char(t.position, 'FM0000000') || ' ' || ${SORTED_BY}`),
      name: byText(SORTED_BY),
      created_at: byTime('t.created_at'),
    },
  } as const;
}
