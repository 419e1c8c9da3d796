import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { readSnapshot } from '../read-snapshot.ts';
import type { Runner } from '../store.ts';
import { sqlStateOf } from '../trouble.ts';
import { readPosition } from './primary-position.queries.ts';
import type { ReplicaConnection } from './open-replicas.ts';
import { NotFit, readStanding, whyUnfit, type LogPosition } from './standing.ts';

/** Where a snapshot may be read. */
export type SnapshotPlaces = {
  /** The primary. */
  readonly connection: ClientConfig;
  readonly replicas?: readonly ReplicaConnection[];
  /** Told, in words, of a replica that could not be read. */
  readonly onPassedOver?: (reason: string) => void;
};

const CONNECT_MS = 3_000;
/** How long a replica is waited for that is behind. */
const CATCH_UP_MS = 10_000;
const PAUSE_MS = 20;
/** Policies that hide rows from the user are an error there, never an incomplete copy. */
const WHOLE_SQL = 'SET LOCAL row_security = off';

/**
 * As `readSnapshot`, on the first replica that has replayed what the primary has by now; what breaks there is begun anew
 * on the next, and at last on the primary, so that `work` may run more than once.
 */
export async function readSnapshotApart<T>(
  { connection, replicas = [], onPassedOver }: SnapshotPlaces,
  work: (runner: Runner, client: Client) => Promise<T>,
): Promise<T> {
  const position = replicas.length === 0 ? null : await readSnapshot(connection, readPosition);
  for (const replica of position ? replicas : []) {
    const read = await readOn(replica, position as LogPosition, work);
    if ('value' in read) return read.value;
    onPassedOver?.(`The replica ${replica.name} is passed over: ${read.reason}`);
  }
  return readSnapshot(connection, work);
}

async function readOn<T>(
  { name, connection }: ReplicaConnection,
  position: LogPosition,
  work: (runner: Runner, client: Client) => Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  let begun = false;
  let lost = false;
  try {
    const value = await readSnapshot(
      { connectionTimeoutMillis: CONNECT_MS, ...connection },
      async (runner, client) => {
        await client.query(WHOLE_SQL);
        begun = true;
        return work(runner, client);
      },
      async (client) => {
        client.once('error', () => (lost = true));
        await waitUntilFit(client, { name, position });
      },
    );
    return { value };
  } catch (error) {
    if (begun && !lost && sqlStateOf(error) === null) throw error;
    return { reason: error instanceof Error && error.message ? error.message : String(error) };
  }
}

async function waitUntilFit(
  client: Client,
  { name, position }: { readonly name: string; readonly position: LogPosition },
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const unfit = whyUnfit(
      await readStanding((query) => client.query<Record<string, unknown>>(query)),
      position,
    );
    if (unfit === null) return;
    if (unfit !== 'behind' || waitedMs >= CATCH_UP_MS) throw new NotFit(unfit, name);
    await pause(PAUSE_MS);
  }
}
