import type { ClientConfig } from 'pg';
import { openClient } from './hosts/open-client.ts';

/** Has PostgreSQL look at tables as their owner, so that it knows what is in them; one that somebody changes is left for the next time. */
export async function analyzeTables(connection: ClientConfig, names: readonly string[]): Promise<void> {
  const client = openClient(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`ANALYZE (SKIP_LOCKED) ${names.join(', ')}`);
  } finally {
    await client.end();
  }
}
