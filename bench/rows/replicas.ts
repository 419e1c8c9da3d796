import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { openCluster, type Cluster } from '../../server/test/kit/cluster.ts';
import { fillDeliveries, raiseLimits } from '../parts/fill.queries.ts';
import { drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times, type Subject } from '../parts/measure.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, makeFolder, removeFolder, type Merchant } from '../parts/service.ts';
import type { ServerOptions, Whereabouts } from '../roles/server.ts';

const CLIENTS = 16;
const CAUGHT_UP_MS_MAX = 120_000;
const POLL_MS = 100;
const COUNTS = ['none', 'one', 'two'] as const;

export const replicasRow: Row = { name: 'replicas', run };

type Node = AsyncDisposable & { readonly role: Role; readonly port: number };

/** The same list from three servers on one primary with two synchronous standbys, of which they read none, one and both. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const deliveries = bench.plan.quick ? 5_000 : 200_000;
  await using cluster = await openCluster();
  const standbys = cluster.standbys().map(({ url }) => url);
  await using none = await openNode(cluster, []);
  await using one = await openNode(cluster, standbys.slice(0, 1));
  await using two = await openNode(cluster, standbys);
  const merchant = await none.role.ask<Merchant>('merchant', {});
  const database = new Client(cluster.primary().url);
  await database.connect();
  try {
    await raiseLimits(database, merchant.id);
    await makeDeliveries(none.port, merchant.key, 1);
    await fillDeliveries(database, { merchantId: merchant.id, from: 1, to: deliveries - 1 });
    await caughtUp(cluster);
  } finally {
    await database.end();
  }
  const bytes = requestBytes({ method: 'GET', path: '/v1/shipping/deliveries?limit=20', key: merchant.key });
  const list = (name: string, { port }: Node): Subject<{ readonly perSecond: number }> => ({
    name,
    once: (seconds) => drive({ port, clients: CLIENTS, seconds, next: () => bytes }),
  });
  const figures = await interleave(
    bench,
    [none, one, two].map((node, at) => list(COUNTS[at] ?? '', node)),
  );
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  return COUNTS.slice(1).map((name, at) => ({
    work: `list, page 1 of ${deliveries.toLocaleString('en-US')}, 16 clients, ${name} of the standbys read`,
    measured: perSecond(rate(name)),
    floor: `${perSecond(rate('none'))} (the primary alone)`,
    ratio: times(rate(name) / rate('none')),
    goal: '–',
    met: null,
    ...(at > 0 ? {} : { note: NOTE }),
  }));
}

const NOTE =
  'All three PostgreSQL and the server share the same cores here, so a replica can give nothing: the figure tells what asking the primary for its position and judging the replica cost. A machine for each is what makes lists faster.';

async function openNode(cluster: Cluster, replicas: readonly string[]): Promise<Node> {
  const dataDir = await makeFolder();
  const role = await startRole('server', {
    dataDir,
    roles: 'http',
    paused: true,
    databaseUrl: cluster.primary().url,
    ...(replicas.length > 0 ? { replicaUrl: replicas.join(',') } : {}),
  } satisfies ServerOptions);
  const { port } = await role.ask<Whereabouts>('whereabouts');
  return {
    role,
    port,
    async [Symbol.asyncDispose]() {
      await role[Symbol.asyncDispose]();
      await removeFolder(dataDir);
    },
  };
}

/** Until both standbys have replayed all that the primary has written. */
async function caughtUp(cluster: Cluster): Promise<void> {
  const startedMs = performance.now();
  const behind = async (): Promise<number> =>
    Number(
      (
        await cluster
          .primary()
          .ask(
            'SELECT coalesce(max(pg_current_wal_lsn() - replay_lsn), 0)::text AS bytes FROM pg_stat_replication',
          )
      )['bytes'],
    );
  while ((await behind()) > 0) {
    if (performance.now() - startedMs > CAUGHT_UP_MS_MAX) throw new Error('The standbys do not catch up.');
    await pause(POLL_MS);
  }
}
