import type pg from 'pg';
import type { Config } from './config.ts';
import { createClosers, type Closers } from './core/closers.ts';
import type { Context } from './core/context.ts';
import type { Logger } from './core/logger.ts';
import { createRenewableVault } from './core/renewable-vault.ts';
import { createVault } from './core/vault.ts';
import type { World } from './core/world.ts';
import { createEgress, type Egress } from './egress/index.ts';
import { loadSecretKey, readSecretKeys } from './secret-key.ts';
import { checkDatabase, connectionFromUrl, migrate, openEmbedded, openStore } from './store/index.ts';
import { createWorld } from './world.ts';

/** What the server and every command stand on: the database, migrated, and the rooms' context. */
export type Ground = {
  readonly config: Config;
  readonly context: Context;
  readonly egress: Egress;
  /** The database as its owner, past any pooling proxy: for migrations, backup and restore. */
  readonly ownerConnection: pg.ClientConfig;
  readonly databaseVersion: string;
  /** Whether the database has room for more, as far as this node can see its disk. */
  readonly hasRoom: () => boolean;
  readonly close: () => Promise<void>;
};

export type GroundOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** `serve` for the server itself, of which a data directory has at most one. */
  readonly purpose: 'serve' | 'command';
  /** The base of links, where only listening decides it. */
  readonly publicUrl?: () => string;
  /** Told when a room wakes a background loop; commands have none to wake. */
  readonly wake?: (loop: string) => void;
  /** Another world, for tests that move the clock. */
  readonly world?: (egress: Egress) => World;
  /** A database that is slow is waited for, for tests that share the machine. */
  readonly toleratesLag?: boolean;
};

/** Who hears this takes up the secret key that was made. */
export const SECRET_KEY_CHANNEL = 'cottontree_secret_key';
/** As long as a test may take. */
const TOLERATED_ACQUIRE_MS = 120_000;
const USER_AGENT = 'Cottontree-Webhooks/1';

/** Opens the database that the configuration names, brings its schema up to date and builds the context. */
export async function openGround(options: GroundOptions): Promise<Ground> {
  const closers = createClosers();
  try {
    return await build(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function build(options: GroundOptions, closers: Closers): Promise<Ground> {
  const { config, log } = options;
  const { connection, direct, hasRoom } = await openDatabase(options, closers);
  const { serverVersion } = await checkDatabase(direct, {
    allowUnsafe: config.allowUnsafeDatabase && config.databaseUrl !== null,
  });
  await migrate({ connection: direct, log, dryRun: false });
  const secret = await loadSecretKey(config);

  const egress = createEgress({ allow: config.outboundAllow, userAgent: USER_AGENT });
  closers.add(() => egress.close());
  const world = options.world?.(egress) ?? createWorld({ egress });
  const onTrouble = (error: unknown): void => log.warn({ error }, 'The database connection had trouble.');
  const store = await openStore({
    connection,
    directConnection: direct,
    monotonicMs: world.monotonicMs,
    onTrouble,
    ...(options.toleratesLag ? { acquireMs: TOLERATED_ACQUIRE_MS } : {}),
  });
  closers.add(() => store[Symbol.asyncDispose]());
  const vault =
    config.secretKey === null
      ? createRenewableVault(world.randomBytes, { now: secret, readAgain: () => readSecretKeys(config) })
      : createVault(world.randomBytes, secret.current, secret.previous);
  closers.add(store.listen(SECRET_KEY_CHANNEL, vault.refresh));
  const context: Context = {
    world,
    store,
    log,
    vault,
    settings: {
      get publicUrl() {
        return options.publicUrl?.() ?? config.publicUrl;
      },
      routerUrl: config.routerUrl,
      dispatchMode: config.dispatchMode,
      webhook: config.webhook,
    },
    wake: options.wake ?? (() => undefined),
  };
  return {
    config,
    context,
    egress,
    ownerConnection: direct,
    databaseVersion: serverVersion,
    hasRoom,
    close: closers.close,
  };
}

type Connections = {
  readonly connection: pg.ClientConfig;
  readonly direct: pg.ClientConfig;
  readonly hasRoom: () => boolean;
};

async function openDatabase({ config, log, purpose }: GroundOptions, closers: Closers): Promise<Connections> {
  if (config.databaseUrl !== null) {
    return {
      connection: connectionFromUrl(config.databaseUrl),
      direct: connectionFromUrl(config.databaseDirectUrl ?? config.databaseUrl),
      hasRoom: () => true,
    };
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir, log, purpose });
  closers.add(() => embedded.stop());
  return { connection: embedded.connection, direct: embedded.connection, hasRoom: embedded.hasRoom };
}
