import type { Input, Operations, ReconciliationItem } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentItem } from './present-reconciliation.ts';
import { listItemRows } from './reconciliations.queries.ts';

/** Lists what was reconciled, newest first unless sorted otherwise. */
export async function listReconciliationItems(
  { query }: Input<Operations['listReconciliationItems']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<readonly ReconciliationItem[]>> {
  const page = readPage(query);
  const { total, rows } = await listItemRows(store.slow(tenant), tenant, {
    reconciliationId: query.reconciliation_id ?? null,
    status: query.status ?? null,
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentItem), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
