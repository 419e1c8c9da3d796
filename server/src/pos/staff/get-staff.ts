import type { Input, Operations, Staff } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { Pos } from '../open-pos.ts';
import { replyStaff } from './present-staff.ts';
import { staffNotFound } from './staff-book.ts';
import { findStaff, type StaffRow } from './staff.queries.ts';

/** One member of staff. */
export async function getStaff(
  { params }: Input<Operations['getStaff']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<Staff>> {
  return replyStaff(await requireStaff(store.of(tenant), tenant, params.id), world.systemNow());
}

/** STAFF_NOT_FOUND where nobody of the merchant's has the id; who is inactive is found. */
export async function requireStaff(runner: Runner, tenant: Tenant, id: string): Promise<StaffRow> {
  const row = await findStaff(runner, tenant, id);
  if (!row) throw staffNotFound(id);
  return row;
}
