import { toMajor, type Input, type LedgerEntry, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type { Context } from '../../kernel/call/context.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { entryList, type LedgerEntryRow } from './ledger.queries.ts';

/** Lists a merchant's ledger, newest first unless sorted otherwise. */
export async function listLedgerEntries(
  { query }: Input<Operations['listLedgerEntries']>,
  call: Call,
  { store }: Context,
): Promise<Reply<readonly LedgerEntry[]>> {
  const { rows, meta } = await entryList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentEntry), { meta });
}

function presentEntry(row: LedgerEntryRow): LedgerEntry {
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
