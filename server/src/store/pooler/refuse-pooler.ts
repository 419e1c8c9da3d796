import { randomUUID } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import { connectPatiently, DatabaseRefused, WAIT_MS } from '../connection.ts';
import { openClient } from '../hosts/open-client.ts';
import { sqlStateOf } from '../trouble.ts';

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

/** What stands between the program and the sessions of PostgreSQL. */
export type Pooling = {
  /** `none`, or a proxy that lends a session of the server for as long as the connection, a transaction or a statement lasts. */
  readonly lends: 'none' | 'session' | 'transaction' | 'statement';
  /** Whether a statement that was prepared by name is there whichever session is lent. */
  readonly keepsPrepared: boolean;
};

const STRAIGHT: Pooling = Object.freeze({ lends: 'none', keepsPrepared: true });
const OTHERS_MAX = 4;
const CONNECT_MS = 5_000;
/** A proxy with one session for all answers once it is given back. */
const PATIENCE_MS = 1_000;
const NO_SUCH_STATEMENT = '26000';
const PID_SQL = 'SELECT pg_backend_pid() AS pid';

/**
 * Whether a proxy answers in PostgreSQL's place: the key for cancelling, which a connection begins with, names the process
 * that serves it, and a proxy gives one of its own.
 */
async function isPooled(client: Client): Promise<boolean> {
  const { processID } = client as unknown as { readonly processID: number | null };
  return processID !== null && processID !== (await pidOf(client));
}

/** How the proxy between, if there is one, lends sessions; asks it nothing that only one product knows. `client` is a connection of these settings. */
export async function findPooling(client: Client, connection: ClientConfig): Promise<Pooling> {
  return (await isPooled(client)) ? tryOut(client, connection) : STRAIGHT;
}

/** Prepares a statement, lets others take the session that has it, and looks where the statement is then. */
async function tryOut(client: Client, connection: ClientConfig): Promise<Pooling> {
  const prepared = { name: `cottontree_probe_${randomUUID()}`, text: PID_SQL };
  const first = await pidOf(client, prepared);
  const others: Client[] = [];
  try {
    while (others.length < OTHERS_MAX) {
      const other = await open(connection).catch(() => null);
      if (other === null) break;
      others.push(other);
      const taken = await take(other);
      if (taken === 'refused') return { lends: 'statement', keepsPrepared: false };
      if (taken === 'waiting') break;
      const again = await askAgain(client, prepared, other);
      if (again === 'lost') return { lends: 'transaction', keepsPrepared: false };
      if (taken === first || again !== first) return { lends: 'transaction', keepsPrepared: true };
    }
    return { lends: 'session', keepsPrepared: true };
  } finally {
    others.forEach(cut);
  }
}

/** Holds a session by a transaction, if there are any, and if one is free. */
async function take(other: Client): Promise<number | 'refused' | 'waiting'> {
  let waited = false;
  const giveUp = setTimeout(() => {
    waited = true;
    cut(other);
  }, PATIENCE_MS);
  try {
    await other.query('BEGIN');
    return await pidOf(other);
  } catch (error) {
    if (waited) return 'waiting';
    if (sqlStateOf(error)?.startsWith('08')) return 'refused';
    throw error;
  } finally {
    clearTimeout(giveUp);
  }
}

/** The session that runs the prepared statement now, or that it is lost. */
async function askAgain(client: Client, prepared: Prepared, other: Client): Promise<number | 'lost'> {
  const giveBack = setTimeout(() => void other.query('ROLLBACK').catch(() => undefined), PATIENCE_MS);
  try {
    return await pidOf(client, prepared);
  } catch (error) {
    if (sqlStateOf(error) === NO_SUCH_STATEMENT) return 'lost';
    throw error;
  } finally {
    clearTimeout(giveBack);
  }
}

type Prepared = { readonly name: string; readonly text: string };

async function pidOf(client: Client, prepared?: Prepared): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(prepared ?? PID_SQL);
  return rows[0]?.pid ?? 0;
}

async function open(connection: ClientConfig): Promise<Client> {
  const client = openClient({ connectionTimeoutMillis: CONNECT_MS, ...connection });
  // What breaks later also fails the call under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Nothing is under way on it that anybody waits for. */
function cut(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
