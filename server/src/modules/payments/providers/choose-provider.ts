import { formatMoney, decimalText, type Currency, type PaymentChannel } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { ProviderAccount } from './account-cache.ts';

export type WantedProvider = {
  readonly channel: PaymentChannel;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** A provider's word or an account's id; null: the first that serves. */
  readonly provider: string | null;
};

/**
 * The first of the accounts, in their order, that serves channel, currency and amount.
 * CHANNEL_NOT_AVAILABLE, CURRENCY_MISMATCH, AMOUNT_TOO_SMALL or AMOUNT_TOO_LARGE, in this order, where none does.
 */
export function chooseProvider(
  accounts: readonly ProviderAccount[],
  wanted: WantedProvider,
): ProviderAccount {
  const { channel, currency, amountMinor, provider } = wanted;
  const named = accounts.filter(
    (account) => provider === null || account.provider.id === provider || account.id === provider,
  );
  const byChannel = named.filter(({ channels }) => channels.includes(channel));
  if (byChannel.length === 0)
    throw new Failure('CHANNEL_NOT_AVAILABLE', channelMessage(wanted), { details: { channel, provider } });
  const byCurrency = byChannel.filter(
    ({ currencies }) => currencies === null || currencies.includes(currency),
  );
  if (byCurrency.length === 0)
    throw new Failure(
      'CURRENCY_MISMATCH',
      `Nobody who takes payments by ${channel} for this merchant takes ${currency}.`,
      { details: { currency, channel } },
    );
  const chosen = byCurrency.find(
    ({ provider: { capabilities } }) =>
      amountMinor >= capabilities.minMinor && amountMinor <= capabilities.maxMinor,
  );
  if (!chosen) throw amountRefused(byCurrency, wanted);
  return chosen;
}

function channelMessage({ channel, provider }: WantedProvider): string {
  return provider === null
    ? `No provider of this merchant takes payments by ${channel}.`
    : `${provider} does not take payments by ${channel} for this merchant, or is switched off.`;
}

function amountRefused(
  accounts: readonly ProviderAccount[],
  { channel, currency, amountMinor }: WantedProvider,
): Failure {
  const least = smallest(accounts.map(({ provider }) => provider.capabilities.minMinor));
  const most = -smallest(accounts.map(({ provider }) => -provider.capabilities.maxMinor));
  const bounds = { min: Number(decimalText(least, currency)), max: Number(decimalText(most, currency)) };
  if (amountMinor < least)
    return new Failure(
      'AMOUNT_TOO_SMALL',
      `The least that can be paid by ${channel} is ${formatMoney(least, currency)}.`,
      { details: bounds },
    );
  return new Failure(
    'AMOUNT_TOO_LARGE',
    `The most that can be paid by ${channel} is ${formatMoney(most, currency)}.`,
    { details: bounds },
  );
}

function smallest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}
