import type { AccountProvider } from '@cottontree/contract';
import { invalid } from '../../../../kernel/call/failure.ts';
import { parseUrl } from '../../../../kernel/web/parse-url.ts';
import { providerAddress } from '../provider-address.ts';
import type { AccountTexts } from './account-forms.ts';

export type AccountSettingsChange = { readonly before: AccountTexts; readonly after: AccountTexts };

/** Whether requests of the account, with its credentials, would go to another origin. */
export function leadsElsewhere(provider: AccountProvider, { before, after }: AccountSettingsChange): boolean {
  const [from, to] = [before, after].map((settings) => originOf(providerAddress(provider, settings)));
  return from !== to;
}

/** Refuses to send credentials to an origin for which they were not given: each of them is wanted again, so that only who knows them can move them. */
export function refuseToCarry(kept: AccountTexts, given: AccountTexts): void {
  const missing = Object.keys(kept).filter((name) => given[name] === undefined);
  if (missing.length > 0)
    throw invalid(
      ...missing.map((name) => ({
        path: `credentials.${name}`,
        message: 'must be given again, because the settings lead to another address',
      })),
    );
}

function originOf(address: string): string {
  return parseUrl(address)?.origin ?? address;
}
