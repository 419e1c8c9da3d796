import type { ProviderContext } from '../provider.ts';

/** Where the provider's API stands: the account's own setting, which has no slash at its end, or its public address. */
export function baseUrlOf({ settings }: ProviderContext, standard: string): string {
  return settings['base_url'] ?? standard;
}
