import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { catalogueChecks } from './verify-catalogue.queries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

async function broken(): Promise<readonly string[]> {
  const { store } = service.server.runtime.context;
  const counted = await Promise.all(
    catalogueChecks.map(async (one) => ({
      name: one.name,
      found: (await store.system.run(one, {}))[0]?.violations ?? 0n,
    })),
  );
  return counted
    .filter(({ found }) => found > 0n)
    .map(({ name }) => name)
    .toSorted();
}

test('a catalogue that was changed past the service is found out', async () => {
  const { data: shirt } = await shop.client.createProduct({
    body: {
      name: 'T-shirt',
      price: 150,
      variants: [
        { name: 'M', sku: 'TS-M', price: 140 },
        { name: 'L', barcode: '77' },
      ],
    },
  });
  const { data: gone } = await shop.client.createProduct({ body: { name: 'Gone', price: 1, sku: 'G' } });
  await shop.client.deleteProduct({ params: { id: gone.id } });
  await shop.client.updateProduct({
    params: { id: shirt.id },
    body: { price: 155, low_stock_threshold: 2.5 },
  });
  expect(await broken()).toEqual([]);
  await service.query('UPDATE variants SET price = 1 WHERE sku = $1', ['TS-M']);
  await service.query("UPDATE variants SET sku = 'TS-X' WHERE sku = 'TS-M'");
  await service.query('UPDATE till_changes SET deleted = true, seq = 999 WHERE id = $1', [shirt.id]);
  expect(await broken()).toEqual([
    'verify.codesStandOnLiveVariants',
    'verify.skusAreCodes',
    'verify.tillChangesAreNumbered',
    'verify.tillsAreToldOfEveryProduct',
    'verify.variantsFollowTheirProduct',
  ]);
  await service.query('UPDATE variants SET deleted_at = now() WHERE product_id = $1', [shirt.id]);
  expect(await broken()).toContain('verify.productsHaveVariants');
});
