import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@cottontree/client';
import type { GrantedScope } from '@cottontree/contract';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { World } from '../../src/core/world.ts';
import { startServer, type RunningServer } from '../../src/main.ts';
import { createMerchant, issueKey } from '../../src/merchants/index.ts';
import { addDriver } from '../../src/shipping/index.ts';
import { createWorld } from '../../src/world.ts';
import { databaseUrl, onServer } from './database.ts';

/** A whole service on a database of its own, with a clock that moves only when told to. */
export type TestService = AsyncDisposable & {
  readonly baseUrl: string;
  readonly server: RunningServer;
  readonly databaseUrl: string;
  /** A merchant with a key of every right; test mode unless asked otherwise. */
  readonly merchant: (wish?: KeyWish & { readonly name?: string }) => Promise<TestMerchant>;
  /** A further key of a merchant. */
  readonly key: (merchantId: string, wish?: KeyWish) => Promise<string>;
  readonly driver: (name?: string) => Promise<string>;
  /** Moves the wall clock. */
  readonly advance: (ms: number) => void;
  /** Does all background work that is due. */
  readonly drain: () => Promise<void>;
  /** Looks into the database as its owner. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
};

export type KeyWish = {
  readonly livemode?: boolean;
  readonly kind?: 'secret' | 'public';
  readonly scopes?: readonly GrantedScope[];
  readonly origins?: readonly string[];
  readonly ipRanges?: readonly string[];
  readonly expiresAt?: Date | null;
};

export type TestMerchant = { readonly id: string; readonly key: string; readonly client: Client };

export type ServiceOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Background loops run by themselves instead of by `drain`. */
  readonly running?: boolean;
  /** Another service on the same database: its url. */
  readonly databaseUrl?: string;
  readonly secretKey?: string;
};

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (facts: object, message: string) => process.stderr.write(`${message} ${String((facts as { error?: Error }).error?.stack ?? JSON.stringify(facts))}\n`) };

/** One secret key for every service of a run, so that several can share a database. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** Starts a service of its own for a test file. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const made = options.databaseUrl === undefined ? await makeDatabase() : null;
  const url = options.databaseUrl ?? made?.url ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-service-'));
  const config = readConfig({
    PORT: '0', DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: options.secretKey ?? SECRET_KEY, DEMO: '0', LOG_LEVEL: 'error', WEBHOOK_RETRY_BASE_MS: '50', WEBHOOK_RETRY_FACTOR: '2', ...options.environment,
  });
  const clock = { offsetMs: 0 };
  const server = await startServer(config, quiet, { workersPaused: options.running !== true, world: (egress) => movable(createWorld({ egress }), clock) });
  const admin = new Pool({ connectionString: url, max: 2 });
  const { context } = server.ground;

  async function key(merchantId: string, wish: KeyWish = {}): Promise<string> {
    const tenant = { merchantId, livemode: wish.livemode ?? false };
    const rights = { scopes: wish.scopes ?? ['*'], origins: wish.origins ?? [], ipRanges: wish.ipRanges ?? [] };
    return (await issueKey(context.store.of(tenant), context, { tenant, kind: wish.kind ?? 'secret', name: 'Test', rights, expiresAt: wish.expiresAt ?? null })).key;
  }

  return {
    baseUrl: `${server.baseUrl}/v1`,
    server,
    databaseUrl: url,
    key,
    async merchant({ name = `Shop ${randomBytes(4).toString('hex')}`, ...wish } = {}) {
      const { id } = await createMerchant(context, { name, email: 'owner@example.sl' });
      const text = await key(id, wish);
      return { id, key: text, client: createClient({ baseUrl: `${server.baseUrl}/v1`, apiKey: text, retries: 0 }) };
    },
    async driver(name = 'Mohamed Kamara') {
      const phone = `+232765${String(Math.floor(Number(`0x${randomBytes(3).toString('hex')}`) % 100_000)).padStart(5, '0')}`;
      return (await addDriver(context, { name, phone, vehicleType: 'motorbike', plate: 'ABC 123' })).id;
    },
    advance(ms) {
      clock.offsetMs += ms;
    },
    drain: () => server.workers.drain(),
    query: async (sql, values = []) => (await admin.query(sql, [...values])).rows as Record<string, unknown>[],
    async [Symbol.asyncDispose]() {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      if (made) await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${made.name} WITH (FORCE)`);
    },
  };
}

/** A migrated, empty database: a copy of the template. */
export async function makeDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('templateName')}`);
  return { name, url: databaseUrl(serverUrl, name) };
}

function movable(world: World, clock: { readonly offsetMs: number }): World {
  return { ...world, now: () => new Date(world.now().getTime() + clock.offsetMs) };
}
