import { openFakeBank } from './fake-bank.ts';
import { openFakeMonime } from './fake-monime.ts';
import { openFakeMtn } from './fake-mtn.ts';
import { openFakeOrange } from './fake-orange.ts';
import type { FakeProvider } from './fake-provider.ts';
import { openFakeStripe } from './fake-stripe.ts';

/** One fake for each provider that merchants can connect, by the provider's word. */
export const everyFake: Readonly<Record<string, () => Promise<FakeProvider>>> = {
  monime: openFakeMonime,
  orange_money: openFakeOrange,
  mtn_momo: openFakeMtn,
  stripe: openFakeStripe,
  generic_http: openFakeBank,
};
