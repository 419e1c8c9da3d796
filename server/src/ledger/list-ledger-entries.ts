import { toMajor, type Input, type LedgerEntry, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Context } from '../core/context.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listEntries, type EntryRow } from './entries.queries.ts';

/** Lists a merchant's ledger, newest first unless sorted otherwise. */
export async function listLedgerEntries(
  { query }: Input<Operations['listLedgerEntries']>,
  call: Call,
  { store }: Context,
): Promise<Reply<readonly LedgerEntry[]>> {
  const page = readPage(query);
  const timeOf = (path: 'created_from' | 'created_to'): Date | null => {
    return readOptionalTime(query[path], { path, call });
  };
  const filter = {
    account: query.account ?? null,
    subject: query.subject ?? null,
    createdFrom: timeOf('created_from'),
    createdTo: timeOf('created_to'),
  };
  const { total, rows } = await listEntries(store.slow(call.tenant), call.tenant, {
    filter,
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentEntry), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.place }) }),
  });
}

function presentEntry(row: EntryRow): LedgerEntry {
  return {
    transaction_id: row.tx_id,
    kind: row.kind,
    subject: row.subject,
    account: row.account,
    amount: toMajor(row.amount, row.currency),
    currency: row.currency,
    at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}
