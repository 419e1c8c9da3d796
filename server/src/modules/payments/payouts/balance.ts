import { exactTexts, toMajor, type Data, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { readBalance } from './balance.queries.ts';

/** What the platform owes the merchant stands here, as a credit. */
const OWED = 'merchant_payable';

/** Tells what stands on each account, and what the merchant is owed. */
export async function getBalance(
  _input: Input<Operations['getBalance']>,
  { tenant, caller }: Call,
  { store }: Context,
): Promise<Reply<Data<Operations['getBalance']>>> {
  const balance = await readBalance(store.reads(tenant), tenant);
  const { currency } = caller.merchant;
  const owed =
    balance.accounts.find((row) => row.account === OWED && row.currency === currency)?.amount ?? 0n;
  const accounts = balance.accounts.map((row) => ({
    account: row.account,
    balance: toMajor(row.amount, row.currency),
    currency: row.currency,
    exact: exactTexts({ balance: row.amount }, row.currency),
  }));
  const available = balance.available.map((row) => ({
    provider: row.provider,
    amount: toMajor(row.amount, row.currency),
    currency: row.currency,
    exact: exactTexts({ amount: row.amount }, row.currency),
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
