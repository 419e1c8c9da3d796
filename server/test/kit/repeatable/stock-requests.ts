import type { InputGiven } from '../probe.ts';
import { shelve } from '../stock.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What a merchant sends about stock. */
export function stockRequests(stage: () => RepeatStage): Repeatables {
  const variant = async (): Promise<string> => (await shelve(stage().shop, 5)).variantId;
  async function counting(): Promise<{
    readonly params: { readonly id: string };
    readonly variantId: string;
  }> {
    const variantId = await variant();
    const { data } = await stage().shop.client.createStockCount({ body: { variant_ids: [variantId] } });
    await stage().shop.client.addStockCountLines({
      params: { id: data.id },
      body: { items: [{ variant_id: variantId, counted: 4 }] },
    });
    return { params: { id: data.id }, variantId };
  }
  const count = async (): Promise<InputGiven> => ({ params: (await counting()).params });
  const store = async (): Promise<string> =>
    (await stage().shop.client.createLocation({ body: { name: 'Store room' } })).data.id;
  async function sent(): Promise<InputGiven> {
    const { data } = await stage().shop.client.createStockTransfer({
      body: { to_location_id: await store(), items: [{ variant_id: await variant(), quantity: 2 }] },
    });
    return { params: { id: data.id } };
  }
  return {
    createStockAdjustment: {
      request: async () => ({ body: { items: [{ variant_id: await variant(), delta: 3 }] } }),
      other: { items: [{ sku: 'another', delta: 3 }] },
    },
    createStockCount: {
      request: async () => ({ body: { variant_ids: [await variant()] } }),
      other: { note: 'another' },
    },
    addStockCountLines: {
      request: async () => {
        const { params, variantId } = await counting();
        return { params, body: { items: [{ variant_id: variantId, counted: 1, add: true }] } };
      },
      other: { items: [{ sku: 'another', counted: 1 }] },
    },
    submitStockCount: { request: count, other: { force: true } },
    cancelStockCount: { request: count },
    createStockTransfer: {
      request: async () => ({
        body: { to_location_id: await store(), items: [{ variant_id: await variant(), quantity: 2 }] },
      }),
      other: { to_location_id: 'loc_another', items: [{ sku: 'another', quantity: 1 }] },
    },
    receiveStockTransfer: { request: sent, other: { note: 'another' } },
    cancelStockTransfer: { request: sent },
  };
}
