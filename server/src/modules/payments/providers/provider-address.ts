import type { AccountProvider } from '@cottontree/contract';
import type { AccountTexts } from './accounts/account-forms.ts';

const MTN_SANDBOX = 'https://sandbox.momodeveloper.mtn.com';
const MTN_LIVE = 'https://proxy.momoapi.mtn.com';

/** Where each provider's API stands for everybody. */
const PUBLIC_ADDRESS: Readonly<Record<AccountProvider, (settings: AccountTexts) => string>> = Object.freeze({
  monime: () => 'https://api.monime.io',
  orange_money: () => 'https://api.orange.com',
  mtn_momo: (settings) => (mtnEnvironment(settings) === 'sandbox' ? MTN_SANDBOX : MTN_LIVE),
  stripe: () => 'https://api.stripe.com',
  // Stands nowhere: its form wants a base URL.
  generic_http: () => '',
});

/** Where the requests of an account go, with its credentials: the account's own base URL, which has no slash at its end, or the provider's public address. */
export function providerAddress(provider: AccountProvider, settings: AccountTexts): string {
  return settings['base_url'] ?? PUBLIC_ADDRESS[provider](settings);
}

export function mtnEnvironment(settings: AccountTexts): string {
  return settings['target_environment'] ?? 'sandbox';
}

/** The address at which a provider tells of news; whoever knows the token can only make us ask the provider. */
export function callbackUrl(
  publicUrl: string,
  { provider, token }: { readonly provider: string; readonly token: string },
): string {
  return `${publicUrl}/callbacks/${provider}/${token}`;
}
