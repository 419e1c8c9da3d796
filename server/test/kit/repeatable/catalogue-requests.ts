import { operations } from '@cottontree/contract';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What a merchant sends about the catalogue. */
export function catalogueRequests(stage: () => RepeatStage): Repeatables {
  const product = async (body: object = {}) =>
    (await stage().shop.client.createProduct({ body: { name: 'Rice', price: 20, ...body } })).data.id;
  return {
    createProduct: {
      request: async () => ({ body: { name: 'Rice', price: 20 } }),
      other: { name: 'Beans', price: 20 },
    },
    importProducts: {
      request: async () => ({ body: { products: [{ name: 'Rice', price: 20 }] } }),
      other: { products: [{ name: 'Beans', price: 20 }] },
    },
    setProductImage: {
      request: async () => ({
        params: { id: await product() },
        body: operations.setProductImage.example.body,
      }),
    },
    createVariant: {
      request: async () => ({
        params: { id: await product({ variants: [{ name: 'M' }] }) },
        body: { name: 'L' },
      }),
      other: { name: 'XL' },
    },
    createCategory: { request: async () => ({ body: { name: 'Drinks' } }), other: { name: 'Food' } },
    createModifierGroup: { request: async () => ({ body: { name: 'Extras' } }), other: { name: 'Sauces' } },
    createTaxRate: {
      request: async () => ({ body: { name: 'GST', rate: 15 } }),
      other: { name: 'GST', rate: 12 },
    },
    createDiscount: {
      request: async () => ({ body: { name: 'Staff', type: 'percent', value: 10 } }),
      other: { name: 'Staff', type: 'percent', value: 5 },
    },
  };
}
