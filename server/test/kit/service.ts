import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@cottontree/client';
import type { GrantedScope, UserRole } from '@cottontree/contract';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { createUserAccount, issueSession } from '../../src/modules/accounts/index.ts';
import { readConfig, type Config } from '../../src/config.ts';
import type { Logger } from '../../src/kernel/running/logger.ts';
import type { OwnWorld } from '../../src/kernel/running/world.ts';
import { createEgress } from '../../src/egress/index.ts';
import { startServer, type RunningServer } from '../../src/main.ts';
import { createMerchant, issueKey, updateMerchant } from '../../src/modules/merchants/index.ts';
import type { FiscalSigner } from '../../src/modules/pos/index.ts';
import { addDriver } from '../../src/modules/shipping/index.ts';
import { createWorld } from '../../src/world.ts';
import { databaseUrl, onServer } from './database.ts';
import type { Fate } from './fate.ts';
import { nextPhone } from './next-phone.ts';
import { waysTo } from './ways-to.ts';

/** A whole service on a database of its own, with a clock that moves only when told to. */
export type TestService = AsyncDisposable & {
  readonly baseUrl: string;
  readonly server: RunningServer;
  readonly databaseUrl: string;
  /** A merchant with a key of every right; test mode unless asked otherwise. */
  readonly merchant: (input?: KeyInput & { readonly name?: string }) => Promise<TestMerchant>;
  /** A further key of a merchant. */
  readonly key: (merchantId: string, input?: KeyInput) => Promise<string>;
  readonly driver: (name?: string) => Promise<string>;
  /** A driver who is signed in. */
  readonly courier: (name?: string) => Promise<TestPerson & { readonly phone: string }>;
  /** A person of the platform who is signed in; an operator unless asked otherwise. */
  readonly operator: (
    role?: UserRole,
  ) => Promise<TestPerson & { readonly email: string; readonly password: string }>;
  /** Moves the wall clock. */
  readonly advance: (ms: number) => void;
  /** Does all background work that is due. */
  readonly drain: () => Promise<void>;
  /** Looks into the database as its owner; what has a name is planned once. */
  readonly query: (
    sql: string | { readonly name: string; readonly text: string },
    values?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>;
};

export type KeyInput = {
  readonly livemode?: boolean;
  readonly kind?: 'secret' | 'public';
  readonly scopes?: readonly GrantedScope[];
  readonly origins?: readonly string[];
  readonly ipRanges?: readonly string[];
  readonly expiresAt?: Date | null;
};

export type TestMerchant = { readonly id: string; readonly key: string; readonly client: Client };

/** Somebody with a session, and a client that uses its token. */
export type TestPerson = { readonly id: string; readonly token: string; readonly client: Client };

export type ServiceOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Background loops run by themselves instead of by `drain`. */
  readonly running?: boolean;
  /** Another service on the same database: its url. */
  readonly databaseUrl?: string;
  readonly secretKey?: string;
  /** The clock is judged before what is old by it is deleted, as in a real service; else it is believed whatever a test does to it. */
  readonly judgesClock?: boolean;
  /** Takes what is logged, for those who look into it; else only errors are shown. */
  readonly log?: Logger;
  /** What names resolve to for outgoing requests. */
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /** The built program that prints in threads; else it is done in this one. */
  readonly pressProgram?: URL;
  /** The tax authority's device. */
  readonly signer?: FiscalSigner;
  /** What can end the node between two of its steps. */
  readonly fate?: Fate;
};

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (facts: object, message: string) =>
    process.stderr.write(
      `${message} ${String((facts as { error?: Error }).error?.stack ?? JSON.stringify(facts))}\n`,
    ),
};

/** One secret key for every service of a run, so that several can share a database. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** What tests do within a second is more than a merchant's programs do. */
const UNHURRIED = Object.freeze({ readsPerSecond: 5_000, writesPerSecond: 5_000 });

/** Starts a service of its own for a test file. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const made = options.databaseUrl === undefined ? await makeDatabase() : null;
  const url = options.databaseUrl ?? made?.url ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-service-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    ...(await waysTo(url)),
    SECRET_KEY: options.secretKey ?? SECRET_KEY,
    DEMO: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_RETRY_BASE_MS: '50',
    WEBHOOK_RETRY_FACTOR: '2',
    ...options.environment,
  });
  const clock = { offsetMs: 0 };
  const ownEgress = options.lookup
    ? createEgress({ allow: config.outboundAllow, userAgent: 'Test', lookup: options.lookup })
    : null;
  const { fate } = options;
  const mortal = fate?.world ?? ((world: OwnWorld) => world);
  const server = await startServer(config, options.log ?? quiet, {
    workersPaused: options.running !== true,
    toleratesLag: true,
    trustsClock: options.judgesClock !== true,
    ...(options.signer ? { signer: options.signer } : {}),
    ...(fate ? { store: fate.store } : {}),
    ...(options.pressProgram ? { pressProgram: options.pressProgram } : {}),
    world: (egress) => movable(mortal(createWorld({ egress: ownEgress ?? egress })), { ...options, clock }),
  });
  const baseUrl = `${addressOf(server, config)}/v1`;
  const admin = new Pool({ connectionString: url, max: 2 });
  const { context } = server.runtime;

  async function key(merchantId: string, input: KeyInput = {}): Promise<string> {
    const tenant = { merchantId, livemode: input.livemode ?? false };
    const rights = {
      scopes: input.scopes ?? ['*'],
      origins: input.origins ?? [],
      ipRanges: input.ipRanges ?? [],
    };
    return (
      await issueKey(context.store.of(tenant), context, {
        tenant,
        kind: input.kind ?? 'secret',
        name: 'Test',
        rights,
        expiresAt: input.expiresAt ?? null,
      })
    ).key;
  }

  function addRider(name = 'Mohamed Kamara') {
    return addDriver(context, { name, phone: nextPhone(), vehicleType: 'motorbike', plate: 'ABC 123' });
  }

  async function signedIn(kind: 'driver' | 'operator', subjectId: string): Promise<TestPerson> {
    const { token } = await issueSession(context.store.system, context, {
      kind,
      subjectId,
      address: '127.0.0.1',
    });
    return { id: subjectId, token, client: createClient({ baseUrl, apiKey: token, retries: 0 }) };
  }

  return {
    baseUrl,
    server,
    databaseUrl: url,
    key,
    async merchant({ name = `Shop ${randomBytes(4).toString('hex')}`, ...input } = {}) {
      const { id } = await createMerchant(context, { name, email: 'owner@example.sl' });
      await updateMerchant(context, id, UNHURRIED);
      const text = await key(id, input);
      return { id, key: text, client: createClient({ baseUrl, apiKey: text, retries: 0 }) };
    },
    driver: async (name) => (await addRider(name)).id,
    async courier(name) {
      const { id, phone } = await addRider(name);
      return { ...(await signedIn('driver', id)), phone };
    },
    async operator(role = 'operator') {
      const email = `${role}-${randomBytes(4).toString('hex')}@example.sl`;
      const password = 'Cotton tree of Freetown';
      const { user } = await createUserAccount(server.modules.accounts, {
        name: 'Hawa Bangura',
        email,
        role,
        password,
      });
      return { ...(await signedIn('operator', user.id)), email, password };
    },
    advance(ms) {
      clock.offsetMs += ms;
    },
    drain: () => server.workers.drain(),
    query: async (sql, values = []) =>
      (await admin.query(sql, [...values])).rows as Record<string, unknown>[],
    async [Symbol.asyncDispose]() {
      await admin.end();
      await server.stop();
      ownEgress?.close();
      await rm(folder, { recursive: true, force: true });
      if (made) await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${made.name} WITH (FORCE)`);
    },
  };
}

/** Where it listens, whatever it is called outside. */
function addressOf({ baseUrl, server }: RunningServer, { publicUrlGiven }: Config): string {
  return publicUrlGiven ? `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}` : baseUrl;
}

/** A migrated, empty database: a copy of the template. */
export async function makeDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(
    serverUrl,
    `CREATE DATABASE ${name} TEMPLATE ${inject('templateName')} STRATEGY ${inject('copying')}`,
  );
  return { name, url: databaseUrl(serverUrl, name) };
}

/** Where the clock is judged, the database's stays where it is; else it moves along, so that what is due in an hour is due at once. */
function movable(
  world: OwnWorld,
  { clock, judgesClock }: { readonly clock: { readonly offsetMs: number }; readonly judgesClock?: boolean },
): OwnWorld {
  const now = (): Date => new Date(world.now().getTime() + clock.offsetMs);
  return { ...world, now, ...(judgesClock ? {} : { systemNow: now }) };
}
