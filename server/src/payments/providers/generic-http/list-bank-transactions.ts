import type { ProviderContext, ProviderPage, ProviderTransaction } from '../provider.ts';
import { majorAt, objectsAt, textAt, timeAt, type JsonObject } from '../wire/fields.ts';
import { ListFailed } from '../wire/list-failed.ts';
import { askBank } from './ask-bank.ts';

/** `GET /transactions?since=&cursor=`: what was booked, oldest first. A line that cannot be read fails the whole list. */
export async function listBankTransactions(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({ since: since.toISOString(), ...(cursor !== null && { cursor }) });
  const heard = await askBank(context, { method: 'GET', path: `/transactions?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const transactions = objectsAt(heard.json, 'transactions').map((row) => {
    const read = transactionOf(row);
    if (read === null) throw new ListFailed(JSON.stringify(row).slice(0, 200));
    return read;
  });
  return { transactions, cursor: textAt(heard.json, 'next_cursor') };
}

function transactionOf(row: JsonObject): ProviderTransaction | null {
  const [ref, currency, at] = [textAt(row, 'ref'), textAt(row, 'currency'), timeAt(row, 'at')];
  const amountMinor = majorAt(row, currency, 'amount');
  const state = (['succeeded', 'refunded', 'failed'] as const).find(
    (known) => known === textAt(row, 'status'),
  );
  if (ref === null || currency === null || at === null || amountMinor === null || state === undefined)
    return null;
  return { ref, amountMinor, currency, feeMinor: majorAt(row, currency, 'fee'), state, at };
}
