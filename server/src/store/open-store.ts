import type pg from 'pg';
import type { Figure } from '../kernel/running/figure.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import { primaryOf } from './hosts/open-client.ts';
import { openLanes, type LaneSettings } from './lanes.ts';
import { Link } from './link.ts';
import { Listener } from './listener.ts';
import { TransactionPool } from './pool.ts';
import { openReplicas, type ReplicaConnection } from './replicas/open-replicas.ts';
import { statement } from './statement.ts';
import type { Runner, Store, Tx } from './store.ts';

export type StoreOptions = {
  readonly connection: pg.ClientConfig;
  /** Where listening goes: past a transaction-pooling proxy, if there is one. */
  readonly directConnection: pg.ClientConfig;
  /** Whether statements are prepared by name, which a transaction-pooling proxy may not know of. */
  readonly prepared: boolean;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  /** Told, in a sentence, of what is well again. */
  readonly onNews?: (sentence: string) => void;
  /** Physical copies that lists and reports are read from; none, if left out. */
  readonly replicas?: readonly ReplicaConnection[];
  /** How long a transaction may wait for a connection; default 2 s. */
  readonly acquireMs?: number;
};

/** How often a node asks all servers whether writes still go where they should. */
const LOOK_AGAIN_MS = 3_000;
const POINT_LINKS = 2;
/** Short, because whoever connects while the network is gone must come back soon after it. */
const CONNECT_MS = 1_500;
const POOL_CONNECTIONS = 6;
/** For whatever waits for locks, all together. */
const WAITING_CONNECTIONS = 4;
const ACQUIRE_MS = 2_000;
const POINT_TIMEOUT_MS = 4_000;
/** Longer than any statement of a shared connection may take. */
const SILENCE_MS = POINT_TIMEOUT_MS + 1_000;
const SLOW_TIMEOUT_MS = 20_000;
const ping = statement({ name: 'store.ping', params: {}, row: { one: 'int4' }, sql: 'SELECT 1 AS one' });

type OpenStore = Store & AsyncDisposable & { readonly replicaFigures: () => readonly Figure[] };

/** Opens the store; every connection reconnects by itself until it is disposed of. */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const onSilence = (): void =>
    [...links, systemLink, pool, waitingRoom].forEach((connected) => connected.renew());
  const onDoubt = (): void => [pool, waitingRoom].forEach((connected) => connected.doubt());
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
  const poolOptions = {
    ...options,
    waitingMax: 256,
    acquireMs: options.acquireMs ?? ACQUIRE_MS,
    transactionMs: SLOW_TIMEOUT_MS + 5_000,
    silenceMs: SILENCE_MS,
  };
  const pool = new TransactionPool({ ...poolOptions, connectionsMax: POOL_CONNECTIONS });
  const waitingRoom = new TransactionPool({ ...poolOptions, connectionsMax: WAITING_CONNECTIONS });
  const lanes = openLanes({ pool, waitingRoom, monotonicMs: options.monotonicMs });
  const owned: readonly AsyncDisposable[] = [...links, systemLink, pool, waitingRoom];
  let listener: Listener | null = null;
  // From the first connection on: it may be open while the others still find out that writes go elsewhere now.
  const following = followPrimaries(options, () => {
    onSilence();
    listener?.renew();
  });
  await openAll([...links, systemLink], [following, ...owned]);
  const hearing = new Listener({ ...options, connection: options.directConnection });
  listener = hearing;

  const system = settingsFor('cottontree_system', [], POINT_TIMEOUT_MS);
  const slowSystem = settingsFor('cottontree_system', [], SLOW_TIMEOUT_MS);
  const systemRunner = lanes.shared([systemLink], system);

  const replicas = openReplicas({ ...options, replicas: options.replicas ?? [], primary: systemRunner });
  return {
    of: (...tenants) => lanes.shared(links, pointApp(tenants)),
    slow: (tenant) => lanes.single(slowApp(tenant)),
    reads: (tenant, kind) =>
      kind === 'point'
        ? replicas.reader(pointApp([tenant]), lanes.shared(links, pointApp([tenant])))
        : replicas.reader(slowApp(tenant), lanes.single(slowApp(tenant))),
    transaction: (tenant, work) => lanes.transaction(pointApp([tenant]), work),
    system: {
      ...systemRunner,
      slow: lanes.single(slowSystem),
      reads: replicas.reader(slowSystem, lanes.single(slowSystem)),
      transaction: <T>(work: (tx: Tx) => Promise<T>) => lanes.transaction(slowSystem, work),
    },
    listen: (channel, heard) => hearing.listen(channel, heard),
    notify: (channel, payload) => hearing.notify(channel, payload),
    isReady: () => answers(systemRunner),
    replicaFigures: replicas.figures,
    async [Symbol.asyncDispose]() {
      await replicas[Symbol.asyncDispose]();
      await dispose([following, ...owned, hearing]);
    },
  };
}

/** Where one cannot be opened, nothing of what is owned stays open. */
async function openAll(links: readonly Link[], owned: readonly AsyncDisposable[]): Promise<void> {
  try {
    await Promise.all(links.map((link) => link.open()));
  } catch (error) {
    await dispose(owned);
    throw error;
  }
}

async function dispose(owned: readonly AsyncDisposable[]): Promise<void> {
  await Promise.all(owned.map((one) => one[Symbol.asyncDispose]()));
}

function answers(runner: Runner): Promise<boolean> {
  return runner.run(ping, {}).then(
    () => true,
    () => false,
  );
}

/** Both ways to the database, until it is disposed of. */
function followPrimaries(
  { connection, directConnection, onTrouble }: StoreOptions,
  onMoved: () => void,
): AsyncDisposable {
  const followed = [connection, directConnection].map((way) => followPrimary(way, { onTrouble, onMoved }));
  return { [Symbol.asyncDispose]: async () => followed.forEach((stop) => stop()) };
}

type Followed = Pick<StoreOptions, 'onTrouble'> & { readonly onMoved: () => void };

/** Of several servers, lets every connection go where writes go now; the answer stops it. */
function followPrimary(connection: pg.ClientConfig, { onTrouble, onMoved }: Followed): () => void {
  const primary = primaryOf(connection);
  if (!primary) return () => undefined;
  const unhear = primary.onMoved((reason) => {
    onTrouble(reason);
    onMoved();
  });
  const timer = setInterval(() => void primary.lookAgain(), LOOK_AGAIN_MS);
  timer.unref();
  return () => {
    unhear();
    clearInterval(timer);
  };
}

function settingsFor(
  role: LaneSettings['role'],
  merchantIds: readonly string[],
  statementTimeoutMs: number,
): LaneSettings {
  return { role, merchantIds, statementTimeoutMs };
}

const pointApp = (tenants: readonly Tenant[]): LaneSettings =>
  settingsFor('cottontree_app', merchantsOf(tenants), POINT_TIMEOUT_MS);
const slowApp = (tenant: Tenant): LaneSettings =>
  settingsFor('cottontree_app', merchantsOf([tenant]), SLOW_TIMEOUT_MS);

function merchantsOf(tenants: readonly Tenant[]): string[] {
  return [...new Set(tenants.map((tenant) => tenant.merchantId))];
}
