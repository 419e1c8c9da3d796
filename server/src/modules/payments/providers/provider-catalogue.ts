import type { PaymentProvider } from './provider.ts';
import { createGenericHttp } from './generic-http/create-generic-http.ts';
import { createMonime } from './monime/create-monime.ts';
import { createMtnMomo } from './mtn-momo/create-mtn-momo.ts';
import { createOrangeMoney } from './orange-money/create-orange-money.ts';
import { createStripe } from './stripe/create-stripe.ts';

/** With whom merchants can have an account, by id. */
export function createProviderCatalogue(): ReadonlyMap<string, PaymentProvider> {
  const all = [createMonime(), createOrangeMoney(), createMtnMomo(), createStripe(), createGenericHttp()];
  return new Map(all.map((provider) => [provider.id, provider]));
}
