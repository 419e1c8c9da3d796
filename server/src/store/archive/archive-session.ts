import type { Client, ClientConfig } from 'pg';
import { openClient } from '../hosts/open-client.ts';
import { positionText, readPosition } from './names.ts';

/** Keeps in the database's log what is not archived yet, up to `max_slot_wal_keep_size`; it outlasts crashes. */
export const SLOT = 'cottontree_backup';

/** How far the log is, and how much of it is kept for us. */
export type LogState = {
  readonly timeline: number;
  /** Everything before is synced. */
  readonly flushed: bigint;
  /** From here on the files are kept; null: nothing is kept, there is no slot or what it kept is gone. */
  readonly kept: bigint | null;
  readonly hasSlot: boolean;
};

/** What the archive asks of the database, on a connection of its own. */
export type ArchiveSession = AsyncDisposable & {
  readonly walLevel: string;
  readonly segmentBytes: number;
  readonly serverVersion: string;
  readonly state: () => Promise<LogState>;
  readonly makeSlot: () => Promise<void>;
  readonly dropSlot: () => Promise<void>;
  readonly advance: (to: bigint) => Promise<void>;
  /** Commits a mark, so that a restore can tell that nothing came between the last change and now; the database's time after it. */
  readonly mark: () => Promise<Date>;
  readonly now: () => Promise<Date>;
  readonly checkpoint: () => Promise<void>;
  readonly beginBase: (label: string) => Promise<bigint>;
  /** The label file's text, and the position from which on the copy is consistent. */
  readonly endBase: () => Promise<{ readonly label: string; readonly position: bigint; readonly at: Date }>;
};

const CONNECT_MS = 5_000;

const STATE_SQL = `
  SELECT pg_current_wal_flush_lsn()::text AS flushed, ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int AS timeline,
    s.slot_name IS NOT NULL AS has_slot, CASE WHEN s.wal_status <> 'lost' THEN s.restart_lsn END::text AS kept
  FROM (SELECT) one LEFT JOIN pg_replication_slots s ON s.slot_name = '${SLOT}'`;

export async function openArchiveSession(connection: ClientConfig): Promise<ArchiveSession> {
  const client = openClient({ ...connection, connectionTimeoutMillis: CONNECT_MS });
  // What breaks also fails the query under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  const settings = await one<{ level: string; segment: string; version: string }>(
    client,
    `SELECT current_setting('wal_level') AS level, current_setting('server_version') AS version,
       (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS segment,
       set_config('statement_timeout', '0', false), set_config('idle_session_timeout', '0', false)`,
  );
  return {
    walLevel: settings.level,
    segmentBytes: Number(settings.segment),
    serverVersion: settings.version,
    async state() {
      const row = await one<{ flushed: string; timeline: number; has_slot: boolean; kept: string | null }>(
        client,
        STATE_SQL,
      );
      return {
        timeline: row.timeline,
        flushed: readPosition(row.flushed),
        kept: row.kept === null ? null : readPosition(row.kept),
        hasSlot: row.has_slot,
      };
    },
    makeSlot: async () =>
      void (await client.query(`SELECT pg_create_physical_replication_slot('${SLOT}', true)`)),
    dropSlot: async () => void (await client.query(`SELECT pg_drop_replication_slot('${SLOT}')`)),
    advance: async (to) =>
      void (await client.query(`SELECT pg_replication_slot_advance('${SLOT}', $1::pg_lsn)`, [
        positionText(to),
      ])),
    async mark() {
      await client.query("SELECT pg_logical_emit_message(true, 'cottontree_backup', '')");
      return clock(client);
    },
    now: () => clock(client),
    checkpoint: async () => void (await client.query('CHECKPOINT')),
    async beginBase(label) {
      const { position } = await one<{ position: string }>(
        client,
        `SELECT pg_backup_start($1, true)::text AS position`,
        [label],
      );
      return readPosition(position);
    },
    async endBase() {
      const { position, label } = await one<{ position: string; label: string }>(
        client,
        'SELECT lsn::text AS position, labelfile AS label FROM pg_backup_stop(false)',
      );
      return { label, position: readPosition(position), at: await clock(client) };
    },
    [Symbol.asyncDispose]: () => client.end().catch(() => undefined),
  };
}

async function clock(client: Client): Promise<Date> {
  const { ms } = await one<{ ms: string }>(
    client,
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS ms',
  );
  return new Date(Number(ms));
}

async function one<T extends object>(
  client: Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T> {
  const { rows } = await client.query<T>(sql, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The database answered with nothing to: ${sql}`);
  return row;
}
