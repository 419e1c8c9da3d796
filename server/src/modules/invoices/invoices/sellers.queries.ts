import type { Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const SELLER = {
  store_name: 'text',
  time_zone: 'text',
  country: 'text',
  status: 'text',
  clock: 'timestamptz?',
} as const;

const find = statement({
  name: 'invoiceSellers.find',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: SELLER,
  sql: 'SELECT m.store_name, m.time_zone, m.country, m.status, k.frozen_at AS clock FROM merchants m LEFT JOIN test_clocks k ON k.merchant_id = m.id AND k.livemode = :livemode WHERE m.id = :merchant_id',
});

/** Who sends invoices, and what time it is there. */
export type SellerRow = ValuesOf<typeof SELLER>;

export async function findSeller(system: Runner, { merchantId, livemode }: Tenant): Promise<SellerRow> {
  const [row] = await system.run(find, { merchant_id: merchantId, livemode });
  if (!row) throw new Error(`There is no merchant ${merchantId}.`);
  return row;
}
