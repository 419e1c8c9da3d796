import type { Vault } from '../../../../kernel/secrets/vault.ts';
import type { AccountCache, ProviderAccount } from '../account-cache.ts';
import { readTestCallbackToken, testCallbackToken } from './test-callback-token.ts';

/** The book, in which the test provider's account has a place for callbacks as well, though it is kept nowhere. */
export function withTestCallbacks(cache: AccountCache, vault: Vault): AccountCache {
  const completed = (account: ProviderAccount): ProviderAccount =>
    account.provider.id === 'test'
      ? { ...account, callbackToken: testCallbackToken(vault, account.tenant.merchantId) }
      : account;
  return {
    inUse: async (tenant) => (await cache.inUse(tenant)).map(completed),
    async find(tenant, wanted) {
      const account = await cache.find(tenant, wanted);
      return account && completed(account);
    },
    async findByCallback({ provider, token }) {
      if (provider !== 'test') return cache.findByCallback({ provider, token });
      const merchantId = readTestCallbackToken(vault, token);
      const account =
        merchantId === null
          ? null
          : await cache.find({ merchantId, livemode: false }, { provider, accountId: null });
      return account && completed(account);
    },
  };
}
