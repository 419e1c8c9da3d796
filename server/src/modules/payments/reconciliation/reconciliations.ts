import type { Input, Operations, Reconciliation, ReconciliationItem } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Payments } from '../module.ts';
import { presentItem, presentReconciliation } from './present-reconciliation.ts';
import { findReconciliation, itemList } from './reconciliations.queries.ts';

/** Lists what was reconciled, newest first unless sorted otherwise. */
export async function listReconciliationItems(
  { query }: Input<Operations['listReconciliationItems']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly ReconciliationItem[]>> {
  const { rows, meta } = await itemList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentItem), { meta });
}

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
