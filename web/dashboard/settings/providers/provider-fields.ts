import type { AccountProvider, PaymentChannel } from '@cottontree/contract';

/** What a merchant writes down of an account with a provider; the server refuses what else there is, by name. */
export type ProviderFields = {
  readonly credentials: readonly string[];
  /** Those of the credentials and settings without which it is refused. */
  readonly required: readonly string[];
  readonly settings: readonly string[];
  /** Ways of paying that it serves. */
  readonly channels: readonly PaymentChannel[];
};

/** By provider, as docs/payment-providers.md says; a test holds it to what the server takes. */
export const providerFields: Readonly<Record<AccountProvider, ProviderFields>> = {
  monime: {
    credentials: ['access_token', 'space_id', 'webhook_secret'],
    required: ['access_token', 'space_id'],
    settings: ['financial_account_id', 'base_url'],
    channels: ['mobile_money', 'qr', 'hosted', 'card'],
  },
  orange_money: {
    credentials: ['client_id', 'client_secret', 'merchant_key'],
    required: ['client_id', 'client_secret', 'merchant_key'],
    settings: ['country', 'language', 'reference', 'base_url'],
    channels: ['mobile_money', 'hosted', 'qr'],
  },
  mtn_momo: {
    credentials: [
      'collection_user',
      'collection_secret',
      'collection_key',
      'disbursement_user',
      'disbursement_secret',
      'disbursement_key',
    ],
    required: ['collection_user', 'collection_secret', 'collection_key'],
    settings: ['target_environment', 'currency', 'base_url'],
    channels: ['mobile_money'],
  },
  stripe: {
    credentials: ['secret_key', 'webhook_secret'],
    required: ['secret_key'],
    settings: ['base_url'],
    channels: ['card', 'hosted', 'qr'],
  },
  generic_http: {
    credentials: ['secret'],
    required: ['secret', 'base_url'],
    settings: ['base_url', 'account', 'currencies'],
    channels: ['mobile_money', 'card', 'qr', 'nfc', 'hosted'],
  },
};
