import type { InvoiceSort } from '@cottontree/contract';
import type { Position } from '../core/page.ts';
import { orNull } from '../core/page-rows.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner } from '../store/index.ts';
import { INVOICE, INVOICE_COLUMNS, type InvoiceRow } from './invoice-rows.ts';

/** As `isOverdue` decides. */
const OVERDUE = `(i.status IN ('open', 'partially_paid') AND i.overdue_at <= :now::timestamptz)`;
/** A day where it stands as a moment. */
const DAY = `to_char(:start_at::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const FOUND = [
  "coalesce(i.number, '')",
  "coalesce(i.customer->>'name', '')",
  "coalesce(i.customer->>'email', '')",
  "coalesce(i.customer->>'phone', '')",
  "coalesce(i.po_number, '')",
]
  .map((text) => `position(lower(:q) IN lower(${text})) > 0`)
  .join(' OR ');

/** What a list is sorted by, and from where it goes on. */
const SORTS = {
  '-created_at': { key: 'created_at', beyond: '<', direction: 'DESC', start: ':start_at' },
  created_at: { key: 'created_at', beyond: '>', direction: 'ASC', start: ':start_at' },
  '-due_date': { key: 'due_date', beyond: '<', direction: 'DESC', start: DAY },
  due_date: { key: 'due_date', beyond: '>', direction: 'ASC', start: DAY },
} as const satisfies Readonly<Record<InvoiceSort, object>>;

const listBy = (sort: InvoiceSort) => {
  const { key, beyond, direction, start } = SORTS[sort];
  return statement({
    name: `invoices.list.${sort}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      status: 'text?',
      customer_id: 'text?',
      overdue: 'bool?',
      now: 'timestamptz',
      due_from: 'text?',
      due_to: 'text?',
      q: 'text?',
      start_at: 'timestamptz',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
      created_from: 'timestamptz?',
      created_to: 'timestamptz?',
      updated_since: 'timestamptz?',
    },
    row: { total_count: 'int8', ...orNull(INVOICE) },
    sql: `WITH wanted AS (
            SELECT i.${key}, i.id FROM invoices i WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND (:status::text IS NULL OR i.status = :status) AND (:customer_id::text IS NULL OR i.customer_id = :customer_id)
              AND (:overdue::bool IS NULL OR ${OVERDUE} = :overdue) AND (:due_from::text IS NULL OR i.due_date >= :due_from) AND (:due_to::text IS NULL OR i.due_date <= :due_to) AND (:q::text IS NULL OR ${FOUND})
              AND (:created_from::timestamptz IS NULL OR i.created_at >= :created_from) AND (:created_to::timestamptz IS NULL OR i.created_at < :created_to) AND (:updated_since::timestamptz IS NULL OR i.updated_at >= :updated_since)
          ), page AS (SELECT * FROM wanted WHERE (${key}, id) ${beyond} (${start}, :start_id) ORDER BY ${key} ${direction}, id ${direction} LIMIT :rows_max::int4 OFFSET :offset::int4)
          SELECT t.total_count, ${INVOICE_COLUMNS} FROM (SELECT count(*) AS total_count FROM wanted) t
          LEFT JOIN (page p JOIN invoices i ON i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.id = p.id) ON true ORDER BY i.${key} ${direction}, i.id ${direction}`,
  });
};
const list = {
  '-created_at': listBy('-created_at'),
  created_at: listBy('created_at'),
  '-due_date': listBy('-due_date'),
  due_date: listBy('due_date'),
} as const;

export type InvoicesWanted = {
  readonly sort: InvoiceSort;
  readonly status: string | null;
  readonly customerId: string | null;
  readonly overdue: boolean | null;
  readonly now: Date;
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  readonly q: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly updatedSince: Date | null;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

const FIRST: Position = Object.freeze({ at: new Date('0001-01-01T00:00:00Z'), id: '' });
const LAST: Position = Object.freeze({ at: new Date('9999-12-31T00:00:00Z'), id: '' });

/** A part of a merchant's invoices, and how many there are in all. */
export async function listInvoiceRows(runner: Runner, tenant: Tenant, wanted: InvoicesWanted) {
  const { at, id } = wanted.after ?? (SORTS[wanted.sort].direction === 'ASC' ? FIRST : LAST);
  const rows = await runner.run(list[wanted.sort], {
    ...keyOf(tenant),
    status: wanted.status,
    customer_id: wanted.customerId,
    overdue: wanted.overdue,
    now: wanted.now,
    due_from: wanted.dueFrom,
    due_to: wanted.dueTo,
    q: wanted.q,
    start_at: at,
    start_id: id,
    rows_max: wanted.rowsMax,
    offset: wanted.offset,
    created_from: wanted.createdFrom,
    created_to: wanted.createdTo,
    updated_since: wanted.updatedSince,
  });
  // An invoice has a total of its own, so the list's stands under another name.
  return {
    total: Number(rows[0]?.total_count ?? 0n),
    rows: rows.filter((row): row is typeof row & InvoiceRow => row.id !== null),
  };
}

/** Where an invoice stands in a list. */
export function placeIn(
  sort: InvoiceSort,
  { created_at, due_date, id }: Pick<InvoiceRow, 'created_at' | 'due_date' | 'id'>,
): Position {
  return { at: SORTS[sort].key === 'created_at' ? created_at : new Date(`${due_date}T00:00:00Z`), id };
}
