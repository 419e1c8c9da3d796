import type { ProviderContext, ProviderPage, ProviderTransaction } from '../provider.ts';
import { minorAt, objectsAt, textAt, timeAt, type JsonObject } from '../wire/fields.ts';
import { ListFailed } from '../wire/list-failed.ts';
import { askMonime } from './ask-monime.ts';

const PAGE_SIZE = 50;
const OWNERS: Readonly<Record<string, string>> = {
  payment_code: 'payment-codes',
  checkout_session: 'checkout-sessions',
};

/** Payments that came in, by the code or session they came through. Monime lists the newest first; what is older than `since` ends it. */
export async function listMonimePayments(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor !== null && { after: cursor }) });
  const heard = await askMonime(context, { method: 'GET', path: `payments?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const rows = objectsAt(heard.json, 'result');
  const read = rows.map(transactionOf).filter((row) => row !== null);
  const transactions = read.filter(({ at }) => at >= since);
  const isOver = transactions.length < read.length || rows.length === 0;
  return { transactions, cursor: isOver ? null : textAt(heard.json, 'pagination', 'next') };
}

function transactionOf(row: JsonObject): ProviderTransaction | null {
  const kind = OWNERS[textAt(row, 'ownershipGraph', 'owner', 'type') ?? ''];
  const id = textAt(row, 'ownershipGraph', 'owner', 'id');
  const [amountMinor, currency, at] = [
    minorAt(row, 'amount', 'value'),
    textAt(row, 'amount', 'currency'),
    timeAt(row, 'createTime'),
  ];
  if (amountMinor === null || currency === null || at === null || textAt(row, 'status') !== 'completed')
    return null;
  const ref = kind === undefined || id === null ? (textAt(row, 'id') ?? '') : `${kind}/${id}`;
  return { ref, amountMinor, currency, feeMinor: feesOf(row), state: 'succeeded', at };
}

function feesOf(row: JsonObject): bigint | null {
  const fees = objectsAt(row, 'fees').map((fee) => minorAt(fee, 'amount', 'value'));
  return fees.length === 0 || fees.includes(null)
    ? null
    : fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n);
}
