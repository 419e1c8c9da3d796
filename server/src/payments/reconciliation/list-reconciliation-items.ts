import type { Input, Operations, ReconciliationItem } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentItem } from './present-reconciliation.ts';
import { itemList } from './reconciliations.queries.ts';

/** Lists what was reconciled, newest first unless sorted otherwise. */
export async function listReconciliationItems(
  { query }: Input<Operations['listReconciliationItems']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly ReconciliationItem[]>> {
  const { rows, meta } = await itemList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentItem), { meta });
}
