import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { openClient, toPrimary } from './hosts/open-client.ts';
import { Primary } from './hosts/primary.ts';
import { readHosts } from './hosts/read-hosts.ts';
import { sqlStateOf } from './trouble.ts';

export type DatabaseCheck = {
  /** Serve although the server may lose what it acknowledged. */
  readonly allowUnsafe: boolean;
  /** How long to wait for a server that is still starting; default 30 s. */
  readonly waitMs?: number;
  /** What names the database, for whoever has to change it; default `DATABASE_URL`. */
  readonly named?: string;
};

export type CheckedDatabase = {
  /** As PostgreSQL words it, e.g. `18.4`. */
  readonly serverVersion: string;
};

/** Why a database cannot be used, with what to do about it. */
export class DatabaseRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseRefused';
  }
}

/** How `pg` connects to the PostgreSQL of a URL; of several servers in it, to the one that takes writes. Throws `HostsRefused`. */
export function connectionFromUrl(url: string): ClientConfig {
  const hosts = readHosts(url);
  const connection = {
    connectionString: hosts?.url ?? url,
    keepAlive: true,
    application_name: 'cottontree',
  };
  return hosts ? toPrimary(new Primary(hosts, connection), connection) : connection;
}

/** Connects once, waiting for a server that starts, and refuses one that is too old, not the primary, not UTF-8, or may lose what it acknowledged. */
export async function checkDatabase(
  connection: ClientConfig,
  { allowUnsafe, waitMs = WAIT_MS, named = NAMED }: DatabaseCheck,
): Promise<CheckedDatabase> {
  try {
    const client = await connectPatiently(connection, waitMs);
    try {
      const facts = await readFacts(client);
      refuseUnfit(facts, allowUnsafe);
      return { serverVersion: facts.version };
    } finally {
      await client.end();
    }
  } catch (error) {
    if (!(error instanceof DatabaseRefused) || named === NAMED) throw error;
    throw new DatabaseRefused(error.message.replaceAll(NAMED, named), { cause: error });
  }
}

const NAMED = 'DATABASE_URL';

/** How long a server that is still starting is waited for. */
export const WAIT_MS = 30_000;
const PAUSE_MS = 250;
const CONNECT_TIMEOUT_MS = 10_000;
const VERSION_LEAST = 150_000;

type Facts = {
  readonly version: string;
  readonly number: number;
  readonly fsync: string;
  readonly commits: string;
  readonly encoding: string;
  readonly standby: boolean;
};

/** Connects while the server still starts; the caller ends the client. */
export async function connectPatiently(connection: ClientConfig, waitMs: number): Promise<Client> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const client = openClient({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
    // What breaks later also fails the call under way, which is where it is reported.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isStarting(error) || waitedMs >= waitMs)
        throw new DatabaseRefused(explain(error, waitMs), { cause: error });
      await pause(PAUSE_MS);
    }
  }
}

async function readFacts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commits, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`,
  );
  const [facts] = rows;
  if (!facts)
    throw new DatabaseRefused(
      'The database does not tell its settings: is DATABASE_URL that of a PostgreSQL?',
    );
  return facts;
}

function refuseUnfit(
  { version, number, fsync, commits, encoding, standby }: Facts,
  allowUnsafe: boolean,
): void {
  if (number < VERSION_LEAST)
    throw new DatabaseRefused(
      `The database is PostgreSQL ${version}, and 15 is the oldest that works: upgrade it, or let DATABASE_URL name a newer one.`,
    );
  if (standby)
    throw new DatabaseRefused(
      'The database is a standby that takes no writes: let DATABASE_URL name the primary.',
    );
  if (encoding !== 'UTF8')
    throw new DatabaseRefused(
      `The database's encoding is ${encoding}: create one with ENCODING 'UTF8' and name that in DATABASE_URL.`,
    );
  if (allowUnsafe) return;
  if (fsync === 'off')
    throw new DatabaseRefused(
      `The database may lose acknowledged sales in a crash: set fsync = on in its configuration. ${ALLOWANCE}`,
    );
  if (commits === 'off')
    throw new DatabaseRefused(
      `The database may lose acknowledged sales in a crash: set synchronous_commit = on for the server, the database and the role. ${ALLOWANCE}`,
    );
}

const ALLOWANCE = 'If its provider vouches for it all the same, start with ALLOW_UNSAFE_DATABASE=1.';

/** "The database system is starting up", or nobody listens yet. */
function isStarting(error: unknown): boolean {
  return ['57P03', 'ECONNREFUSED', 'ECONNRESET', 'NO_PRIMARY', 'POOLER_WAITS'].includes(codeOf(error));
}

function explain(error: unknown, waitMs: number): string {
  const code = codeOf(error);
  const reason =
    reasons[code] ??
    (code.startsWith('28')
      ? 'lets nobody in with this user and password: check DATABASE_URL'
      : 'cannot be reached: check DATABASE_URL');
  const waited = isStarting(error) ? ` (waited ${waitMs / 1_000} s)` : '';
  return `The database ${reason}${waited}. It said: ${error instanceof Error && error.message ? error.message : code}`;
}

const reasons: Readonly<Record<string, string>> = {
  '57P03': 'is still starting, or in recovery: try again once it is ready',
  ECONNREFUSED: 'does not listen there: start it, or check host and port in DATABASE_URL',
  POOLER_PARAMETER:
    'is behind a pooler that refuses a setting of the connection: take it out of DATABASE_URL (ALTER ROLE … SET gives it to every session), or name it in ignore_startup_parameters',
  POOLER_WAITS: 'is not reached by the pooler before it: start it, or check where the pooler leads to',
  NO_PRIMARY: 'has no primary among its hosts: promote one, or check DATABASE_URL',
  ENOTFOUND: 'is at a host that has no address: check DATABASE_URL',
  '3D000': 'does not exist: create it (CREATE DATABASE … ENCODING UTF8), or check the name in DATABASE_URL',
  '53300': 'has no connection left: raise its max_connections, or run fewer nodes',
};

/** A pooler has one code for all that it refuses by itself. */
const POOLER_STATE = '08P01';
const POOLER_SAYS: readonly (readonly [string, RegExp])[] = [
  ['POOLER_PARAMETER', /^unsupported startup parameter/],
  [
    'POOLER_WAITS',
    /server_login_retry|^server login failed|^connect failed|the database system is starting up/,
  ],
];

/** Connecting to a name with several addresses fails with all their errors in one. */
function codeOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const state = sqlStateOf(inner);
  const ofPooler =
    state === POOLER_STATE
      ? POOLER_SAYS.find(([, words]) => words.test((inner as Error).message))
      : undefined;
  if (ofPooler) return ofPooler[0];
  return state ?? (inner instanceof Error && 'code' in inner ? String(inner.code) : '');
}
