import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { copyIn, restoreBackup } from '../../src/store/backup/restore-backup.ts';
import { readBackupManifest, readBackupParts } from '../../src/store/backup/read-backup.ts';
import { migrate } from '../../src/store/index.ts';

/** A delivery that an older version made, and what its merchant was told of it. */
export type OlderJob = {
  readonly job_number: string;
  readonly pickup_code: string;
  readonly delivery_code: string;
  readonly tracking_url: string;
};

/** What schema version 3 left behind: its backup, and what its merchant knows. The secret key is that of all programs of a run. */
export type OlderVersion = AsyncDisposable & {
  readonly key: string;
  readonly jobs: Readonly<
    Record<
      'pending' | 'assigned' | 'under-way' | 'paid-on-delivery' | 'collected' | 'completed' | 'failed',
      OlderJob
    >
  >;
  /** Loads it into an empty database and brings it up to date. */
  readonly restore: (url: string) => Promise<void>;
  /** Makes an empty database as it was, with its merchants and so many deliveries. */
  readonly fill: (url: string, deliveries: number) => Promise<void>;
};

const FIXTURES = new URL('../promises/fixtures/', import.meta.url);
const VERSION = 3;
const quiet = { info: () => undefined };
const KEPT: ReadonlySet<string> = new Set(['merchants', 'drivers', 'zones', 'rate_cards', 'deliveries']);

export async function openOlderVersion(): Promise<OlderVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'ct-older-'));
  const file = join(folder, 'backup.tar');
  await writeFile(file, gunzipSync(await readFile(new URL('version-3.tar.gz', FIXTURES))));
  const known = JSON.parse(await readFile(new URL('version-3.json', FIXTURES), 'utf8')) as Pick<
    OlderVersion,
    'key' | 'jobs'
  >;
  return {
    ...known,
    async restore(url) {
      await restoreBackup({
        connection: { connectionString: url },
        file,
        manifest: await readBackupManifest(file),
        log: quiet,
      });
    },
    async fill(url, deliveries) {
      await migrate({ connection: { connectionString: url }, log: quiet, upTo: VERSION });
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        await client.query("SET session_replication_role = 'replica'");
        await load(client, file);
        await client.query(COPY_SQL, [deliveries]);
        await client.query('ANALYZE deliveries');
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function load(client: Client, file: string): Promise<void> {
  const { tables } = await readBackupManifest(file);
  await readBackupParts(file, async ({ table: name, text }) => {
    if (!KEPT.has(name)) return;
    const columns = tables
      .find((table) => table.name === name)
      ?.columns.map((column) => client.escapeIdentifier(column))
      .join(', ');
    await copyIn(client, `COPY ${client.escapeIdentifier(name)} (${columns}) FROM STDIN`, text);
  });
}

/** The delivery that came to its end, over and over. */
const COPY_SQL = `INSERT INTO deliveries SELECT copy.* FROM (SELECT d AS whole FROM deliveries d WHERE order_number = 'completed') one, generate_series(1, $1::int) n,
  LATERAL jsonb_populate_record(one.whole, jsonb_build_object('job_number', 'SHP-' || lpad(upper(to_hex(n)), 8, '0'), 'tracking_token', md5(n::text), 'order_number', 'N' || n)) copy`;
