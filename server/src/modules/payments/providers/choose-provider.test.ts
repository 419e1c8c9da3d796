import type { Currency, PaymentChannel } from '@cottontree/contract';
import { expect, test } from 'vitest';
import type { ProviderAccount } from './account-cache.ts';
import { chooseProvider } from './choose-provider.ts';
import { createProviderCatalogue } from './provider-catalogue.ts';

const catalogue = createProviderCatalogue();

function account(
  id: string,
  word: string,
  uses: {
    readonly channels?: readonly PaymentChannel[];
    readonly currencies?: readonly Currency[] | null;
  } = {},
): ProviderAccount {
  const provider = catalogue.get(word);
  if (!provider) throw new Error(`There is no ${word}.`);
  const { channels, currencies } = provider.capabilities;
  return {
    id,
    provider,
    tenant: { merchantId: 'mch_1', livemode: true },
    merchantName: 'Shop',
    channels: uses.channels ?? channels,
    currencies: uses.currencies === undefined ? currencies : uses.currencies,
    credentials: {},
    settings: {},
    payoutDestination: null,
    callbackToken: 'x',
  };
}

const orange = account('prv_orange', 'orange_money');
const monime = account('prv_monime', 'monime');
const cards = account('prv_cards', 'stripe', { channels: ['card'] });
const mtn = account('prv_mtn', 'mtn_momo', { currencies: ['LRD'] });
const all = [orange, monime, cards, mtn];
const wanted = { channel: 'mobile_money', currency: 'SLE', amountMinor: 15_000n, provider: null } as const;

test('the first that serves channel, currency and amount', () => {
  expect(chooseProvider(all, wanted).id).toBe('prv_orange');
  expect(chooseProvider(all, { ...wanted, currency: 'USD' }).id).toBe('prv_monime');
  expect(chooseProvider(all, { ...wanted, currency: 'LRD' }).id).toBe('prv_orange');
  expect(chooseProvider([mtn, ...all], { ...wanted, currency: 'LRD' }).id).toBe('prv_mtn');
  expect(chooseProvider(all, { ...wanted, channel: 'card', currency: 'USD' }).id).toBe('prv_monime');
  expect(chooseProvider(all, { ...wanted, amountMinor: 50n }).id).toBe('prv_monime');
});

test("one that is named, by the provider's word or the account's id", () => {
  expect(chooseProvider(all, { ...wanted, provider: 'monime' }).id).toBe('prv_monime');
  expect(chooseProvider(all, { ...wanted, channel: 'card', currency: 'EUR', provider: 'prv_cards' }).id).toBe(
    'prv_cards',
  );
});

test('a channel that nobody serves, or not the one that is named', () => {
  expect(() => chooseProvider(all, { ...wanted, channel: 'cash' })).toThrow(
    expect.objectContaining({
      code: 'CHANNEL_NOT_AVAILABLE',
      message: 'No provider of this merchant takes payments by cash.',
    }),
  );
  expect(() => chooseProvider(all, { ...wanted, provider: 'generic_http' })).toThrow(
    expect.objectContaining({ code: 'CHANNEL_NOT_AVAILABLE' }),
  );
  expect(() => chooseProvider([], wanted)).toThrow(
    expect.objectContaining({ code: 'CHANNEL_NOT_AVAILABLE' }),
  );
});

test('a currency that nobody takes this way', () => {
  expect(() => chooseProvider(all, { ...wanted, currency: 'NGN' })).toThrow(
    expect.objectContaining({
      code: 'CURRENCY_MISMATCH',
      details: { currency: 'NGN', channel: 'mobile_money' },
    }),
  );
});

test('an amount that is too small', () => {
  expect(() => chooseProvider([orange], { ...wanted, amountMinor: 99n })).toThrow(
    expect.objectContaining({
      code: 'AMOUNT_TOO_SMALL',
      message: 'The least that can be paid by mobile_money is NLe 1.00.',
    }),
  );
});

test('an amount that is too large', () => {
  expect(() => chooseProvider([orange, monime], { ...wanted, amountMinor: 100_000_000_001n })).toThrow(
    expect.objectContaining({ code: 'AMOUNT_TOO_LARGE', details: { min: 0.01, max: 1_000_000_000 } }),
  );
});
