import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { typed } from '../config.ts';
import type { Runtime } from '../runtime.ts';
import { readSessionRights, type SessionRights } from '../runtime.queries.ts';
import {
  findPooling,
  LAG_MS_MAX,
  readPosition,
  readSnapshot,
  readStanding,
  unfitText,
  whyUnfit,
} from '../store/index.ts';
import type { Finding } from './finding.ts';
import { readDatabaseFacts, readReplication } from './database-facts.queries.ts';
import { examineReplication } from './examine-replication.ts';

/** What one process may have open at once. */
const CONNECTIONS_OF_NODE = 14;
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
    ...(await examineReplicas(snapshotPlaces, config.prepared)),
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
      message: `none is active, so nothing can be priced: ${typed('zones import FILE')}`,
    };
  if (unpartitioned > 0n)
    return {
      check: 'partitions',
      state: 'warning',
      message: `${unpartitioned} rows of the request log are outside of their day: no node with the role workers ran that day.`,
    };
  return { check: 'zones', state: 'ok', message: `${zones} active` };
}

const SLOWER = 'each statement is read and planned anew, which costs: take PREPARED out';

/** What stands between the requests and the database; null where nothing can, as before the embedded one. */
export function examinePooling({
  pooling: { lends, keepsPrepared },
  config: { prepared, databaseUrl },
}: Pick<Runtime, 'pooling' | 'config'>): Finding | null {
  if (databaseUrl === null) return null;
  const what =
    lends === 'none' ? 'none: straight to PostgreSQL' : `one that lends a session for each ${lends}`;
  if (prepared)
    return {
      check: 'pooler',
      state: 'ok',
      message: lends === 'transaction' ? `${what} and keeps prepared statements` : what,
    };
  return keepsPrepared
    ? { check: 'pooler', state: 'warning', message: `${what}, yet PREPARED is off: ${SLOWER}.` }
    : {
        check: 'pooler',
        state: 'ok',
        message: `${what}; PREPARED is off, as it forgets prepared statements`,
      };
}

type Places = Runtime['snapshotPlaces'];
type Replica = NonNullable<Places['replicas']>[number];
type Position = Awaited<ReturnType<typeof readPosition>>;

type Ask = Parameters<typeof readStanding>[0];

const CONNECT_MS = 3_000;
const check = 'replica';
/** Who may not become these reads nothing there, and the primary answers in its place. */
const ROLES_SQL =
  "SELECT pg_has_role(current_user, 'cottontree_app', 'MEMBER') AND pg_has_role(current_user, 'cottontree_system', 'MEMBER') AS may_read";

/** Whether each replica is reached, copies this very primary, and how far behind it is. */
export async function examineReplicas(
  { connection, replicas = [] }: Places,
  prepared: boolean,
): Promise<readonly Finding[]> {
  if (replicas.length === 0) return [];
  const primary = await readSnapshot(connection, readPosition);
  return Promise.all(replicas.map((replica) => examineReplica(replica, { primary, prepared })));
}

async function examineReplica(
  { name, connection }: Replica,
  { primary, prepared }: { readonly primary: Position; readonly prepared: boolean },
): Promise<Finding> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const ask: Ask = (query) => client.query<Record<string, unknown>>(query);
    const standing = await readStanding(ask);
    const unfit = whyUnfit(standing, primary);
    if (unfit !== null && unfit !== 'behind')
      return { check, state: 'bad', message: `${name} ${unfitText[unfit]}` };
    const { rows } = await client.query<{ readonly may_read: boolean }>(ROLES_SQL);
    if (!rows[0]?.may_read)
      return {
        check,
        state: 'bad',
        message: `${name}: its user may not become cottontree_app and cottontree_system, so nothing is read there: GRANT both to it.`,
      };
    if (prepared && !(await findPooling(client, connection)).keepsPrepared)
      return {
        check,
        state: 'bad',
        message: `${name} stands behind a pooler that forgets prepared statements, so nothing is read there: set PREPARED=off.`,
      };
    const behind = await stillBehind(standing, primary, ask);
    if (behind > 0n)
      return {
        check,
        state: 'warning',
        message: `${name} is ${behind} bytes behind and did not replay them in ${LAG_MS_MAX} ms, so nothing is read there; is replay paused (pg_is_wal_replay_paused()), or the log on its way?`,
      };
    const blind = standing.seesTimeline
      ? ''
      : '; after a failover it is taken in again at its next restartpoint, with GRANT pg_read_all_stats to its user at once';
    const seen = unfit === null ? 0n : primary.bytes - standing.bytes;
    return { check, state: 'ok', message: `${name} follows the primary, ${seen} bytes behind${blind}` };
  } catch (error) {
    const said = error instanceof Error && error.message ? error.message : String(error);
    return {
      check,
      state: 'bad',
      message: `${name} cannot be asked (${said}); what it would read, the primary does`,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How much of what the primary had is not replayed after a moment; nothing of a replica that is a little late. */
async function stillBehind(standing: Position, primary: Position, ask: Ask): Promise<bigint> {
  if (standing.bytes >= primary.bytes) return 0n;
  await pause(LAG_MS_MAX);
  const { bytes } = await readStanding(ask);
  return bytes < primary.bytes ? primary.bytes - bytes : 0n;
}
