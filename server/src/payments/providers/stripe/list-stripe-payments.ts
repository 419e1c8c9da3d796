import type { ProviderContext, ProviderPage, ProviderTransaction } from '../provider.ts';
import { minorAt, objectsAt, textAt, timeAt, valueAt, type JsonObject } from '../wire/fields.ts';
import { ListFailed } from '../wire/list-failed.ts';
import { askStripe } from './ask-stripe.ts';

const PAGE_SIZE = 100;
/** Four levels are the most that Stripe opens. */
const EXPAND = 'data.payment_intent.latest_charge.balance_transaction';

/** Paid pages since a moment, with what Stripe booked and kept for each; by pages, because those are what payments refer to. */
export async function listStripePayments(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    'created[gte]': String(Math.floor(since.getTime() / 1_000)),
    'expand[]': EXPAND,
    ...(cursor !== null && { starting_after: cursor }),
  });
  const heard = await askStripe(context, { method: 'GET', path: `checkout/sessions?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const rows = objectsAt(heard.json, 'data');
  const last = textAt(rows.at(-1), 'id');
  return {
    transactions: rows.map(transactionOf).filter((row) => row !== null),
    cursor: valueAt(heard.json, 'has_more') === true ? last : null,
  };
}

function transactionOf(row: JsonObject): ProviderTransaction | null {
  const [ref, amountMinor, currency] = [
    textAt(row, 'id'),
    minorAt(row, 'amount_total'),
    textAt(row, 'currency'),
  ];
  const charge = ['payment_intent', 'latest_charge'] as const;
  const at = timeAt(row, ...charge, 'created') ?? timeAt(row, 'created');
  if (
    ref === null ||
    amountMinor === null ||
    currency === null ||
    at === null ||
    textAt(row, 'payment_status') !== 'paid'
  )
    return null;
  const isSame = textAt(row, ...charge, 'balance_transaction', 'currency') === currency;
  const feeMinor = isSame ? minorAt(row, ...charge, 'balance_transaction', 'fee') : null;
  const state = valueAt(row, ...charge, 'refunded') === true ? 'refunded' : 'succeeded';
  return { ref, amountMinor, currency: currency.toUpperCase(), feeMinor, state, at };
}
