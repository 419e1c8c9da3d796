import { dispatchModes, type DispatchMode } from '@cottontree/contract';
import type { NoticeOptions } from './modules/notices/index.ts';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { MapTiles } from './kernel/call/context.ts';
import { readMapTiles } from './read-map-tiles.ts';
import type { TracingOptions } from './tracing/index.ts';
import { readTracing } from './read-tracing.ts';
import { readNoticeOptions } from './read-notice-options.ts';
import { readHouse } from './house-file.ts';
import { readEnvironment, type EnvironmentReader } from './read-environment.ts';
import { isBaseUrl, isHost, isRange, isSecretKey, typedIn, withoutLastSlashes } from './config-values.ts';
import { isLoopbackHost } from './kernel/web/is-loopback-host.ts';
import { readArchiveOptions } from './read-archive-options.ts';
import { isDatabaseUrl, readReplicaUrls, wantedDatabaseUrl } from './read-database-urls.ts';
import type { ArchiveOptions, ReplicaPlace } from './store/index.ts';
import { parseUrl } from './kernel/web/parse-url.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Past a transaction-pooling proxy; null: `databaseUrl` itself. */
  readonly databaseDirectUrl: string | null;
  /** Statements are prepared by name; false for a transaction-pooling proxy that does not know of it. */
  readonly prepared: boolean;
  /** Physical copies of the database that lists and reports are read from. */
  readonly replicas: readonly ReplicaPlace[];
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** False while `publicUrl` only repeats host and port, which `PORT=0` decides later. */
  readonly publicUrlGiven: boolean;
  /** Base64 of 32 bytes; null: kept in the data directory. */
  readonly secretKey: string | null;
  /** Keys that still open what they sealed, newest first. */
  readonly secretKeyPrevious: readonly string[];
  /** Serves although no key opens what is sealed in the database. */
  readonly allowLostSecretKey: boolean;
  /** Where the embedded database is backed up all the time; null: nowhere. */
  readonly archive: ArchiveOptions | null;
  readonly roles: { readonly http: boolean; readonly workers: boolean };
  readonly processes: number;
  readonly allowUnsafeDatabase: boolean;
  /** Nobody comes from outside this machine, as far as the environment tells: it listens on loopback, and no other address is public. */
  readonly loopbackOnly: boolean;
  /** `auto`: when the database is empty and embedded; never by itself behind a public address. */
  readonly demo: boolean | 'auto';
  /** CIDRs that outgoing requests may reach although they are not public. */
  readonly outboundAllow: readonly string[];
  /** A routing service that speaks OSRM's protocol; null: distances are straight lines times the road factor. */
  readonly routerUrl: string | null;
  /** Pictures of the ground for the map of Operations; null: none, and no page asks another host. */
  readonly mapTiles: MapTiles | null;
  /** How live deliveries find their courier. */
  readonly dispatchMode: DispatchMode;
  /** How people are reached. */
  readonly notices: NoticeOptions;
  readonly webhook: {
    readonly retryBaseMs: number;
    readonly retryFactor: number;
    readonly timeoutMs: number;
  };
  /** CIDRs whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  /** Null: off. */
  readonly metricsPort: number | null;
  /** Who collects spans; null: nobody. */
  readonly tracing: TracingOptions | null;
};

/** Every problem of the environment at once, each naming its variable and what would work. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;
const PORT_MAX = 65_535;
const HOUR_MS = 3_600_000;

/** Whom the commands that call the API mean, where the environment says so. */
export function readApiEnvironment(environment: NodeJS.ProcessEnv = process.env): {
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
} {
  const read = readEnvironment(environment);
  const baseUrl = read.text('COTTONTREE_BASE_URL', {
    fallback: null,
    accepts: isBaseUrl,
    wanted: 'an http or https URL without query or fragment, such as https://shop.example/v1',
  });
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  const { COTTONTREE_API_KEY: key } = environment;
  return {
    key: key?.trim() || undefined,
    baseUrl: baseUrl === null ? undefined : withoutLastSlashes(baseUrl),
  };
}

/** What a program of ours needs of Node's environment: whom to trust, and where there is room. */
export function readNodeEnvironment(environment = process.env): Readonly<Record<string, string>> {
  const names = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

/** A command as whoever reads it types it in the environment of this one, or in it as it was changed. */
export function typed(command: string, changed: NodeJS.ProcessEnv = {}): string {
  return typedIn({ ...process.env, ...changed }, command);
}

/** Reads and checks the environment; the only place that does. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const read = readEnvironment(environment);
  const serving = readServing(read);
  const config = { ...serving, ...readStorage(read), ...readOutside(read, serving.loopbackOnly) };
  checkTogether(config, read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return freeze(config);
}

/** As `readConfig`, for a server whose database was moved while it served: the environment names the one before. */
export function readConfigAfterMove(): Config {
  return readConfig({ ...process.env, ...ENVIRONMENT_AFTER_MOVE });
}

/** What the environment says of the database is out of date. */
export const ENVIRONMENT_AFTER_MOVE = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', REPLICA_URL: '' } as const;

function readServing(read: EnvironmentReader) {
  const port = read.integer('PORT', { fallback: 8080, least: 0, most: PORT_MAX });
  const host = read.text('HOST', {
    fallback: '127.0.0.1',
    accepts: isHost,
    wanted: 'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0',
  });
  const publicUrl = read.text('PUBLIC_URL', {
    fallback: null,
    accepts: isBaseUrl,
    wanted: 'an http or https URL without query or fragment, such as https://shop.example',
  });
  // Behind a proxy on the same machine the service listens on loopback too: what the world sees is this.
  const isHere = publicUrl === null || isLoopbackHost(parseUrl(publicUrl)?.hostname ?? '');
  const roles = read.list('ROLES', {
    fallback: ['http', 'workers'],
    accepts: (role) => role === 'http' || role === 'workers',
    wanted: 'http, workers, or both with a comma between',
  });
  if (roles.length === 0)
    read.problems.push(
      'ROLES must be http, workers, or both with a comma between: one with none does nothing.',
    );
  return {
    port,
    host,
    publicUrl: withoutLastSlashes(parseUrl(publicUrl ?? '')?.href ?? `http://${hostInUrl(host)}:${port}`),
    publicUrlGiven: publicUrl !== null,
    loopbackOnly: isLoopbackHost(host) && isHere,
    roles: { http: roles.includes('http'), workers: roles.includes('workers') },
    processes: read.integer('PROCESSES', { fallback: 1, least: 1, most: 128 }),
    demo: read.flag('DEMO', isHere ? ('auto' as const) : false),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    dispatchMode: read.choice('DISPATCH_MODE', dispatchModes, 'nearest'),
    metricsPort: read.isOff('METRICS_PORT')
      ? null
      : read.integer('METRICS_PORT', { fallback: null, least: 0, most: PORT_MAX }),
    trustedProxies: read.list('TRUSTED_PROXIES', {
      fallback: [],
      accepts: isRange,
      wanted: 'CIDRs with commas between, such as 10.0.0.0/8,::1/128',
    }),
  };
}

function readStorage(read: EnvironmentReader) {
  const url = {
    fallback: null,
    accepts: isDatabaseUrl,
    wanted: wantedDatabaseUrl,
    secret: true,
  } as const;
  const key = {
    accepts: isSecretKey,
    wanted: '32 bytes in base64 (make them with: openssl rand -base64 32)',
    secret: true,
  } as const;
  const dataDir = resolve(
    read.text('DATA_DIR', {
      fallback: './data',
      accepts: (path) => !path.includes('\0') && !/^~(?:\/|$)/.test(path),
      wanted: 'a path, written out: only a shell knows ~',
    }),
  );
  return {
    dataDir,
    databaseUrl: read.text('DATABASE_URL', url) ?? urlOfHouse(dataDir, read),
    databaseDirectUrl: read.text('DATABASE_DIRECT_URL', url),
    prepared: read.flag('PREPARED', true) === true,
    replicas: readReplicaUrls(read),
    allowUnsafeDatabase: read.flag('ALLOW_UNSAFE_DATABASE', false),
    secretKey: read.text('SECRET_KEY', { ...key, fallback: null }),
    secretKeyPrevious: read.list('SECRET_KEY_PREVIOUS', { ...key, fallback: [] }),
    allowLostSecretKey: read.flag('ALLOW_LOST_SECRET_KEY', false) === true,
    archive: readArchiveOptions(read, key),
  };
}

/** Where a move has led from the database of this folder. */
function urlOfHouse(dataDir: string, read: EnvironmentReader): string | null {
  if (dataDir.includes('\0')) return null;
  try {
    return readHouse(dataDir)?.url ?? null;
  } catch (error) {
    read.problems.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

function readOutside(read: EnvironmentReader, loopbackOnly: boolean) {
  return {
    outboundAllow: read.list('OUTBOUND_ALLOW', {
      fallback: loopbackOnly ? LOOPBACK : [],
      accepts: isRange,
      wanted: 'CIDRs with commas between, such as 10.1.0.0/16, or none',
    }),
    routerUrl: orNull(
      read.text('ROUTER_URL', {
        fallback: null,
        accepts: isBaseUrl,
        wanted: 'an http or https URL without query or fragment, such as http://127.0.0.1:5000',
      }),
    ),
    mapTiles: readMapTiles(read),
    tracing: readTracing(read),
    notices: readNoticeOptions(read),
    webhook: {
      retryBaseMs: read.integer('WEBHOOK_RETRY_BASE_MS', { fallback: 10_000, least: 1, most: HOUR_MS }),
      retryFactor: read.number('WEBHOOK_RETRY_FACTOR', { fallback: 30, least: 1, most: 1_000 }),
      timeoutMs: read.integer('WEBHOOK_TIMEOUT_MS', { fallback: 10_000, least: 10, most: 60_000 }),
    },
  };
}

function checkTogether(
  config: Omit<ReturnType<typeof readStorage>, 'dataDir'> & Pick<Config, 'port' | 'metricsPort'>,
  read: EnvironmentReader,
): void {
  if (config.metricsPort !== null && config.metricsPort > 0 && config.metricsPort === config.port)
    read.problems.push('METRICS_PORT must be another port than PORT: the API is there.');
  if (read.isSet('DATABASE_URL')) {
    if (config.archive !== null)
      read.problems.push(
        'BACKUP_TO only goes with the embedded database: back up your own PostgreSQL with its own tools, such as pgBackRest or WAL-G.',
      );
    if (!read.isSet('SECRET_KEY'))
      read.problems.push(
        'SECRET_KEY must be given with DATABASE_URL, the same on every node: 32 bytes in base64 (make them with: openssl rand -base64 32).',
      );
    return;
  }
  if (config.databaseDirectUrl !== null)
    read.problems.push('DATABASE_DIRECT_URL only goes with DATABASE_URL: give that as well, or neither.');
  if (config.replicas.length > 0)
    read.problems.push('REPLICA_URL only goes with DATABASE_URL: give that as well, or neither.');
  if (config.allowUnsafeDatabase)
    read.problems.push(
      'ALLOW_UNSAFE_DATABASE only goes with DATABASE_URL: the embedded database is always safe, so leave it out.',
    );
}

function orNull(url: string | null): string | null {
  return url === null ? null : withoutLastSlashes(url);
}

/** A wildcard is where to listen, never where to go. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function freeze(config: Config): Config {
  for (const value of Object.values(config)) Object.freeze(value);
  return Object.freeze(config);
}
