import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { ArchiveOptions } from './archive-options.ts';
import { SLOT } from './archive-session.ts';

/** Of PostgreSQL, so that its log can be replayed elsewhere and what waits to be archived has its limit. */
export function archivedSettings(options: ArchiveOptions | null): Readonly<Record<string, string>> {
  return options === null ? {} : { wal_level: 'replica', max_slot_wal_keep_size: `${options.heldMib}MB` };
}

/** Keeps no log any more for an archive that nobody wants now. */
export async function endArchive(dataDir: string, connection: ClientConfig): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres', 'pg_replslot', SLOT))) return;
  await within(connection, (client) =>
    client.query(
      `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '${SLOT}'`,
    ),
  );
}

/** Whether the database writes a log that can be replayed elsewhere. */
export async function isArchivable(connection: ClientConfig): Promise<boolean> {
  const { rows } = await within(connection, (client) =>
    client.query<{ wal_level: string }>('SHOW wal_level'),
  );
  return rows[0]?.wal_level !== 'minimal';
}

async function within<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
