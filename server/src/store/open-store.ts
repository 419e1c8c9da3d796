import type pg from 'pg';
import type { Tenant } from '../core/tenant.ts';
import { Link } from './link.ts';
import { Listener } from './listener.ts';
import type { Settings } from './point-query.ts';
import { TransactionPool } from './pool.ts';
import { orderedValues, statement, type Statement } from './statement.ts';
import type { Runner, Store, Tx } from './store.ts';
import type { Shape, ValuesOf } from './types.ts';

export type StoreOptions = {
  readonly connection: pg.ClientConfig;
  /** Where listening goes: past a transaction-pooling proxy, if there is one. */
  readonly directConnection: pg.ClientConfig;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  /** How long a transaction may wait for a connection; default 2 s. */
  readonly acquireMs?: number;
};

const POINT_LINKS = 2;
/** Short, because whoever connects while the network is gone must come back soon after it. */
const CONNECT_MS = 1_500;
const POOL_CONNECTIONS = 6;
const ACQUIRE_MS = 2_000;
const POINT_TIMEOUT_MS = 4_000;
/** Longer than any statement of a shared connection may take. */
const SILENCE_MS = POINT_TIMEOUT_MS + 1_000;
const SLOW_TIMEOUT_MS = 20_000;
const LOCK_TIMEOUT_MS = 2_000;
const ping = statement({ name: 'store.ping', params: {}, row: { one: 'int4' }, sql: 'SELECT 1 AS one' });

/** Opens the store; every connection reconnects by itself until it is disposed of. */
export async function openStore(options: StoreOptions): Promise<Store & AsyncDisposable> {
  const onSilence = (): void => [...links, systemLink, pool].forEach((connected) => connected.renew());
  const onDoubt = (): void => pool.doubt();
  const linkOptions = {
    ...options,
    silenceMs: SILENCE_MS,
    connectMs: CONNECT_MS,
    reconnectMs: { first: 50, most: 500 },
    onSilence,
    onDoubt,
  };
  const links = Array.from({ length: POINT_LINKS }, () => new Link(linkOptions));
  const systemLink = new Link(linkOptions);
  const pool = new TransactionPool({
    ...options,
    connectionsMax: POOL_CONNECTIONS,
    waitingMax: 256,
    acquireMs: options.acquireMs ?? ACQUIRE_MS,
    transactionMs: SLOW_TIMEOUT_MS + 5_000,
    silenceMs: SILENCE_MS,
  });
  await Promise.all([...links, systemLink].map((link) => link.open()));
  const listener = new Listener({ ...options, connection: options.directConnection });

  const systemSettings = settingsFor('cottontree_system', [], POINT_TIMEOUT_MS);
  const slowSystemSettings = settingsFor('cottontree_system', [], SLOW_TIMEOUT_MS);
  const pooled = (settings: Settings): Runner => ({
    run: (text, values) => pool.transaction(settings, (tx) => tx.run(text, values)),
  });

  return {
    of: (...tenants) =>
      onLink(() => leastLoaded(links), settingsFor('cottontree_app', merchantsOf(tenants), POINT_TIMEOUT_MS)),
    slow: (tenant) => pooled(settingsFor('cottontree_app', merchantsOf([tenant]), SLOW_TIMEOUT_MS)),
    transaction: (tenant, work) =>
      pool.transaction(settingsFor('cottontree_app', merchantsOf([tenant]), POINT_TIMEOUT_MS), work),
    system: {
      ...onLink(() => systemLink, systemSettings),
      slow: pooled(slowSystemSettings),
      transaction: <T>(work: (tx: Tx) => Promise<T>) => pool.transaction(slowSystemSettings, work),
    },
    listen: (channel, heard) => listener.listen(channel, heard),
    notify: (channel, payload) => listener.notify(channel, payload),
    isReady: () =>
      onLink(() => systemLink, systemSettings)
        .run(ping, {})
        .then(() => true)
        .catch(() => false),
    async [Symbol.asyncDispose]() {
      await Promise.all([...links, systemLink, pool, listener].map((owned) => owned[Symbol.asyncDispose]()));
    },
  };
}

function settingsFor(
  role: Settings['role'],
  merchantIds: readonly string[],
  statementTimeoutMs: number,
): Settings {
  return { role, merchantIds, statementTimeoutMs, lockTimeoutMs: LOCK_TIMEOUT_MS };
}

function merchantsOf(tenants: readonly Tenant[]): string[] {
  return [...new Set(tenants.map((tenant) => tenant.merchantId))];
}

function leastLoaded(links: readonly Link[]): Link {
  return links.reduce((best, link) => (link.load < best.load ? link : best));
}

function onLink(choose: () => Link, settings: Settings): Runner {
  return {
    async run<P extends Shape, R extends Shape>(text: Statement<P, R>, values: ValuesOf<P>) {
      return (await choose().run(
        text,
        orderedValues(text, values),
        settings,
      )) as unknown as readonly ValuesOf<R>[];
    },
  };
}
