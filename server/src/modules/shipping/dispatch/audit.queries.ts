import type { AuditEntry } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, ofJob } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

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

/** What was done within a dispatcher's reach. */
export const auditList = list('listAudit', {
  from: 'dispatch_audit a',
  of: 'reach',
  row: ROW,
  filters: { job_number: ofJob('a.job_number'), actor_id: equal('a.actor_id') },
  sorts: { at: byTime('a.at') },
});

export type AuditRow = ValuesOf<typeof ROW>;

/** Notes what somebody did, in the transaction in which it was done. */
export async function insertAudit(
  tx: Runner,
  tenant: Tenant,
  entry: Omit<AuditRow, 'merchant_id' | 'livemode' | 'details'> & { readonly details: AuditEntry['details'] },
): Promise<void> {
  await tx.run(insert, { ...keyOf(tenant), ...entry });
}
