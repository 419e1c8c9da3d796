import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listInvoiceRows, placeIn } from './list-invoices.queries.ts';
import type { Invoices } from './open-invoices.ts';
import { presentInvoice } from './present-invoice.ts';
import { readDay } from './read-parts.ts';

/** Lists a merchant's invoices, newest first unless sorted otherwise. */
export async function listInvoices(
  { query }: Input<Operations['listInvoices']>,
  call: Call,
  { store, settings }: Invoices,
): Promise<Reply<readonly Invoice[]>> {
  const { tenant, now } = call;
  const page = readPage(query);
  const sort = query.sort ?? '-created_at';
  const day = (path: 'due_from' | 'due_to'): string | null =>
    query[path] === undefined ? null : readDay(query[path], { path });
  const time = (path: 'created_from' | 'created_to' | 'updated_since'): Date | null =>
    readOptionalTime(query[path], { path, call });
  const { total, rows } = await listInvoiceRows(store.slow(tenant), tenant, {
    sort,
    status: query.status ?? null,
    customerId: query.customer_id ?? null,
    overdue: query.overdue ?? null,
    now,
    dueFrom: day('due_from'),
    dueTo: day('due_to'),
    q: query.q ?? null,
    createdFrom: time('created_from'),
    createdTo: time('created_to'),
    updatedSince: time('updated_since'),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(
    shownRows(page, rows).map((row) => presentInvoice(row, { settings, now })),
    { meta: listMeta({ page, total, rows, positionOf: (row) => placeIn(sort, row) }) },
  );
}
