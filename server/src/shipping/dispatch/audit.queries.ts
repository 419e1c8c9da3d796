import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  at: 'timestamptz',
  actor_id: 'text',
  actor_name: 'text',
  role: 'text',
  action: 'text',
  job_number: 'text',
  details: 'jsonb',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'audit.insert',
  params: ROW,
  row: {},
  sql: `INSERT INTO dispatch_audit (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
});

const list = statement({
  name: 'audit.list',
  params: {
    merchant_id: 'text?',
    livemode: 'bool?',
    job_number: 'text?',
    actor_id: 'text?',
    before_at: 'timestamptz',
    before_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(ROW) },
  sql: `WITH wanted AS (
          SELECT ${COLUMNS} FROM dispatch_audit
          WHERE ($1::text IS NULL OR merchant_id = $1) AND ($2::bool IS NULL OR livemode = $2) AND ($3::text IS NULL OR job_number = $3) AND ($4::text IS NULL OR actor_id = $4)
        ), page AS (SELECT * FROM wanted WHERE (at, id) < ($5, $6) ORDER BY at DESC, id DESC LIMIT $7::int4 OFFSET $8::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.at DESC, p.id DESC`,
});

export type AuditRow = ValuesOf<typeof ROW>;
export type AuditFilter = {
  readonly reach: Tenant | null;
  readonly jobNumber: string | null;
  readonly actorId: string | null;
};

const LATEST: Position = { at: new Date('9999-12-31T00:00:00Z'), id: '' };

/** Notes what somebody did, in the transaction in which it was done. */
export async function insertAudit(
  tx: Runner,
  tenant: Tenant,
  entry: Omit<AuditRow, 'merchant_id' | 'livemode' | 'details'> & { readonly details: Json },
): Promise<void> {
  await tx.run(insert, { ...keyOf(tenant), ...entry });
}

/** What was done, newest first. */
export async function listAuditRows(
  system: Runner,
  { reach, jobNumber, actorId }: AuditFilter,
  page: { readonly after: Position | null; readonly offset: number; readonly rowsMax: number },
) {
  const { at, id } = page.after ?? LATEST;
  const rows = await system.run(list, {
    merchant_id: reach?.merchantId ?? null,
    livemode: reach?.livemode ?? null,
    job_number: jobNumber,
    actor_id: actorId,
    before_at: at,
    before_id: id,
    rows_max: page.rowsMax,
    offset: page.offset,
  });
  return splitTotal<AuditRow>(rows, 'id');
}
