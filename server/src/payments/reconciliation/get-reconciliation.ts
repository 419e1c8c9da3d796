import type { Input, Operations, Reconciliation } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentReconciliation } from './present-reconciliation.ts';
import { findReconciliation } from './reconciliations.queries.ts';

/** Reads a reconciliation. */
export async function getReconciliation(
  { params }: Input<Operations['getReconciliation']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Reconciliation>> {
  const row = await findReconciliation(store.of(tenant), tenant, params.id);
  if (!row)
    throw new Failure('RECONCILIATION_NOT_FOUND', `There is no reconciliation ${params.id.slice(0, 64)}.`);
  return reply(presentReconciliation(row, false), { version: '1' });
}
