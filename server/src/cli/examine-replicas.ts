import { Client } from 'pg';
import type { Runtime } from '../runtime.ts';
import { readPosition, readSnapshot, readStanding, unfitText, whyUnfit } from '../store/index.ts';
import type { Finding } from './finding.ts';

type Places = Runtime['snapshotPlaces'];
type Replica = NonNullable<Places['replicas']>[number];
type Position = Awaited<ReturnType<typeof readPosition>>;

const CONNECT_MS = 3_000;
const check = 'replica';
/** Who may not become these reads nothing there, and the primary answers in its place. */
const ROLES_SQL =
  "SELECT pg_has_role(current_user, 'cottontree_app', 'MEMBER') AND pg_has_role(current_user, 'cottontree_system', 'MEMBER') AS may_read";

/** Whether each replica is reached, copies this very primary, and how far behind it is. */
export async function examineReplicas({ connection, replicas = [] }: Places): Promise<readonly Finding[]> {
  if (replicas.length === 0) return [];
  const primary = await readSnapshot(connection, readPosition);
  return Promise.all(replicas.map((replica) => examineReplica(replica, primary)));
}

async function examineReplica({ name, connection }: Replica, primary: Position): Promise<Finding> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const standing = await readStanding((query) => client.query<Record<string, unknown>>(query));
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
    const behind = unfit === null ? 0n : primary.bytes - standing.bytes;
    const blind = standing.seesTimeline
      ? ''
      : '; after a failover it is taken in again at its next restartpoint, with GRANT pg_read_all_stats to its user at once';
    return { check, state: 'ok', message: `${name} follows the primary, ${behind} bytes behind${blind}` };
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
