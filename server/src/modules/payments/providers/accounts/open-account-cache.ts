import type { Context } from '../../../../kernel/call/context.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type { AccountCache, ProviderAccount } from '../account-cache.ts';
import type { PaymentProvider } from '../provider.ts';
import { ACCOUNT_FORMS, type AccountTexts } from './account-forms.ts';
import { ACCOUNT_CREDENTIALS } from './read-account.ts';
import {
  findAccountByCallback,
  findAnyAccount,
  readAccountsInUse,
  type UsedAccount,
} from './provider-accounts.queries.ts';
import { asTexts, isAccountProvider } from './present-provider-account.ts';

export type CacheParts = {
  /** In the order in which they are tried, after the merchant's own accounts. */
  readonly builtIns: readonly PaymentProvider[];
  readonly catalogue: ReadonlyMap<string, PaymentProvider>;
};

/** With a live key nobody pays by pretending to. */
const TEST_ONLY = 'test';

/** The merchants' accounts, and what is built in for each of them. */
export function openAccountCache(
  context: Pick<Context, 'store' | 'vault'>,
  { builtIns, catalogue }: CacheParts,
): AccountCache {
  const { store, vault } = context;

  function accountOf(row: UsedAccount): ProviderAccount | null {
    const provider = catalogue.get(row.provider);
    if (!provider || !isAccountProvider(row.provider)) return null;
    const settings = asTexts(row.settings);
    return {
      id: row.id,
      provider,
      tenant: { merchantId: row.merchant_id, livemode: row.livemode },
      merchantName: row.merchant_name,
      channels: provider.capabilities.channels.filter((channel) => row.channels.includes(channel)),
      currencies: ACCOUNT_FORMS[row.provider].currencies(settings) ?? provider.capabilities.currencies,
      credentials: JSON.parse(
        vault.open(row.credentials, ACCOUNT_CREDENTIALS).toString('utf8'),
      ) as AccountTexts,
      settings,
      payoutDestination: row.payout_destination === null ? null : asTexts(row.payout_destination),
      callbackToken: row.callback_token,
    };
  }

  return {
    async inUse(tenant) {
      const rows = await readAccountsInUse(store.of(tenant), tenant);
      const own = rows.filter(isThere).map((row) => accountOf({ ...row, merchant_id: tenant.merchantId }));
      return [
        ...own.filter((account) => account !== null),
        ...builtInFor(builtIns, { tenant, merchantName: rows[0]?.merchant_name ?? '' }),
      ];
    },
    async find(tenant, { provider, accountId }) {
      if (accountId === null)
        return (
          builtInFor(builtIns, { tenant, merchantName: '' }).find(
            (account) => account.provider.id === provider,
          ) ?? null
        );
      const row = await findAnyAccount(store.of(tenant), tenant, { provider, id: accountId });
      return row ? accountOf(row) : null;
    },
    async findByCallback({ provider, token }) {
      const row = await findAccountByCallback(store.system, { provider, callback_token: token });
      return row ? accountOf(row) : null;
    },
  };
}

function builtInFor(
  builtIns: readonly PaymentProvider[],
  { tenant, merchantName }: { readonly tenant: Tenant; readonly merchantName: string },
): readonly ProviderAccount[] {
  const offered = builtIns.filter(({ id }) => !tenant.livemode || id !== TEST_ONLY);
  return offered.map((provider) => ({
    id: null,
    provider,
    tenant,
    merchantName,
    channels: provider.capabilities.channels,
    currencies: provider.capabilities.currencies,
    credentials: {},
    settings: {},
    payoutDestination: null,
    callbackToken: null,
  }));
}

type InUse = Awaited<ReturnType<typeof readAccountsInUse>>[number];
type There = { readonly [Column in keyof Omit<UsedAccount, 'merchant_id'>]: UsedAccount[Column] };

/** A merchant without accounts has one row, of its name alone. */
function isThere(row: InUse): row is InUse & There {
  return row.id !== null;
}
