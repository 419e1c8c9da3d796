import { statement, type Runner } from '../../store/index.ts';

const names = statement({
  name: 'notices.storeNames',
  params: { ids: 'text[]' },
  row: { id: 'text', store_name: 'text' },
  sql: 'SELECT id, store_name FROM merchants WHERE id = ANY (:ids)',
});

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
