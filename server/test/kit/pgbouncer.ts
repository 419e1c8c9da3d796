import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseUrl } from './database.ts';

/** PgBouncer as this machine has it. */
export type Pgbouncer = {
  readonly path: string;
  /** Such as `1.18.0`. */
  readonly version: string;
};

/** A pooler in front of one database server, for every database of it. */
export type OpenPgbouncer = AsyncDisposable & {
  /** The folder of its socket, and its port. */
  readonly host: string;
  readonly port: number;
  /** The way to a database through it. */
  readonly urlOf: (database: string) => string;
};

export type PgbouncerSettings = {
  readonly poolMode: 'session' | 'transaction' | 'statement';
  /** Further lines of its configuration. */
  readonly settings?: Readonly<Record<string, string>>;
};

const PLACES = [
  '/usr/sbin/pgbouncer',
  '/usr/local/sbin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
  'pgbouncer',
];
const PORT = 6432;
const READY_POLLS_MAX = 500;
const POLL_MS = 10;
/** Whoever started it may be killed: then its input ends, and so does PgBouncer. */
const UNTIL_LEFT = '"$@" & pid=$!; read -r _; kill -KILL $pid; wait';
const run = promisify(execFile);

/** Null where there is none; `TEST_PGBOUNCER` names another program than the one that is installed. */
export async function findPgbouncer(): Promise<Pgbouncer | null> {
  const named = process.env['TEST_PGBOUNCER'];
  for (const path of named ? [named] : PLACES) {
    const said = await run(path, ['--version']).catch(() => null);
    const [, version] = /^PgBouncer (\S+)/m.exec(said?.stdout ?? '') ?? [];
    if (version !== undefined) return { path, version };
  }
  return null;
}

/** Starts it in front of the server of a URL, as whose user it logs in whoever comes. */
export async function openPgbouncer(
  { path }: Pgbouncer,
  serverUrl: string,
  { poolMode, settings = {} }: PgbouncerSettings,
): Promise<OpenPgbouncer> {
  const { host, port, user, password } = placeOf(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'ct-pgbouncer-'));
  const lines = {
    listen_addr: '',
    listen_port: String(PORT),
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: poolMode,
    max_client_conn: '1000',
    // The server's connections are counted, and those of a test that is over are of no use.
    server_idle_timeout: '10',
    ...settings,
  };
  const login = `* = host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    ['[databases]', login, '[pgbouncer]', ...Object.entries(lines).map((line) => line.join(' = '))].join(
      '\n',
    ),
  );
  const { words, identity } = await unprivileged(host);
  if (identity) for (const given of [file, folder]) await chown(given, identity.uid, identity.gid);
  const child = spawn('/bin/sh', ['-c', UNTIL_LEFT, 'sh', ...words, path, file], {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...identity,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const ended = once(child, 'close');
  if (!(await listens(join(folder, `.s.PGSQL.${PORT}`)))) {
    child.stdin.end();
    throw new Error(`PgBouncer does not listen. It said:\n${said}`);
  }
  return {
    host: folder,
    port: PORT,
    urlOf: (database) => `postgresql://${user}@/${database}?host=${encodeURIComponent(folder)}&port=${PORT}`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Way = {
  /** What stands before the command. */
  readonly words: readonly string[];
  readonly identity: { readonly uid: number; readonly gid: number } | null;
};

const NOBODY = 65_534;

/** It refuses to be root, so it is whoever the server is, who may enter the folder of its socket; where that is root in a namespace, the same. */
async function unprivileged(host: string): Promise<Way> {
  if (process.getuid?.() !== 0) return { words: [], identity: null };
  if (!host.startsWith('/')) return { words: [], identity: { uid: NOBODY, gid: NOBODY } };
  const { uid, gid } = await stat(host);
  if (uid !== 0) return { words: [], identity: { uid, gid } };
  const words = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  return { words, identity: null };
}

async function listens(socket: string): Promise<boolean> {
  for (let poll = 0; poll < READY_POLLS_MAX; poll += 1) {
    const tried = connect(socket);
    const answer = await Promise.race([
      once(tried, 'connect').then(() => true),
      once(tried, 'error').then(() => false),
    ]).catch(() => false);
    tried.destroy();
    if (answer) return true;
    await pause(POLL_MS);
  }
  return false;
}

function placeOf(serverUrl: string) {
  const url = new URL(databaseUrl(serverUrl, 'postgres').replace('@/', '@socket/'));
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.searchParams.get('port') ?? (url.port || '5432'),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
