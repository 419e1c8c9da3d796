import { exactTexts, toMajor, type Data, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type { Context } from '../../kernel/call/context.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { readBalances } from './entries.queries.ts';

/** What the platform owes the merchant stands here, as a credit. */
const OWED = 'merchant_payable';
/** What lies with a payment provider stands here, as a debit; what came by hand its merchant has already. */
const CLEARING = 'provider_clearing:';
const BY_HAND = 'provider_clearing:manual';

/** Tells what stands on each account, and what the merchant is owed. */
export async function getBalance(
  _input: Input<Operations['getBalance']>,
  { tenant, caller }: Call,
  { store }: Context,
): Promise<Reply<Data<Operations['getBalance']>>> {
  const rows = await readBalances(store.reads(tenant), tenant);
  const currency = caller.merchant.currency;
  const owed = rows.find((row) => row.account === OWED && row.currency === currency)?.balance ?? 0n;
  const accounts = rows.map((row) => ({
    account: row.account,
    balance: toMajor(row.balance, row.currency),
    currency: row.currency,
    exact: exactTexts({ balance: row.balance }, row.currency),
  }));
  const available = rows
    .filter(({ account }) => account.startsWith(CLEARING) && account !== BY_HAND)
    .map((row) => ({
      provider: row.account.slice(CLEARING.length),
      amount: toMajor(row.balance, row.currency),
      currency: row.currency,
      exact: exactTexts({ amount: row.balance }, row.currency),
    }));
  return reply({
    owed: toMajor(-owed, currency),
    currency,
    available,
    accounts,
    exact: exactTexts({ owed: -owed }, currency),
    livemode: tenant.livemode,
  });
}
