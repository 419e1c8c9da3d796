import type { SyncedProduct } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { buildIndex, folded } from './search-index.ts';

const variant = (id: string, barcode: string | null): SyncedProduct['variants'][number] => ({
  id: `var_${id}`,
  name: null,
  sku: `SKU-${id}`,
  barcode,
  barcodes: barcode === null ? [] : [barcode],
  price: 10,
  cost: null,
  own_price: null,
  own_cost: null,
  options: {},
  is_active: true,
  position: 0,
});
const product = (id: string, name: string, barcode: string | null = null): SyncedProduct => ({
  id: `prod_${id}`,
  name,
  description: null,
  category_id: null,
  sku: null,
  barcode,
  barcodes: [],
  price: 10,
  cost: null,
  currency: 'SLE',
  tax_rate_id: null,
  tax_rate: null,
  tax_inclusive: null,
  type: 'simple',
  unit: null,
  quantity_step: 1,
  track_inventory: true,
  allow_negative_stock: false,
  low_stock_threshold: null,
  options: [],
  components: [],
  variants: [variant(id, barcode)],
  modifier_group_ids: [],
  image_url: null,
  color: null,
  is_active: true,
  position: 0,
  metadata: {},
  livemode: false,
  version: 1,
  created_at: '2026-11-23T00:00:00.000Z',
  updated_at: '2026-11-23T00:00:00.000Z',
});

test('words are found without case, accents and Krio letters, and names that begin so come first', async () => {
  const index = await buildIndex([
    product('1', 'Palm oil 1 l'),
    product('2', 'Rɛs 25 kg'),
    product('3', 'Boil-proof pot'),
    product('4', 'Oil of groundnuts'),
  ]);
  expect(index.search('RES').map(({ id }) => id)).toEqual(['prod_2']);
  expect(index.search('oil').map(({ id }) => id)).toEqual(['prod_4', 'prod_1', 'prod_3']);
  expect(index.search('oil palm').map(({ id }) => id)).toEqual(['prod_1']);
  expect(index.search('  ')).toEqual([]);
  expect(folded('Kɔrɔma Ŋ É')).toBe('koroma ng e');
});

test('a bar code or SKU stands for the very variant', async () => {
  const index = await buildIndex([product('1', 'Rice', '6001'), product('2', 'Milk')]);
  expect(index.byCode(' 6001 ')?.variant?.id).toBe('var_1');
  expect(index.byCode('sku-2')?.product.id).toBe('prod_2');
  expect(index.byCode('6002')).toBeNull();
});

test('ten thousand products are put in order and found without work that nobody else could come between', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    product(String(at), `Product ${at} of many`, String(6_000_000 + at)),
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const index = await buildIndex(many);
  clearInterval(timer);
  expect(index.size).toBe(10_000);
  expect(turns).toBeGreaterThan(0);
  expect(index.search('9999')[0]?.id).toBe('prod_9999');
});
