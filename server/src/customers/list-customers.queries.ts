import type { CustomerSort } from '@cottontree/contract';
import type { Position } from '../core/page.ts';
import { orNull, splitTotal } from '../core/page-rows.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner } from '../store/index.ts';
import { CUSTOMER, CUSTOMER_COLUMNS, type CustomerRow } from './customers.queries.ts';

const PAGE_COLUMNS = Object.keys(CUSTOMER)
  .map((name) => `p.${name}`)
  .join(', ');
/** So much of a name sorts it, in characters; more would not fit a cursor. */
const SORTED_BY_MAX = 80;
/** The phone number or e-mail address of who has no name. */
const NAME = `lower(left(coalesce(c.name, c.phone, c.email, ''), ${SORTED_BY_MAX}))`;
/** What a list is sorted by, and from where it goes on. */
const SORTS = {
  '-created_at': { key: 'c.created_at', beyond: '<', direction: 'DESC', start: ':start_at::timestamptz' },
  created_at: { key: 'c.created_at', beyond: '>', direction: 'ASC', start: ':start_at::timestamptz' },
  '-name': { key: NAME, beyond: '<', direction: 'DESC', start: 'lower(:start_name::text)' },
  name: { key: NAME, beyond: '>', direction: 'ASC', start: 'lower(:start_name::text)' },
} as const satisfies Readonly<Record<CustomerSort, object>>;

const listBy = (sort: CustomerSort) => {
  const { key, beyond, direction, start } = SORTS[sort];
  return statement({
    name: `customers.list.${sort}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      created_from: 'timestamptz',
      created_to: 'timestamptz',
      start_at: 'timestamptz?',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
      q: 'text?',
      tag: 'text?',
      updated_since: 'timestamptz?',
      start_name: 'text?',
    },
    row: { total: 'int8', ...orNull(CUSTOMER) },
    sql: `WITH wanted AS (
            SELECT ${CUSTOMER_COLUMNS}, ${key} AS sort_key FROM customers c
            WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.deleted_at IS NULL AND c.created_at >= :created_from AND c.created_at < :created_to
              AND (:q::text IS NULL OR concat_ws(chr(10), c.name, c.phone, c.email, c.tax_id) ILIKE :q) AND (:tag::text IS NULL OR :tag = ANY (c.tags)) AND (:updated_since::timestamptz IS NULL OR c.updated_at >= :updated_since)
          ), page AS (
            SELECT * FROM wanted WHERE (:start_at::timestamptz IS NULL AND :start_name::text IS NULL) OR (sort_key, id) ${beyond} (${start}, :start_id::text) ORDER BY sort_key ${direction}, id ${direction} LIMIT :rows_max::int4 OFFSET :offset::int4
          ) SELECT t.total, ${PAGE_COLUMNS} FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.sort_key ${direction}, p.id ${direction}`,
  });
};
const list = {
  '-created_at': listBy('-created_at'),
  created_at: listBy('created_at'),
  '-name': listBy('-name'),
  name: listBy('name'),
} as const;

export type CustomersWanted = {
  readonly sort: CustomerSort;
  readonly text: string | null;
  readonly tag: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly updatedSince: Date | null;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

/** A part of a merchant's customers, and how many there are in all. */
export async function listCustomerRows(
  runner: Runner,
  tenant: Tenant,
  { sort, text, tag, createdFrom, createdTo, updatedSince, after, offset, rowsMax }: CustomersWanted,
) {
  const rows = await runner.run(list[sort], {
    ...keyOf(tenant),
    created_from: createdFrom ?? EARLIEST,
    created_to: createdTo ?? LATEST,
    start_at: after?.at ?? null,
    start_id: after?.id ?? '',
    start_name: after?.text ?? null,
    rows_max: rowsMax,
    offset,
    q: text === null ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    tag,
    updated_since: updatedSince,
  });
  return splitTotal<CustomerRow>(rows, 'id');
}

/** Where a customer stands in a list. */
export function placeIn(
  sort: CustomerSort,
  { created_at: at, id, name, phone, email }: CustomerRow,
): Position {
  return isByName(sort)
    ? {
        at,
        id,
        text: Array.from(name ?? phone ?? email ?? '')
          .slice(0, SORTED_BY_MAX)
          .join(''),
      }
    : { at, id };
}

export function isByName(sort: CustomerSort): boolean {
  return SORTS[sort].key === NAME;
}
