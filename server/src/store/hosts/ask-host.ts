import { Client, type ClientConfig } from 'pg';
import type { HostAnswer } from './choose-primary.ts';
import type { Address } from './read-hosts.ts';

type Said = {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly system: string;
  readonly timeline: number | null;
  readonly started_at: string;
};

/** The timeline is read from the log that is written now: the control file learns of a promotion later. */
const SAYS_SQL = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only')::bool AS read_only,
  (SELECT system_identifier::text FROM pg_control_system()) AS system, pg_postmaster_start_time()::text AS started_at,
  CASE WHEN pg_is_in_recovery() THEN NULL
       ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline`;

/** Asks one server what it is, on a connection of its own; whatever goes wrong is an answer too. */
export async function askHost(
  connection: ClientConfig,
  address: Address,
  withinMs: number,
): Promise<HostAnswer> {
  const client = new Client({ ...connection, connectionTimeoutMillis: withinMs });
  client.on('error', () => undefined);
  aim(client, address);
  const limit = setTimeout(() => cut(client), withinMs);
  try {
    await client.connect();
    const { rows } = await client.query<Said>(SAYS_SQL);
    return answerOf(address, rows[0]);
  } catch (error) {
    return { address, role: 'silent', error };
  } finally {
    clearTimeout(limit);
    cut(client);
  }
}

function answerOf(address: Address, said: Said | undefined): HostAnswer {
  if (!said) return { address, role: 'silent', error: new Error('it says nothing of itself') };
  const { standby, read_only: isReadOnly, system, timeline, started_at: startedAt } = said;
  if (standby) return { address, role: 'standby' };
  if (isReadOnly || timeline === null) return { address, role: 'read-only' };
  return { address, role: 'writer', system, timeline, startedAt };
}

/** Lets a client that is not connected yet go to another server than its settings name. */
export function aim(client: Client, { host, port }: Address): void {
  Object.assign(client, { host, port });
}

/** Ends a connection without a word: nothing is under way on it. */
function cut(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
