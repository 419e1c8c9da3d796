import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import { CREDIT_NOTE, CREDIT_NOTE_COLUMNS, type CreditNoteRow } from './credit-notes.queries.ts';

export type ListOrder = 'newest' | 'oldest';

const FOUND = ['d.number', 'd.invoice_number', "coalesce(d.reason, '')"]
  .map((text) => `position(lower(:q) IN lower(${text})) > 0`)
  .join(' OR ');
const WALKED = {
  newest: { beyond: '<', direction: 'DESC' },
  oldest: { beyond: '>', direction: 'ASC' },
} as const;

const listIn = (order: ListOrder) => {
  const { beyond, direction } = WALKED[order];
  return statement({
    name: `creditNotes.list.${order}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      invoice_id: 'text?',
      start_at: 'timestamptz',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
      refund_status: 'text?',
      q: 'text?',
      created_from: 'timestamptz?',
      created_to: 'timestamptz?',
      updated_since: 'timestamptz?',
    },
    row: { total: 'int8', ...orNull(CREDIT_NOTE) },
    sql: `WITH wanted AS (
            SELECT ${CREDIT_NOTE_COLUMNS} FROM credit_notes d WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND (:invoice_id::text IS NULL OR d.invoice_id = :invoice_id)
              AND (:refund_status::text IS NULL OR CASE WHEN d.amount_refunded = 0 THEN 'none' ELSE d.refund_status END = :refund_status) AND (:q::text IS NULL OR ${FOUND})
              AND (:created_from::timestamptz IS NULL OR d.created_at >= :created_from) AND (:created_to::timestamptz IS NULL OR d.created_at < :created_to) AND (:updated_since::timestamptz IS NULL OR d.updated_at >= :updated_since)
          ), page AS (SELECT * FROM wanted WHERE (created_at, id) ${beyond} (:start_at, :start_id) ORDER BY created_at ${direction}, id ${direction} LIMIT :rows_max::int4 OFFSET :offset::int4)
          SELECT t.total, d.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page d ON true ORDER BY d.created_at ${direction}, d.id ${direction}`,
  });
};
const list = { newest: listIn('newest'), oldest: listIn('oldest') } as const;

export type CreditNotesWanted = {
  readonly order: ListOrder;
  readonly invoiceId: string | null;
  readonly refundStatus: string | null;
  readonly q: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly updatedSince: Date | null;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

const ENDS: Readonly<Record<ListOrder, Position>> = Object.freeze({
  newest: { at: new Date('9999-12-31T00:00:00Z'), id: '' },
  oldest: { at: new Date('0001-01-01T00:00:00Z'), id: '' },
});

/** A part of a merchant's credit notes, and how many there are in all. */
export async function listCreditNoteRows(runner: Runner, tenant: Tenant, wanted: CreditNotesWanted) {
  const { at, id } = wanted.after ?? ENDS[wanted.order];
  const rows = await runner.run(list[wanted.order], {
    ...keyOf(tenant),
    invoice_id: wanted.invoiceId,
    start_at: at,
    start_id: id,
    rows_max: wanted.rowsMax,
    offset: wanted.offset,
    refund_status: wanted.refundStatus,
    q: wanted.q,
    created_from: wanted.createdFrom,
    created_to: wanted.createdTo,
    updated_since: wanted.updatedSince,
  });
  return splitTotal<CreditNoteRow>(rows, 'id');
}
