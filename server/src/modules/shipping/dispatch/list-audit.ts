import type { AuditEntry, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { auditList, type AuditRow } from './audit.queries.ts';

/** Lists who did what to which delivery, newest first unless sorted otherwise. */
export async function listAudit(
  { query }: Input<Operations['listAudit']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly AuditEntry[]>> {
  const { rows, meta } = await auditList.find(store.system.reads, { call, query });
  return reply(rows.map(presentAudit), { meta });
}

function presentAudit(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    role: row.role,
    action: row.action,
    job_number: row.job_number,
    merchant_id: row.merchant_id,
    details: row.details,
    livemode: row.livemode,
  };
}
