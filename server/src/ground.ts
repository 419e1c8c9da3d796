import type pg from 'pg';
import type { Config } from './config.ts';
import { createClosers, type Closers } from './core/closers.ts';
import type { Context } from './core/context.ts';
import type { Logger } from './core/logger.ts';
import { createVault } from './core/vault.ts';
import type { World } from './core/world.ts';
import { createEgress, type Egress } from './egress/index.ts';
import { loadSecretKey } from './secret-key.ts';
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
};

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
  const { connection, direct } = await openDatabase(options, closers);
  const { serverVersion } = await checkDatabase(direct, { allowUnsafe: config.allowUnsafeDatabase && config.databaseUrl !== null });
  await migrate({ connection: direct, log, dryRun: false });
  const secret = await loadSecretKey(config);

  const egress = createEgress({ allow: config.outboundAllow, userAgent: USER_AGENT });
  closers.add(() => egress.close());
  const world = options.world?.(egress) ?? createWorld({ egress });
  const onTrouble = (error: unknown): void => log.warn({ error }, 'The database connection had trouble.');
  const store = await openStore({ connection, directConnection: direct, monotonicMs: world.monotonicMs, onTrouble });
  closers.add(() => store[Symbol.asyncDispose]());
  const context: Context = {
    world,
    store,
    log,
    vault: createVault(world.randomBytes, secret.current, secret.previous),
    settings: {
      get publicUrl() {
        return options.publicUrl?.() ?? config.publicUrl;
      },
      webhook: config.webhook,
    },
    wake: options.wake ?? (() => undefined),
  };
  return { config, context, egress, ownerConnection: direct, databaseVersion: serverVersion, close: closers.close };
}

type Connections = { readonly connection: pg.ClientConfig; readonly direct: pg.ClientConfig };

async function openDatabase({ config, log, purpose }: GroundOptions, closers: Closers): Promise<Connections> {
  if (config.databaseUrl !== null) {
    return { connection: connectionFromUrl(config.databaseUrl), direct: connectionFromUrl(config.databaseDirectUrl ?? config.databaseUrl) };
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir, log, purpose });
  closers.add(() => embedded.stop());
  return { connection: embedded.connection, direct: embedded.connection };
}
