import type { AccountProvider } from '@cottontree/contract';
import type { Payments } from '../../module.ts';
import type { ProviderCapabilities } from '../provider.ts';

export function capabilitiesOf({ providers }: Payments, provider: AccountProvider): ProviderCapabilities {
  const found = providers.catalogue.get(provider);
  if (!found) throw new Error(`Nobody wrote an adapter for ${provider}.`);
  return found.capabilities;
}
