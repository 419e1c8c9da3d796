import type { Client, ClientConfig } from 'pg';
import { connectPatiently, DatabaseRefused, WAIT_MS } from '../connection.ts';
import { findPooling, type Pooling } from './find-pooling.ts';

const DIRECT =
  'give the address of PostgreSQL itself in DATABASE_DIRECT_URL, which migrations, notifications, backup and verify take';

/** Refuses a proxy where a session has to last: the lock of migrations and LISTEN belong to one. */
export async function refuseLentSessions(client: Client, connection: ClientConfig): Promise<void> {
  const { lends } = await findPooling(client, connection);
  if (lends === 'none' || lends === 'session') return;
  throw new DatabaseRefused(
    `A pooler lends a session of the database for one ${lends} there, and what is meant for the database itself needs one that lasts: ${DIRECT}.`,
  );
}

/** Refuses it before anything is set for a session, for that would stay on one which others are lent next. */
export async function refusePooled(connection: ClientConfig, cure: string): Promise<void> {
  const client = await connectPatiently(connection, 0);
  const { lends } = await findPooling(client, connection).finally(() => client.end());
  if (lends === 'none' || lends === 'session') return;
  throw new DatabaseRefused(
    `A pooler lends a session of the database for one ${lends} there, and a move needs sessions that last: ${cure}. Nothing was touched.`,
  );
}

/** What stands between requests and the database; refuses a proxy that loses what they rely on. */
export async function checkPooling(
  connection: ClientConfig,
  { prepared, waitMs = WAIT_MS }: { readonly prepared: boolean; readonly waitMs?: number },
): Promise<Pooling> {
  const client = await connectPatiently(connection, waitMs);
  const pooling = await findPooling(client, connection).finally(() => client.end());
  if (pooling.lends === 'statement')
    throw new DatabaseRefused(
      'DATABASE_URL leads to a pooler that lends a session for one statement, so there would be no transactions: let it pool by transaction (pool_mode = transaction).',
    );
  if (prepared && !pooling.keepsPrepared)
    throw new DatabaseRefused(
      'DATABASE_URL leads to a pooler in transaction mode that forgets prepared statements: set PREPARED=off, or use PgBouncer 1.21 or newer with max_prepared_statements above 0.',
    );
  return pooling;
}
