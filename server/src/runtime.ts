import { existsSync } from 'node:fs';
import type pg from 'pg';
import { ConfigError, type Config } from './config.ts';
import { createClosers, type Closers } from './kernel/running/closers.ts';
import type { Context, Settings } from './kernel/call/context.ts';
import type { Figure } from './kernel/running/figure.ts';
import type { Logger } from './kernel/running/logger.ts';
import { createRenewableVault, createVault, type Vault } from './kernel/secrets/vault.ts';
import { pressHere, type Press } from './kernel/running/press.ts';
import type { OwnWorld, World } from './kernel/running/world.ts';
import { databaseNow, holdsMerchants, isSealedByOthers, readSessionRights } from './runtime.queries.ts';
import { createEgress, type Egress } from './egress/index.ts';
import { followDatabaseClock } from './follow-database-clock.ts';
import { openPress } from './print/index.ts';
import { keepBackup, warnOfNoBackup } from './keep-backup.ts';
import { loadSecretKey, readSecretKeys, refuseLostKey, type SecretKeys } from './secret-key.ts';
import {
  archivedSettings,
  checkDatabase,
  checkPooling,
  connectionFromUrl,
  findMigrations,
  migrate,
  openEmbedded,
  openStore,
  readSnapshot,
  refuseUnmigrated,
  tellAfterCommit,
  type Pooling,
  type SnapshotPlaces,
  type Store,
} from './store/index.ts';
import { openTracing, sendInTrace, type Tracing } from './tracing/index.ts';
import { createWorld } from './world.ts';

/** What the server and every command stand on: the database, migrated, and the modules' context. */
export type Runtime = {
  readonly config: Config;
  readonly context: Context;
  readonly egress: Egress;
  readonly tracing: Tracing;
  /** The database as its owner, past any pooling proxy: for migrations, backup and restore. */
  readonly ownerConnection: pg.ClientConfig;
  /** Where a snapshot is read that takes its time: on a replica, where there is one that follows. */
  readonly snapshotPlaces: SnapshotPlaces;
  /** What whoever watches the service reads of the replicas. */
  readonly replicaFigures: () => readonly Figure[];
  readonly databaseVersion: string;
  /** What stands between the requests and the database. */
  readonly pooling: Pooling;
  /** Whether the database has room for more, as far as this node can see its disk. */
  readonly hasRoom: () => boolean;
  readonly close: () => Promise<void>;
};

export type RuntimeOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** `serve` for the server itself, of which a data directory has at most one. */
  readonly purpose: 'serve' | 'command';
  /**
   * Where everything was sealed under another key: `refused` to begin, as servers do; `told`, for what is to tell of it or to
   * mend it; else a command does what needs no key, and is refused what it would seal or open.
   */
  readonly otherKey?: 'refused' | 'told';
  /** What must be in the database already: `some` schema of ours, or that of `now`; left out, it is made, and brought up to date. */
  readonly schema?: 'some' | 'now';
  /** The base of links, where only listening decides it. */
  readonly publicUrl?: () => string;
  /** Told when a module wakes a background loop; commands have none to wake. */
  readonly wake?: (loop: string) => void;
  /** Another world, for tests that move the clock. */
  readonly world?: (egress: Egress) => OwnWorld;
  /** Another store around the real one, for tests that end a node between two steps. */
  readonly store?: (store: Store) => Store;
  /** A database that is slow is waited for, for tests that share the machine. */
  readonly toleratesLag?: boolean;
  /** The program that prints, where it does not lie beside this one. */
  readonly pressProgram?: URL;
};

/** Who hears this takes up the secret key that was made. */
export const SECRET_KEY_CHANNEL = 'cottontree_secret_key';
const OTHER_KEY =
  'No secret key here opens what is in the database: it was sealed under another. Bring that one as SECRET_KEY, or, after a rotation, as SECRET_KEY_PREVIOUS; doctor tells how much it is. Only where it is lost for good, start with ALLOW_LOST_SECRET_KEY=1: what it sealed stays closed.';
/** As long as a test may take. */
const TOLERATED_ACQUIRE_MS = 120_000;
const ANYWHERE = ['0.0.0.0/0', '::/0'];
const USER_AGENT = 'Cottontree-Webhooks/1';

/** Opens the database that the configuration names, brings its schema up to date and builds the context. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const closers = createClosers();
  try {
    return await build(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function build(options: RuntimeOptions, closers: Closers): Promise<Runtime> {
  const { config, log } = options;
  const { connection, listening, direct, hasRoom } = await openDatabase(options, closers);
  const allowUnsafe = config.allowUnsafeDatabase && config.databaseUrl !== null;
  const { serverVersion } = await checkDatabase(direct, { allowUnsafe });
  if (options.schema !== undefined)
    await refuseUnmigrated({ connection: direct, log, olderToo: options.schema === 'now' });
  await migrate({ connection: direct, log, dryRun: false });
  const pooling = await checkPooling(connection, { prepared: config.prepared });
  await refuseLostKey(config, () => readSnapshot(direct, holdsMerchants));
  const secret = await loadSecretKey(config);

  const egress = createEgress({ allow: config.outboundAllow, userAgent: USER_AGENT });
  closers.add(() => egress.close());
  const own = options.world?.(egress) ?? createWorld({ egress });
  const tracing = await openTracingFor(options, { world: own, closers });
  const replicas = config.replicas.map(({ name, url }) => ({ name, connection: connectionFromUrl(url) }));
  const opened = await openStore({
    connection,
    directConnection: listening,
    prepared: config.prepared,
    replicas,
    monotonicMs: own.monotonicMs,
    onTrouble: (error) => log.warn({ error }, 'The database connection had trouble.'),
    onNews: (sentence) => log.info({}, sentence),
    ...(options.toleratesLag ? { acquireMs: TOLERATED_ACQUIRE_MS } : {}),
  });
  closers.add(() => opened[Symbol.asyncDispose]());
  const wake = options.wake ?? (() => undefined);
  const store = tellAfterCommit(options.store?.(opened) ?? opened, () => wake('webhooks.fanOut'));
  const clock = await followDatabaseClock(own, () => databaseNow(store.system));
  closers.add(async () => clock[Symbol.dispose]());
  if (options.purpose === 'serve') await warnOfRights(store, log);
  const world: World = {
    ...own,
    send: sendInTrace(own.send, tracing),
    systemNow: own.systemNow ?? clock.now,
  };
  const vault = await openVault(options, { secret, randomBytes: world.randomBytes, direct });
  closers.add(store.listen(SECRET_KEY_CHANNEL, vault.refresh));
  const context: Context = {
    world,
    store,
    log,
    vault,
    settings: settingsOf(options),
    press: openPressFor(options, closers),
    tracer: tracing,
    wake,
  };
  return {
    config,
    context,
    egress,
    tracing,
    ownerConnection: direct,
    snapshotPlaces: snapshotPlacesOf(options, { connection: direct, replicas }),
    replicaFigures: opened.replicaFigures,
    databaseVersion: serverVersion,
    pooling,
    hasRoom,
    close: closers.close,
  };
}

type Keys = {
  readonly secret: SecretKeys;
  readonly randomBytes: World['randomBytes'];
  readonly direct: pg.ClientConfig;
};

async function openVault(
  { config, log, otherKey }: RuntimeOptions,
  { secret, randomBytes, direct }: Keys,
): Promise<Vault> {
  const vault =
    config.secretKey === null
      ? createRenewableVault(randomBytes, { now: secret, readAgain: () => readSecretKeys(config) })
      : createVault(randomBytes, secret.current, secret.previous);
  if (otherKey === 'told') return vault;
  const isForeign = await readSnapshot(direct, (all) => {
    // Somebody may have renewed the key since it was read, and sealed everything anew.
    vault.refresh();
    return isSealedByOthers(all, vault.keyIds);
  });
  if (!isForeign) return vault;
  if (!config.allowLostSecretKey) return otherKey === 'refused' ? refuseKey() : { ...vault, ...UNUSABLE };
  log.error({}, OTHER_KEY);
  return vault;
}

function refuseKey(): never {
  throw new ConfigError([OTHER_KEY]);
}

/** A command that needs no key does its work without the right one; what it would seal, no server could open. */
const UNUSABLE = Object.freeze({
  seal: refuseKey,
  open: refuseKey,
  fingerprint: refuseKey,
  fingerprints: refuseKey,
  macKey: refuseKey,
});

function settingsOf({ config, publicUrl }: RuntimeOptions): Settings {
  const { routerUrl, mapTiles, dispatchMode, webhook } = config;
  return {
    get publicUrl() {
      return publicUrl?.() ?? config.publicUrl;
    },
    routerUrl,
    mapTiles,
    dispatchMode,
    webhook,
  };
}

function snapshotPlacesOf({ log }: RuntimeOptions, places: SnapshotPlaces): SnapshotPlaces {
  return {
    ...places,
    onPassedOver: (reason) => log.warn({ error: reason }, 'A replica is passed over.'),
  };
}

/** Whoever collects traces is named by the operator, and may stand anywhere. */
async function openTracingFor(
  { config, log }: RuntimeOptions,
  { world, closers }: { readonly world: OwnWorld; readonly closers: Closers },
): Promise<Tracing> {
  const send = config.tracing === null ? world.send : openWayOut(closers);
  const { appVersion: version } = await findMigrations();
  const tracing = openTracing({ options: config.tracing, world, send, log, version });
  closers.add(() => tracing[Symbol.asyncDispose]());
  return tracing;
}

function openWayOut(closers: Closers): World['send'] {
  const egress = createEgress({ allow: ANYWHERE, userAgent: USER_AGENT });
  closers.add(() => egress.close());
  return egress.send;
}

async function warnOfRights({ system }: Store, log: Logger): Promise<void> {
  const { name, excess } = await readSessionRights(system);
  if (excess !== null) log.warn({ user: name }, excess);
}

/** In threads where there is a program for them; sources that are not built have none. */
function openPressFor(
  { pressProgram = new URL('./press.mjs', import.meta.url) }: RuntimeOptions,
  closers: Closers,
): Press {
  if (!existsSync(pressProgram)) return pressHere;
  const press = openPress(pressProgram);
  closers.add(() => press[Symbol.asyncDispose]());
  return press;
}

/** `listening`: past a pooling proxy, and with no more rights than it needs. */
type Connections = {
  readonly connection: pg.ClientConfig;
  readonly listening: pg.ClientConfig;
  readonly direct: pg.ClientConfig;
  readonly hasRoom: () => boolean;
};

async function openDatabase(
  { config, log, purpose }: RuntimeOptions,
  closers: Closers,
): Promise<Connections> {
  if (config.databaseUrl !== null) {
    if (purpose === 'serve') warnOfNoBackup(config, log);
    const direct = connectionFromUrl(config.databaseDirectUrl ?? config.databaseUrl);
    return {
      connection: config.databaseDirectUrl === null ? direct : connectionFromUrl(config.databaseUrl),
      listening: direct,
      direct,
      hasRoom: () => true,
    };
  }
  const settings = archivedSettings(config.archive);
  const embedded = await openEmbedded({ dataDir: config.dataDir, log, purpose, settings });
  closers.add(() => embedded.stop());
  if (purpose === 'serve') closers.add(await keepBackup({ config, embedded, log }));
  return {
    connection: embedded.session.connection,
    listening: embedded.session.connection,
    direct: embedded.connection,
    hasRoom: embedded.hasRoom,
  };
}
