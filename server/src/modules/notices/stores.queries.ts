import type { Currency } from '@cottontree/contract';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const names = statement({
  name: 'notices.storeNames',
  params: { ids: 'text[]' },
  row: { id: 'text', store_name: 'text' },
  sql: 'SELECT id, store_name FROM merchants WHERE id = ANY (:ids)',
});

const store = statement({
  name: 'notices.store',
  params: { merchant_id: 'text' },
  row: { store_name: 'text', currency: text<Currency>(), time_zone: 'text' },
  sql: 'SELECT store_name, currency, time_zone FROM merchants WHERE id = :merchant_id',
});

/** Whose messages they are. */
export type StoreOfNotices = ValuesOf<(typeof store)['row']>;

export async function findStore(system: Runner, merchantId: string): Promise<StoreOfNotices> {
  const [row] = await system.run(store, { merchant_id: merchantId });
  if (!row) throw new Error(`There is no merchant ${merchantId}.`);
  return row;
}

/** How the shops of these merchants are called, by the merchant's id. */
export async function findStoreNames(
  system: Runner,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await system.run(names, { ids: [...new Set(merchantIds)] })).map(({ id, store_name: name }) => [
      id,
      name,
    ]),
  );
}
