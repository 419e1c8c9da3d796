import { sameBytes, type Vault } from '../../../../kernel/secrets/vault.ts';
import type { AccountCache, ProviderAccount } from '../account-cache.ts';

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

const PURPOSE = 'test-provider-callback';
const TOKEN_BYTES = 16;

/** The unguessable part of the URL to which the test provider sends a merchant's callbacks. */
export function testCallbackToken(vault: Vault, merchantId: string): string {
  return `${merchantId}-${vault.fingerprint(PURPOSE, merchantId).subarray(0, TOKEN_BYTES).toString('hex')}`;
}

/** Whose callbacks come there; null where the token is not one of ours. */
function readTestCallbackToken(vault: Vault, token: string): string | null {
  const [merchantId = '', proof = ''] = token.split('-');
  const given = Buffer.from(proof, 'hex');
  const known = vault
    .fingerprints(PURPOSE, merchantId)
    .some((expected) => sameBytes(expected.subarray(0, TOKEN_BYTES), given));
  return known ? merchantId : null;
}
