import type { CreateProductBody } from '@cottontree/contract';
import type { Call } from './kernel/call/call.ts';
import { posModule, type Pos } from './modules/pos/index.ts';

const NOTHING = Object.freeze({ params: {}, query: {} });
const CASHIER = Object.freeze({ name: 'Fatmata Koroma', role: 'manager' as const });
/** What lies on the shelf of each variant; services have none. */
const STOCK = 40;
const GOODS: readonly CreateProductBody[] = Object.freeze([
  { name: 'Rice 25 kg', price: 650, sku: 'RICE-25', barcode: '2000000000015', low_stock_threshold: 5 },
  {
    name: 'Country cloth',
    price: 180,
    options: [{ name: 'Colour', values: ['Indigo', 'Brown'] }],
    variants: [
      { name: 'Indigo', sku: 'CLOTH-IND', options: { Colour: 'Indigo' } },
      { name: 'Brown', sku: 'CLOTH-BRO', options: { Colour: 'Brown' } },
    ],
  },
  { name: 'Phone credit', price: 50, sku: 'CREDIT-50', type: 'service' },
]);

/**
 * Goods on a shelf, and somebody with a PIN who sells them, so that the first sale needs nothing else. Begun again
 * after it was cut short, nothing is there twice, and the PIN is this one.
 */
export async function furnishDemoShop(pos: Pos, call: Call, pin: string): Promise<void> {
  const once = (what: string): Call => ({
    ...call,
    idempotency: { key: `demo-${what}`, hash: Buffer.alloc(32) },
  });
  for (const [index, body] of GOODS.entries()) {
    const { data } = await posModule.operations.createProduct(
      { ...NOTHING, body },
      once(`product-${index}`),
      pos,
    );
    if (!data.track_inventory) continue;
    const items = data.variants.map(({ id }) => ({
      variant_id: id,
      delta: STOCK,
      reason: 'initial' as const,
    }));
    await posModule.operations.createStockAdjustment(
      { ...NOTHING, body: { items } },
      once(`stock-${index}`),
      pos,
    );
  }
  const { data: cashier } = await posModule.operations.createStaff(
    { ...NOTHING, body: CASHIER },
    once('cashier'),
    pos,
  );
  await posModule.operations.setStaffPin({ params: { id: cashier.id }, query: {}, body: { pin } }, call, pos);
}

/** As the demo's files and greeting name them. */
export const demoCashier: string = CASHIER.name;
