import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type { TestMerchant } from './service.ts';

type ProductInput = Partial<Parameters<Client['createProduct']>[0]['body']> & { readonly stock?: number };
type SaleInput = Parameters<Client['createSale']>[0]['body'];

/** A product that can be sold. */
export type Goods = { readonly productId: string; readonly variantId: string };

/** A till of a shop, with what a test needs to sell at it. */
export type Till = {
  /** A product of one variant, with as much stock as is wished for (100). */
  readonly goods: (input?: ProductInput) => Promise<Goods>;
  /** One of it for cash, unless wished otherwise. */
  readonly sell: (
    goods: Goods,
    input?: Partial<SaleInput> & { readonly quantity?: number },
  ) => Promise<Awaited<ReturnType<Client['createSale']>>['data']>;
  readonly stockOf: (goods: Goods) => Promise<{ readonly on_hand: number; readonly reserved: number }>;
};

let made = 0;

export function openTill({ client }: Pick<TestMerchant, 'client'>): Till {
  return {
    async goods({ stock = 100, ...input } = {}) {
      const { data } = await client.createProduct({
        body: { name: `Rice ${(made += 1)}`, price: 150, ...input },
      });
      const variantId = data.variants[0]?.id ?? '';
      if (stock > 0)
        await client.createStockAdjustment({
          body: {
            client_id: randomUUID(),
            items: [{ variant_id: variantId, delta: stock, reason: 'initial' }],
          },
        });
      return { productId: data.id, variantId };
    },
    async sell({ variantId }, { quantity = 1, ...input } = {}) {
      return (
        await client.createSale({
          body: { items: [{ variant_id: variantId, quantity }], payments: [{ channel: 'cash' }], ...input },
        })
      ).data;
    },
    async stockOf({ variantId }) {
      const { data } = await client.listInventory({ query: { variant_id: variantId } });
      return { on_hand: data[0]?.on_hand ?? 0, reserved: data[0]?.reserved ?? 0 };
    },
  };
}
