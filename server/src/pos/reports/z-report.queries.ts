import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = { id: 'text', body: 'text', hash: 'bytea', closed_at: 'timestamptz' } as const;

const list = statement({
  name: 'posReports.z',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    from: 'timestamptz',
    until: 'timestamptz',
    location_id: 'text?',
    before_at: 'timestamptz',
    before_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(ROW) },
  sql: `WITH wanted AS (
          SELECT z.id, z.body, z.hash, z.closed_at FROM z_reports z WHERE z.merchant_id = :merchant_id AND z.livemode = :livemode AND z.closed_at >= :from AND z.closed_at < :until AND (:location_id::text IS NULL OR z.location_id = :location_id)
        ), page AS (SELECT * FROM wanted WHERE (closed_at, id) < (:before_at, :before_id) ORDER BY closed_at DESC, id DESC LIMIT :rows_max::int4 OFFSET :offset::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.closed_at DESC, p.id DESC`,
});

export type ZRow = ValuesOf<typeof ROW>;
export type ZWanted = {
  readonly from: Date;
  readonly until: Date;
  readonly locationId: string | null;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

/** Z reports of drawers closed in the time, last closed first. */
export async function listZRows(
  runner: Runner,
  tenant: Tenant,
  { from, until, locationId, after, offset, rowsMax }: ZWanted,
) {
  const { at, id } = after ?? { at: new Date('9999-12-31T00:00:00Z'), id: '' };
  return splitTotal<ZRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      from,
      until,
      location_id: locationId,
      before_at: at,
      before_id: id,
      rows_max: rowsMax,
      offset,
    }),
    'id',
  );
}
