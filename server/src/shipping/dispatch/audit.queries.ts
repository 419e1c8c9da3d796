import type { AuditEntry } from '@cottontree/contract';
import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { json, statement, type Runner, type ValuesOf } from '../../store/index.ts';

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
  details: json<AuditEntry['details']>(),
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'audit.insert',
  params: ROW,
  row: {},
  sql: `INSERT INTO dispatch_audit (${COLUMNS}) VALUES (:merchant_id, :livemode, :id, :at, :actor_id, :actor_name, :role, :action, :job_number, :details)`,
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
          WHERE (:merchant_id::text IS NULL OR merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR livemode = :livemode) AND (:job_number::text IS NULL OR job_number = :job_number) AND (:actor_id::text IS NULL OR actor_id = :actor_id)
        ), page AS (SELECT * FROM wanted WHERE (at, id) < (:before_at, :before_id) ORDER BY at DESC, id DESC LIMIT :rows_max::int4 OFFSET :offset::int4)
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
  entry: Omit<AuditRow, 'merchant_id' | 'livemode' | 'details'> & { readonly details: AuditEntry['details'] },
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
