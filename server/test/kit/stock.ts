import { randomBytes } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type { TestMerchant } from './service.ts';

type ProductInput = Parameters<Client['createProduct']>[0]['body'];

/** What lies on a shelf of a test's shop. */
export type Shelved = {
  readonly productId: string;
  readonly variantId: string;
  readonly sku: string;
  readonly locationId: string;
};

/** A product of one variant, and as much of it as is wanted at a location (the default one, unless another is named). */
export async function shelve(
  { client }: Pick<TestMerchant, 'client'>,
  quantity: number,
  input: Partial<ProductInput> & { readonly locationId?: string } = {},
): Promise<Shelved> {
  const { locationId, ...body } = input;
  const sku = `SKU-${randomBytes(5).toString('hex')}`;
  const { data: product } = await client.createProduct({
    body: { name: 'Country cloth bag', price: 150, sku, ...body },
  });
  const variantId = product.variants[0]?.id ?? '';
  const at = locationId === undefined ? {} : { location_id: locationId };
  if (quantity !== 0)
    await client.createStockAdjustment({
      body: { ...at, items: [{ variant_id: variantId, delta: quantity, reason: 'initial' }] },
    });
  const { data: levels } = await client.listInventory({ query: { ...at, variant_id: variantId } });
  return { productId: product.id, variantId, sku, locationId: levels[0]?.location_id ?? '' };
}
