import { statement, type Json, type Runner } from '../../store/index.ts';

const insert = statement({
  name: 'rateCards.insert',
  params: { version: 'int4', card: 'jsonb', published_at: 'timestamptz' },
  row: { version: 'int4' },
  sql: 'INSERT INTO rate_cards (version, card, published_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING version',
});

const newest = statement({
  name: 'rateCards.newest',
  params: {},
  row: { version: 'int4', card: 'jsonb', published_at: 'timestamptz' },
  sql: 'SELECT version, card, published_at FROM rate_cards ORDER BY version DESC LIMIT 1',
});

/** Publishes a card; false when its version was published before, which stays as it is. */
export async function insertRateCard(system: Runner, card: { readonly version: number; readonly card: Json; readonly published_at: Date }): Promise<boolean> {
  return (await system.run(insert, card)).length === 1;
}

/** The card that prices now, as it was published; `readRateCard` reads it. */
export async function findNewestRateCard(runner: Runner) {
  return (await runner.run(newest, {}))[0];
}
