import type { Runtime } from '../runtime.ts';
import { readSessionRights, type SessionRights } from '../session-rights.queries.ts';
import { readSnapshot } from '../store/index.ts';
import type { Finding } from './finding.ts';
import { readDatabaseFacts } from './database-facts.queries.ts';
import { examinePooling } from './examine-pooling.ts';
import { examineReplication } from './examine-replication.ts';
import { examineReplicas } from './examine-replicas.ts';
import { readReplication } from './replication.queries.ts';

/** What one node may have open at once, and a few for commands and operators. */
const CONNECTIONS_OF_NODE = 12;
const CLOCK_DIFFERENCE_MAX_MS = 5_000;

type Facts = NonNullable<Awaited<ReturnType<typeof readDatabaseFacts>>>;

/** Version, safety, room for connections, clock and data of the database. */
export async function examineDatabase(runtime: Runtime): Promise<readonly Finding[]> {
  const { context, databaseVersion, config, ownerConnection, snapshotPlaces } = runtime;
  const before = context.world.now();
  const facts = await readSnapshot(ownerConnection, readDatabaseFacts);
  const after = context.world.now();
  if (!facts) return [{ check: 'database', state: 'bad', message: 'It does not tell its settings.' }];
  const replication =
    config.databaseUrl === null ? null : await readSnapshot(ownerConnection, readReplication);
  const pooling = examinePooling(runtime);
  const kind = config.databaseUrl === null ? 'embedded' : 'of DATABASE_URL';
  return [
    {
      check: 'database',
      state: 'ok',
      message: `PostgreSQL ${databaseVersion}, ${kind}, ${(Number(facts.bytes) / 1e6).toFixed(0)} MB, schema up to date`,
    },
    examineSafety(facts),
    ...(replication ? [examineReplication(replication)] : []),
    ...(await examineReplicas(snapshotPlaces)),
    examineSession(await readSessionRights(context.store.system)),
    ...(pooling ? [pooling] : []),
    examineConnections(facts),
    examineClock(facts.now.getTime() - (before.getTime() + after.getTime()) / 2),
    examineData(facts),
  ];
}

function examineSafety({ fsync, commits, page_writes }: Facts): Finding {
  const off = Object.entries({ fsync, synchronous_commit: commits, full_page_writes: page_writes }).filter(
    ([, setting]) => setting === 'off',
  );
  if (off.length === 0)
    return {
      check: 'durability',
      state: 'ok',
      message: `fsync ${fsync}, synchronous_commit ${commits}, full_page_writes ${page_writes}`,
    };
  return {
    check: 'durability',
    state: 'bad',
    message: `${off.map(([name]) => name).join(' and ')} off: acknowledged writes can be lost in a crash.`,
  };
}

function examineSession({ name, excess }: SessionRights): Finding {
  return excess === null
    ? { check: 'session', state: 'ok', message: `logged in as ${name}, who owns nothing` }
    : { check: 'session', state: 'warning', message: excess };
}

function examineConnections({ connections, connections_max }: Facts): Finding {
  const left = connections_max - connections;
  const message = `${connections} of ${connections_max} in use`;
  return {
    check: 'connections',
    state: left < CONNECTIONS_OF_NODE ? 'warning' : 'ok',
    message:
      left < CONNECTIONS_OF_NODE
        ? `${message}; a node takes up to ${CONNECTIONS_OF_NODE}: raise max_connections.`
        : message,
  };
}

function examineClock(differenceMs: number): Finding {
  const seconds = Math.abs(differenceMs / 1_000).toFixed(1);
  if (Math.abs(differenceMs) <= CLOCK_DIFFERENCE_MAX_MS)
    return { check: 'clock', state: 'ok', message: `within ${seconds} s of the database's` };
  return {
    check: 'clock',
    state: 'bad',
    message: `${seconds} s ${differenceMs > 0 ? 'behind' : 'ahead of'} the database's: let both follow a time server.`,
  };
}

function examineData({ zones, unpartitioned }: Facts): Finding {
  if (zones === 0)
    return {
      check: 'zones',
      state: 'warning',
      message: 'none is active, so nothing can be priced: cottontree zones import FILE',
    };
  if (unpartitioned > 0n)
    return {
      check: 'partitions',
      state: 'warning',
      message: `${unpartitioned} rows of the request log are outside of their day: no node with the role workers ran that day.`,
    };
  return { check: 'zones', state: 'ok', message: `${zones} active` };
}
