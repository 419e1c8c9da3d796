import { idRandomBytes, makeId } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Json, Runner } from '../../../store/index.ts';
import type { Shipping } from '../module.ts';
import { insertAudit } from './audit.queries.ts';

export type Deed = {
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
