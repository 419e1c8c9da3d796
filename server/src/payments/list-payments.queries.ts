import type { Sort } from '@cottontree/contract';
import { orNull, splitTotal } from '../core/page-rows.ts';
import type { Position } from '../core/page.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { bothWays, pageOfWanted, startOf } from '../core/walk.queries.ts';
import { statement, type Runner } from '../store/index.ts';
import { PAYMENT, PAYMENT_COLUMNS, type PaymentRow } from './payments.queries.ts';

const FILTERS = {
  statuses: 'text[]?',
  channel: 'text?',
  provider: 'text?',
  reference: 'text?',
  subject_kind: 'text?',
  subject_id: 'text?',
  order_ref: 'text?',
  q: 'text?',
  updated_since: 'timestamptz?',
} as const;

const list = bothWays((sort, way) =>
  statement({
    name: `payments.list.${way}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      created_from: 'timestamptz',
      created_to: 'timestamptz',
      start_at: 'timestamptz',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
      ...FILTERS,
    },
    row: { total: 'int8', ...orNull(PAYMENT) },
    sql: `WITH wanted AS (
            SELECT ${PAYMENT_COLUMNS} FROM payments p
            WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.created_at >= :created_from AND p.created_at < :created_to
              AND (:statuses::text[] IS NULL OR p.status = ANY (:statuses)) AND (:channel::text IS NULL OR p.channel = :channel) AND (:provider::text IS NULL OR p.provider = :provider) AND (:reference::text IS NULL OR p.reference = :reference)
              AND (:subject_id::text IS NULL OR (p.subject_kind = :subject_kind::text AND p.subject_id = :subject_id)) AND (:order_ref::text IS NULL OR p.order_ref = :order_ref)
              AND (:q::text IS NULL OR concat_ws(' ', p.reference, p.description, p.provider_ref, p.customer_name, p.customer_phone, p.customer_email) ILIKE :q)
              AND (:updated_since::timestamptz IS NULL OR p.updated_at >= :updated_since)
          ), ${pageOfWanted(sort)}`,
  }),
);

export type PaymentFilter = {
  readonly statuses: readonly string[] | null;
  readonly channel: string | null;
  readonly provider: string | null;
  readonly reference: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly orderRef: string | null;
  /** Text that stands anywhere in what people would look for. */
  readonly text: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly updatedSince: Date | null;
};
type Wanted = {
  readonly filter: PaymentFilter;
  readonly sort: Sort;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

/** A merchant's payments. */
export async function listTenantPayments(
  runner: Runner,
  tenant: Tenant,
  { filter, sort, after, offset, rowsMax }: Wanted,
) {
  const rows = await runner.run(list[sort], {
    ...keyOf(tenant),
    created_from: filter.createdFrom ?? EARLIEST,
    created_to: filter.createdTo ?? LATEST,
    ...startOf(sort, after),
    rows_max: rowsMax,
    offset,
    statuses: filter.statuses,
    channel: filter.channel,
    provider: filter.provider,
    reference: filter.reference,
    subject_kind: filter.subject?.kind ?? null,
    subject_id: filter.subject?.id ?? null,
    updated_since: filter.updatedSince,
    order_ref: filter.orderRef,
    q: filter.text === null ? null : `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`,
  });
  return splitTotal<PaymentRow>(rows, 'id');
}
