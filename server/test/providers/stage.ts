import { randomBytes } from 'node:crypto';
import { idRandomBytes, makeId } from '@cottontree/contract';
import { createEgress } from '../../src/egress/index.ts';
import type { ProviderAccount } from '../../src/modules/payments/providers/account-cache.ts';
import { createProviderContext } from '../../src/modules/payments/providers/create-context.ts';
import { createProviderCatalogue } from '../../src/modules/payments/providers/provider-catalogue.ts';
import type {
  PaymentProvider,
  ProviderContext,
  ProviderPayment,
} from '../../src/modules/payments/providers/provider.ts';
import { createWorld } from '../../src/world.ts';
import { everyFake } from '../kit/fake-providers/every-fake.ts';
import type { FakeProvider } from '../kit/fake-providers/fake-provider.ts';

/** An adapter with its fake on the other side of the real way out. */
export type Stage = AsyncDisposable & {
  readonly fake: FakeProvider;
  readonly provider: PaymentProvider;
  /** With other credentials or settings than the fake's own, where given. */
  readonly context: (changes?: {
    readonly credentials?: Readonly<Record<string, string>>;
    readonly settings?: Readonly<Record<string, string>>;
  }) => ProviderContext;
  readonly wanted: (changes?: Partial<ProviderPayment>) => ProviderPayment;
};

export const AMOUNT_MINOR = 15_050n;
export const PHONE = '+23276123456';

export async function openStage(id: string): Promise<Stage> {
  const fake = await (everyFake[id] ?? noSuch(id))();
  const provider = createProviderCatalogue().get(id) ?? noSuch(id)();
  const egress = createEgress({ allow: ['127.0.0.0/8'], userAgent: 'Test' });
  const own = createWorld({ egress });
  const world = { ...own, systemNow: own.now };

  return {
    fake,
    provider,
    context: (changes = {}) => {
      const account: ProviderAccount = {
        id: 'prv_1',
        provider,
        tenant: { merchantId: 'mch_1', livemode: false },
        merchantName: 'Salone Shop',
        channels: provider.capabilities.channels,
        currencies: null,
        payoutDestination: null,
        callbackToken: 'token',
        credentials: { ...fake.credentials, ...changes.credentials },
        settings: { ...fake.settings, ...changes.settings },
      };
      return createProviderContext({ world }, account);
    },
    wanted: (changes = {}) => {
      const paymentId = makeId('pay_', Date.now(), randomBytes(idRandomBytes));
      return {
        attemptId: paymentId,
        paymentId,
        amountMinor: AMOUNT_MINOR,
        currency: fake.traits.currency,
        channel: fake.traits.channel,
        phone: PHONE,
        description: 'Two bags of rice',
        returnUrl: 'https://shop.example.sl/paid',
        cancelUrl: 'https://shop.example.sl/cart',
        callbackUrl: `https://pay.example.sl/callbacks/${id}/token`,
        payUrl: 'https://pay.example.sl/pay/1',
        expiresAt: new Date(Date.now() + 900_000),
        testCard: null,
        ...changes,
      };
    },
    async [Symbol.asyncDispose]() {
      egress.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

function noSuch(id: string): () => never {
  return () => {
    throw new Error(`There is no fake of ${id}.`);
  };
}
