import { Client } from 'pg';
import { DATABASE, OWNER, PORT, type EmbeddedConnection, type DataPlace } from './embedded-database.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** The version of the server behind a socket; null when it is not the one of this data directory or does not let anybody in yet. */
export async function askServer(place: DataPlace, socketDir: string): Promise<string | null> {
  try {
    return await within(connectionAt(socketDir), (client) => versionOf(client, place));
  } catch (error) {
    if (stateOf(error) === UNKNOWN_DATABASE) return createDatabase(place, socketDir);
    if (isNotLetIn(error)) return null;
    throw error;
  }
}

export function connectionAt(socketDir: string): EmbeddedConnection {
  return { host: socketDir, port: PORT, user: OWNER, database: DATABASE };
}

const UNKNOWN_DATABASE = '3D000';
const DATABASE_EXISTS = new Set(['42P04', '23505']);

/** The owner of the directory may have been killed between making it and making the database. */
async function createDatabase(place: DataPlace, socketDir: string): Promise<string | null> {
  return within({ ...connectionAt(socketDir), database: 'postgres' }, async (client) => {
    const version = await versionOf(client, place);
    if (version === null) return null;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
      if (!DATABASE_EXISTS.has(stateOf(error))) throw error;
    });
    return version;
  });
}

async function versionOf(client: Client, place: DataPlace): Promise<string | null> {
  const { rows } = await client.query<{ dir: string; version: string }>(
    "SELECT current_setting('data_directory') AS dir, current_setting('server_version') AS version",
  );
  return rows[0]?.dir === place.clusterDir ? rows[0].version : null;
}

async function within<T>(connection: EmbeddedConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // What breaks later also fails the call under way, which is where it is reported.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isNotLetIn(error: unknown): boolean {
  return (
    ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(stateOf(error)) ||
    /terminated|timeout/i.test(String(error))
  );
}

function stateOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
