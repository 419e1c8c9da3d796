import type { Currency } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { statement, text, type Runner } from '../../../store/index.ts';

const find = statement({
  name: 'billingMerchants.find',
  params: { id: 'text' },
  row: {
    id: 'text',
    name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    status: text<MerchantProfile['status']>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
  },
  sql: 'SELECT id, name, store_name, country, time_zone, currency, status, reads_per_second, writes_per_second FROM merchants WHERE id = :id',
});

/** The merchant who bills again and again. */
export async function findBillingMerchant(runner: Runner, merchantId: string): Promise<MerchantProfile> {
  const [row] = await runner.run(find, { id: merchantId });
  if (!row) throw new Error(`There is no merchant ${merchantId}.`);
  return {
    id: row.id,
    name: row.name,
    storeName: row.store_name,
    country: row.country,
    timeZone: row.time_zone,
    currency: row.currency,
    status: row.status,
    readsPerSecond: row.reads_per_second,
    writesPerSecond: row.writes_per_second,
  };
}
