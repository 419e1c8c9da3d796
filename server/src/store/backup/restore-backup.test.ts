import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl, onServer } from '../../../test/kit/database.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { verifyMerchants } from '../../modules/merchants/index.ts';
import { verifyShipping } from '../../modules/shipping/index.ts';
import { migrate } from '../migrate.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { readBackupManifest } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let service: TestService;
let shop: TestMerchant;
let folder: string;
const databases: string[] = [];
const quiet = { info: () => undefined };
const parcel = {
  pickup_city: 'Freetown',
  pickup_address: '14 Siaka Stevens Street',
  delivery_city: 'Lumley',
  delivery_address: '12 Wilkinson Road\t"back\\slash"\nTürkçe ☕',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-backup-'));
  service = await startService();
  await service.driver();
  shop = await service.merchant();
  await shop.client.createDelivery({ body: parcel, idempotencyKey: 'first' });
  await service.drain();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  for (const name of databases)
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  databases.push(name);
  return databaseUrl(inject('serverUrl'), name);
}

async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function backUp(name: string): Promise<string> {
  const { ownerConnection: connection, context } = service.server.runtime;
  const file = join(folder, name);
  await writeBackup({ connection, file, secretKeyId: context.vault.keyId, now: context.world.now() });
  return file;
}

async function restore(file: string, url: string): ReturnType<typeof restoreBackup> {
  return restoreBackup({
    connection: { connectionString: url },
    file,
    manifest: await readBackupManifest(file),
    log: quiet,
  });
}

const fingerprint = async (url: string): Promise<Record<string, string>> => {
  const tables = await ask(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p' AND relname <> 'schema_migrations' ORDER BY 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${String(name)}' AS name, count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS sum FROM "${String(name)}" t`,
  );
  return Object.fromEntries(
    (await ask(url, sums.join(' UNION ALL '))).map(({ name, sum }) => [String(name), String(sum)]),
  );
};

test('what was backed up is what is restored, row by row, and a service on it goes on where the other stood', async () => {
  await service.query('ALTER TABLE outbox ALTER COLUMN id RESTART WITH 5000');
  const file = await backUp('whole.tar');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const url = await emptyDatabase();
  const restored = await restore(file, url);
  expect(restored.rows).toBeGreaterThan(50);
  expect(await fingerprint(url)).toEqual(await fingerprint(service.databaseUrl));
  expect([
    ...(await readSnapshot({ connectionString: url }, verifyShipping)),
    ...(await readSnapshot({ connectionString: url }, verifyMerchants)),
  ]).toEqual([]);

  await using other = await startService({ databaseUrl: url });
  const { data } = await shop.client.listDeliveries();
  const again = (await (
    await fetch(`${other.baseUrl}/shipping/deliveries/${data[0]?.job_number}`, {
      headers: { authorization: `Bearer ${shop.key}` },
    })
  ).json()) as { data: { delivery_code: string } };
  expect(again.data.delivery_code).toMatch(/^\d{6}$/);
});

test('a backup of an older schema is loaded into that and migrated on', async () => {
  const [old, url, file] = [await emptyDatabase(), await emptyDatabase(), join(folder, 'old.tar')];
  await migrate({ connection: { connectionString: old }, log: quiet, upTo: 2 });
  await ask(
    old,
    `INSERT INTO merchants VALUES ('mch_old', 'Old', 'o@example.sl', 'SL', 'Old', 'Africa/Freetown', 'SLE', 'active', 1, 1, now())`,
  );
  await writeBackup({
    connection: { connectionString: old },
    file,
    secretKeyId: '00000000',
    now: service.server.runtime.context.world.now(),
  });
  expect((await readBackupManifest(file)).schema_version).toBe(2);
  expect((await restore(file, url)).schema_version).toBeGreaterThan(2);
  expect(
    await ask(url, 'SELECT id, (SELECT count(*)::int FROM webhook_messages) AS messages FROM merchants'),
  ).toEqual([{ id: 'mch_old', messages: 0 }]);
});

test('numbers given out go on after the highest', async () => {
  await service.query(`SELECT setval(pg_get_serial_sequence('outbox', 'id'), 9000)`);
  const url = await emptyDatabase();
  await restore(await backUp('sequences.tar'), url);
  expect(await ask(url, `SELECT nextval(pg_get_serial_sequence('outbox', 'id')) AS next`)).toEqual([
    { next: '9001' },
  ]);
});

test('a day of the past gets its partition back, so that it can be dropped in its time', async () => {
  await service.query(
    `CREATE TABLE request_log_20260102 PARTITION OF request_log FOR VALUES FROM ('2026-01-02 00:00:00+00') TO ('2026-01-03 00:00:00+00')`,
  );
  await service.query(
    `INSERT INTO request_log VALUES ($1, false, '2026-01-02 23:59:59+00', 'r1', 'getQuote', 'GET', '/', 200, NULL, 1.5, 'key_1', 1)`,
    [shop.id],
  );
  const url = await emptyDatabase();
  await restore(await backUp('days.tar'), url);
  expect(await ask(url, 'SELECT id FROM request_log_20260102')).toEqual([{ id: 'r1' }]);
});

test('while others write, a backup is of one moment', async () => {
  const making = (async () => {
    for (let round = 0; round < 30; round += 1) await shop.client.createDelivery({ body: parcel });
  })();
  const files = [await backUp('busy-1.tar'), await backUp('busy-2.tar')];
  await making;
  for (const file of files) {
    const url = await emptyDatabase();
    await restore(file, url);
    expect(await readSnapshot({ connectionString: url }, verifyShipping)).toEqual([]);
  }
});

test('what lives in memory only is left out, and so is the secret key', async () => {
  const file = await backUp('names.tar');
  const { tables, secret_key_id } = await readBackupManifest(file);
  const names = tables.map(({ name }) => name);
  expect(names).toContain('deliveries');
  for (const left of ['nodes', 'rate_usage', 'schema_migrations', 'request_log_default'])
    expect(names).not.toContain(left);
  expect(names.indexOf('merchants')).toBeLessThan(names.indexOf('api_keys'));
  expect(secret_key_id).toBe(service.server.runtime.context.vault.keyId);
  const bytes = await readFile(file);
  expect(bytes.includes(Buffer.alloc(32, 7).toString('base64'))).toBe(false);
  expect(bytes.includes(shop.key)).toBe(false);
});

test('a database with rows in it is refused and stays as it was', async () => {
  const file = await backUp('twice.tar');
  const url = await emptyDatabase();
  await restore(file, url);
  const before = await fingerprint(url);
  await expect(restore(file, url)).rejects.toThrow(/not empty: \w+ has rows/);
  expect(await fingerprint(url)).toEqual(before);
});

test('a backup of a newer release is refused as that, and the database stays as it was', async () => {
  const file = await backUp('newer.tar');
  const manifest = { ...(await readBackupManifest(file)), schema_version: 9_000, app_version: '7.0.0' };
  const url = await emptyDatabase();
  await expect(
    restoreBackup({ connection: { connectionString: url }, file, manifest, log: quiet }),
  ).rejects.toThrow(
    /The backup is at version 9000 \(made by release 7\.0\.0\), newer than this program, which knows \d+: restore it with the release that made it/,
  );
  expect(await ask(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual(
    [],
  );
});

test('a file that was cut short restores nothing, and the whole one can follow', async () => {
  const file = await backUp('long.tar');
  const cut = join(folder, 'cut.tar');
  const bytes = await readFile(file);
  const url = await emptyDatabase();
  for (const length of [bytes.length - 1024 - 512 * 3, Math.floor(bytes.length / 2)]) {
    await writeFile(cut, bytes);
    await truncate(cut, length);
    await expect(restore(cut, url)).rejects.toThrow(/cut short/);
  }
  expect(await ask(url, `SELECT to_regclass('merchants') IS NULL AS untouched`)).toEqual([
    { untouched: true },
  ]);
  await restore(file, url);
});

test('what is no backup is said to be none', async () => {
  const junk = join(folder, 'junk');
  await writeFile(junk, randomBytes(5_000));
  await expect(readBackupManifest(junk)).rejects.toThrow(/no backup/);
  await writeFile(junk, '');
  await expect(readBackupManifest(junk)).rejects.toThrow(/no backup/);
  await expect(readBackupManifest(join(folder, 'nowhere'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
});

test('a backup that cannot be written leaves nothing behind', async () => {
  await expect(backUp('nowhere/x.tar')).rejects.toThrow(/cannot be written \(ENOENT\)/);
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
});
