import type { CreditNote, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Invoices } from '../open-invoices.ts';
import { listCreditNoteRows } from './list-credit-notes.queries.ts';
import { presentCreditNote } from './present-credit-note.ts';

/** Lists a merchant's credit notes, newest first unless sorted otherwise. */
export async function listCreditNotes(
  { query }: Input<Operations['listCreditNotes']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly CreditNote[]>> {
  const { tenant } = call;
  const page = readPage(query);
  const time = (path: 'created_from' | 'created_to' | 'updated_since'): Date | null =>
    readOptionalTime(query[path], { path, call });
  const { total, rows } = await listCreditNoteRows(store.slow(tenant), tenant, {
    order: query.sort === 'created_at' ? 'oldest' : 'newest',
    invoiceId: query.invoice_id ?? null,
    refundStatus: query.refund_status ?? null,
    q: query.q ?? null,
    createdFrom: time('created_from'),
    createdTo: time('created_to'),
    updatedSince: time('updated_since'),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentCreditNote), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
