import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPostgres } from '../../test/kit/postgres.ts';
import { look } from '../../test/kit/shop.ts';
import { openWire } from '../../test/kit/wire.ts';
import { connectionFromUrl } from './connection.ts';
import { openStore } from './open-store.ts';
import { statement } from './statement.ts';
import { LostConnection } from './trouble.ts';

const POOL_CONNECTIONS = 6;
const SHARED_CONNECTIONS = 4;
/** Past the 5 s for which a statement may stay without an answer. */
const SILENT_MS = 6_000;
/** Well before the 21 s in which the swallowed statements would end by themselves. */
const BACK_MS_MAX = 10_000;
/** Less than the 3 s after which a session that does not end is given up. */
const PATIENCE_MS = 2_900;
const backEnd = statement({
  name: 'test.backEnd',
  params: {},
  row: { pid: 'int4' },
  sql: 'SELECT pg_backend_pid() AS pid',
});
const one = statement({ name: 'test.one', params: {}, row: { one: 'int4' }, sql: 'SELECT 1 AS one' });

test(
  'transactions that a silent network swallowed are given up also when no shared connection was there to notice',
  { timeout: 300_000 },
  async () => {
    await using postgres = await openPostgres();
    const asOwner = { connectionString: postgres.url };
    await look(asOwner, 'CREATE ROLE cottontree_app; CREATE ROLE cottontree_system');
    await using wire = await openWire({
      socketPath: postgres.socketPath,
      commits: () => false,
      chance: () => 0,
      lossRate: 0,
    });
    let lost = 0;
    const onTrouble = (): void => {
      lost += 1;
      if (lost === SHARED_CONNECTIONS) wire.become('silent');
    };
    const connection = connectionFromUrl(`postgresql://cottontree@127.0.0.1:${wire.port}/cottontree`);
    await using store = await openStore({
      connection,
      directConnection: connection,
      prepared: true,
      monotonicMs: () => performance.now(),
      onTrouble,
    });
    const network = new EventEmitter();
    const begun: Promise<unknown>[] = [];
    const swallowed = Array.from({ length: POOL_CONNECTIONS }, () =>
      store.system
        .transaction(async (tx) => {
          const first = tx.run(one, {});
          begun.push(first);
          await first;
          await once(network, 'silent');
          await tx.run(one, {});
        })
        .catch((error: unknown) => error),
    );
    await expect.poll(() => begun.length).toBe(POOL_CONNECTIONS);
    await Promise.all(begun);
    await look(
      asOwner,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cottontree' AND state = 'idle'`,
    );
    await expect.poll(() => lost).toBeGreaterThanOrEqual(SHARED_CONNECTIONS);
    network.emit('silent');
    await pause(SILENT_MS);
    wire.become('sound');
    const sinceMs = performance.now();
    await expect
      .poll(() => store.system.transaction((tx) => tx.run(one, {})).catch((error: unknown) => error), {
        timeout: 60_000,
      })
      .toEqual([{ one: 1 }]);
    expect(performance.now() - sinceMs).toBeLessThan(BACK_MS_MAX);
    expect(await Promise.all(swallowed)).toEqual(
      Array.from({ length: POOL_CONNECTIONS }, () => expect.any(LostConnection)),
    );
  },
);

test(
  'closing a store waits for the sessions of its transactions, which a database that stops next would else end as trouble',
  { timeout: 300_000 },
  async () => {
    await using postgres = await openPostgres();
    await look(
      { connectionString: postgres.url },
      'CREATE ROLE cottontree_app; CREATE ROLE cottontree_system',
    );
    const connection = connectionFromUrl(postgres.url);
    const troubles: unknown[] = [];
    const store = await openStore({
      connection,
      directConnection: connection,
      prepared: true,
      monotonicMs: () => performance.now(),
      onTrouble: (error) => troubles.push(error),
    });
    const session = await store.system.transaction((tx) => tx.run(backEnd, {}));
    const pid = session[0]?.pid ?? expect.fail('no session');
    process.kill(pid, 'SIGSTOP');
    const sinceMs = performance.now();
    await store[Symbol.asyncDispose]();
    const tookMs = performance.now() - sinceMs;
    process.kill(pid, 'SIGCONT');
    expect(tookMs).toBeGreaterThan(PATIENCE_MS);
    expect(troubles).toEqual([]);
  },
);

test(
  'a store that finds too few sessions to open keeps none of them, so that the process which wanted it can end',
  { timeout: 300_000 },
  async () => {
    await using postgres = await openPostgres();
    const asOwner = { connectionString: postgres.url };
    await look(
      asOwner,
      'CREATE ROLE cottontree_app; CREATE ROLE cottontree_system; CREATE ROLE crowded LOGIN CONNECTION LIMIT 2',
    );
    const connection = connectionFromUrl(postgres.url.replace('//cottontree@', '//crowded@'));
    const opening = openStore({
      connection,
      directConnection: connection,
      prepared: true,
      monotonicMs: () => performance.now(),
      onTrouble: () => undefined,
    });
    await expect(opening).rejects.toThrow('too many connections');
    await expect
      .poll(() => look(asOwner, `SELECT pid FROM pg_stat_activity WHERE usename = 'crowded'`), {
        timeout: 5_000,
      })
      .toEqual([]);
  },
);
