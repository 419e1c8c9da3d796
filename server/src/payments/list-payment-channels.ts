import {
  amountMax,
  currencies,
  toMajor,
  type Currency,
  type Data,
  type Input,
  type Operations,
  type PaymentWay,
} from '@cottontree/contract';
import { keysOf } from '../core/keys-of.ts';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Payments } from './open-payments.ts';
import type { ProviderAccount } from './providers/account-book.ts';

const EVERY_CURRENCY = keysOf(currencies);

/** Tells which ways to pay there are now. */
export async function listPaymentChannels(
  _input: Input<Operations['listPaymentChannels']>,
  { tenant, caller }: Call,
  room: Payments,
): Promise<Reply<Data<Operations['listPaymentChannels']>>> {
  const accounts = await room.accounts.inUse(tenant);
  const currency = caller.merchant.currency;
  const ways = accounts.flatMap((account) =>
    waysOf(account, { currency, available: !room.circuits.isOpen(account) }),
  );
  const shown =
    caller.kind === 'public'
      ? ways.filter(({ channel }) => channel !== 'cash' && channel !== 'external')
      : ways;
  return reply({ channels: shown, livemode: tenant.livemode });
}

function waysOf(
  { provider, channels, currencies: served }: ProviderAccount,
  { currency, available }: { readonly currency: Currency; readonly available: boolean },
): readonly PaymentWay[] {
  const { minMinor, maxMinor, refund } = provider.capabilities;
  const most = maxMinor < amountMax(currency) ? maxMinor : amountMax(currency);
  return channels.map((channel) => ({
    channel,
    provider: provider.id,
    currencies: [...(served ?? EVERY_CURRENCY)],
    min_amount: toMajor(minMinor, currency),
    max_amount: toMajor(most, currency),
    available,
    refunds: refund,
  }));
}
