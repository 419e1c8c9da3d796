import type { Input, Operations, RecurringInvoice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Invoices } from '../open-invoices.ts';
import { presentRecurring } from './present-recurring.ts';
import { listRecurringRows } from './recurring.queries.ts';

/** Lists a merchant's recurring invoices, newest first. */
export async function listRecurringInvoices(
  { query }: Input<Operations['listRecurringInvoices']>,
  { tenant }: Call,
  { store }: Invoices,
): Promise<Reply<readonly RecurringInvoice[]>> {
  const page = readPage(query);
  const { total, rows } = await listRecurringRows(store.slow(tenant), tenant, {
    status: query.status ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentRecurring), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
