import type { SaleFlag } from '@cottontree/contract';
import { orNull } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import { BEYOND, bothOrders, DIRECTION, type ListOrder } from '../list-order.ts';
import { SALE, SALE_COLUMNS, type SaleRow } from './sales.queries.ts';

const MATCHED = `s.merchant_id = :merchant_id AND s.livemode = :livemode AND (:statuses::text[] IS NULL OR s.status = ANY (:statuses)) AND (:location_id::text IS NULL OR s.location_id = :location_id) AND (:terminal_id::text IS NULL OR s.terminal_id = :terminal_id) AND (:staff_id::text IS NULL OR s.staff_id = :staff_id)
  AND (:customer_id::text IS NULL OR s.customer_id = :customer_id) AND (:cash_session_id::text IS NULL OR s.cash_session_id = :cash_session_id) AND (:flagged::bool IS NULL OR (s.flags <> '{}') = :flagged) AND (:number_text::text IS NULL OR s.receipt_number = :number_text OR (s.number_text = :number_text AND s.number = :number))
  AND (:created_from::timestamptz IS NULL OR s.created_at >= :created_from) AND (:created_to::timestamptz IS NULL OR s.created_at < :created_to) AND (:updated_since::timestamptz IS NULL OR s.updated_at >= :updated_since) AND (:flag::text IS NULL OR :flag = ANY (s.flags))`;

/** `after_*`: the last row of the page before. */
const list = bothOrders((order) =>
  statement({
    name: `sales.list.${order}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      statuses: 'text[]?',
      location_id: 'text?',
      terminal_id: 'text?',
      staff_id: 'text?',
      customer_id: 'text?',
      cash_session_id: 'text?',
      flagged: 'bool?',
      number_text: 'text?',
      number: 'int8?',
      created_from: 'timestamptz?',
      created_to: 'timestamptz?',
      updated_since: 'timestamptz?',
      flag: 'text?',
      after_at: 'timestamptz?',
      after_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
    },
    row: { matched: 'int8', ...orNull(SALE) },
    sql: `SELECT t.matched, p.* FROM (SELECT count(*) AS matched FROM sales s WHERE ${MATCHED}) t LEFT JOIN (
          SELECT ${SALE_COLUMNS} FROM sales s WHERE ${MATCHED} AND (:after_at::timestamptz IS NULL OR (s.created_at, s.id) ${BEYOND[order]} (:after_at, :after_id))
          ORDER BY s.created_at ${DIRECTION[order]}, s.id ${DIRECTION[order]} LIMIT :rows_max OFFSET :offset) p ON true ORDER BY p.created_at ${DIRECTION[order]}, p.id ${DIRECTION[order]}`,
  }),
);

export type SaleFilter = {
  readonly statuses: readonly string[] | null;
  readonly location_id: string | null;
  readonly terminal_id: string | null;
  readonly staff_id: string | null;
  readonly customer_id: string | null;
  readonly cash_session_id: string | null;
  readonly flagged: boolean | null;
  readonly number_text: string | null;
  /** The digits at the end of the text, by which the sale is found. */
  readonly number: bigint | null;
  readonly created_from: Date | null;
  readonly created_to: Date | null;
  readonly updated_since: Date | null;
  readonly flag: SaleFlag | null;
};
export type SalesWanted = {
  readonly filter: SaleFilter;
  readonly order: ListOrder;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** A part of a merchant's sales and how many there are in all; both of one snapshot. */
export async function listSaleRows(
  runner: Runner,
  tenant: Tenant,
  { filter, order, after, rowsMax, offset }: SalesWanted,
): Promise<{ readonly total: number; readonly rows: readonly SaleRow[] }> {
  const rows = await runner.run(list[order], {
    ...keyOf(tenant),
    after_at: after?.at ?? null,
    after_id: after?.id ?? '',
    rows_max: rowsMax,
    offset,
    ...filter,
  });
  const isThere = (row: (typeof rows)[number]): row is (typeof rows)[number] & SaleRow => row.id !== null;
  return { total: Number(rows[0]?.matched ?? 0n), rows: rows.filter(isThere) };
}
