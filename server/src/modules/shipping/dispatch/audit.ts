import { idRandomBytes, makeId, type AuditEntry, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Json, Runner } from '../../../store/index.ts';
import type { Shipping } from '../module.ts';
import { auditList, insertAudit, type AuditRow } from './audit.queries.ts';

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

type Deed = {
  readonly tenant: Tenant;
  readonly jobNumber: string;
  readonly action: string;
  readonly details: { readonly [name: string]: Json };
};

/** Writes into the audit log what somebody does, in the transaction in which it is done. */
export async function noteAudit(
  tx: Runner,
  { tenant, jobNumber, action, details }: Deed,
  { call, module }: { readonly call: DispatchCall; readonly module: Pick<Shipping, 'world'> },
): Promise<void> {
  const at = module.world.now();
  const { id, name, role } = call.operator;
  await insertAudit(tx, tenant, {
    id: makeId('aud_', at.getTime(), module.world.randomBytes(idRandomBytes)),
    at,
    actor_id: id,
    actor_name: name,
    role,
    action,
    job_number: jobNumber,
    details,
  });
}
