import { isCurrency, type AccountProvider, type Currency } from '@cottontree/contract';
import { ORANGE_COUNTRIES, orangeCurrency } from '../orange-money/orange-countries.ts';

export type AccountTexts = Readonly<Record<string, string>>;
export type AccountField = {
  readonly name: string;
  readonly required?: true;
  /** Of the whole text. */
  readonly pattern?: RegExp;
  /** Continues a sentence that begins with the field's name: "must …". */
  readonly expects?: string;
};

/** What an account with a provider consists of. */
export type AccountForm = {
  readonly credentials: readonly AccountField[];
  readonly settings: readonly AccountField[];
  /** What stands where nothing was given. */
  readonly usual: (livemode: boolean) => AccountTexts;
  /** What tells a sandbox from a real account: the field, whether it is one, and what it must be. */
  readonly sandbox: {
    readonly path: string;
    readonly is: (given: { readonly credentials: AccountTexts; readonly settings: AccountTexts }) => boolean;
    readonly test: string;
    readonly live: string;
  } | null;
  /** What the account takes; null: any that the provider takes. */
  readonly currencies: (settings: AccountTexts) => readonly Currency[] | null;
};

const plain = (name: string): AccountField => ({
  name,
  pattern: /^[\x21-\x7e]+$/,
  expects: 'must be plain characters without blanks',
});
const needed = (name: string): AccountField => ({ ...plain(name), required: true });
const BASE_URL: AccountField = {
  name: 'base_url',
  pattern: /^https?:\/\/[^?#\s]+$/,
  expects: 'must be an http or https URL without query or fragment',
};
const SECRET = { pattern: /^[\x21-\x7e]{32,}$/, expects: 'must be at least 32 plain characters' } as const;

/** By provider. */
export const ACCOUNT_FORMS: Readonly<Record<AccountProvider, AccountForm>> = Object.freeze({
  monime: {
    credentials: [needed('access_token'), needed('space_id'), plain('webhook_secret')],
    settings: [plain('financial_account_id'), BASE_URL],
    usual: () => ({}),
    sandbox: {
      path: 'credentials.access_token',
      is: ({ credentials }) => (credentials['access_token'] ?? '').startsWith('mon_test_'),
      test: 'must be a test token, mon_test_…',
      live: 'must not be a test token',
    },
    currencies: () => null,
  },
  orange_money: {
    credentials: [needed('client_id'), needed('client_secret'), needed('merchant_key')],
    settings: [
      {
        name: 'country',
        pattern: new RegExp(`^(${Object.keys(ORANGE_COUNTRIES).join('|')})$`),
        expects: `must be one of ${Object.keys(ORANGE_COUNTRIES).join(', ')}`,
      },
      { name: 'language', pattern: /^(en|fr)$/, expects: 'must be en or fr' },
      { name: 'reference' },
      BASE_URL,
    ],
    usual: (livemode) => ({ country: livemode ? 'sl' : 'dev' }),
    sandbox: {
      path: 'settings.country',
      is: ({ settings }) => settings['country'] === 'dev',
      test: 'must be dev with a test key',
      live: 'must be a country with a live key, not dev',
    },
    currencies: (settings) => (orangeCurrency(settings) === null ? null : listed(orangeCurrency(settings))),
  },
  mtn_momo: {
    credentials: [
      needed('collection_user'),
      needed('collection_secret'),
      needed('collection_key'),
      plain('disbursement_user'),
      plain('disbursement_secret'),
      plain('disbursement_key'),
    ],
    settings: [
      {
        name: 'target_environment',
        pattern: /^[a-z]{2,40}$/,
        expects: 'must be sandbox or as MTN names it, such as mtnliberia',
      },
      { name: 'currency', pattern: /^[A-Z]{3}$/, expects: 'must be a currency such as LRD' },
      BASE_URL,
    ],
    usual: (livemode) => (livemode ? {} : { target_environment: 'sandbox', currency: 'EUR' }),
    sandbox: {
      path: 'settings.target_environment',
      is: ({ settings }) => settings['target_environment'] === 'sandbox',
      test: 'must be sandbox with a test key',
      live: 'must be given with a live key, and not be sandbox',
    },
    currencies: ({ currency }) => listed(currency ?? null),
  },
  stripe: {
    credentials: [
      {
        name: 'secret_key',
        required: true,
        pattern: /^[sr]k_(test|live)_\w+$/,
        expects: 'must be a secret or restricted key of Stripe, sk_… or rk_…',
      },
      {
        name: 'webhook_secret',
        pattern: /^whsec_\S+$/,
        expects: 'must be a webhook secret of Stripe, whsec_…',
      },
    ],
    settings: [BASE_URL],
    usual: () => ({}),
    sandbox: {
      path: 'credentials.secret_key',
      is: ({ credentials }) => /^[sr]k_test_/.test(credentials['secret_key'] ?? ''),
      test: 'must be a test key of Stripe, sk_test_…',
      live: 'must be a live key of Stripe, sk_live_…',
    },
    currencies: () => null,
  },
  generic_http: {
    credentials: [{ name: 'secret', required: true, ...SECRET }],
    settings: [
      { ...BASE_URL, required: true },
      plain('account'),
      {
        name: 'currencies',
        pattern: /^[A-Z]{3}(,[A-Z]{3}){0,10}$/,
        expects: 'must be currencies with commas between, such as SLE,USD',
      },
    ],
    usual: () => ({}),
    // Whoever runs it knows which of its addresses moves money.
    sandbox: null,
    currencies: ({ currencies }) =>
      currencies === undefined ? null : currencies.split(',').filter(isCurrency),
  },
});

function listed(code: string | null): readonly Currency[] {
  return isCurrency(code) ? [code] : [];
}
