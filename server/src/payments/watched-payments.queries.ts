import { statement, type Runner } from '../store/index.ts';

const watched = statement({
  name: 'payments.watched',
  params: { ids: 'text[]' },
  row: { id: 'text', version: 'int4' },
  sql: 'SELECT id, version FROM payments WHERE id = ANY (:ids)',
});

/** The version of each payment; for the watch only, which asks again and again. */
export async function versionsOf(
  system: Runner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await system.run(watched, { ids })).map((row) => [row.id, row.version]));
}
