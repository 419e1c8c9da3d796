import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { collectCash } from '../../../test/kit/cash.ts';
import { databaseUrl, onServer } from '../../../test/kit/database.ts';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { verifyLedger } from '../../modules/ledger/index.ts';
import { verifyShipping } from '../../modules/shipping/index.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { readBackupManifest } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Tables that no backup holds, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'written anew by the migrations that a restore runs',
  nodes: 'who is at work now',
  webhook_senders: 'who sends now',
  rate_usage: 'what nodes exchange by the second',
};

let service: TestService;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-whole-'));
  file = join(folder, 'whole.tar');
  service = await startService();
  const shop = await service.merchant();
  const { courier } = await collectCash(service, shop, 120);
  await courier.client.depositCash({ body: {} });
  const { ownerConnection: connection, context } = service.server.runtime;
  await writeBackup({ connection, file, secretKeyId: context.vault.keyId, now: context.world.now() });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('a backup holds every table but those that are of the moment', async () => {
  const tables = await service.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const held = (await readBackupManifest(file)).tables.map(({ name }) => name);
  expect(held.length).toBeGreaterThan(40);
  expect(
    tables
      .map(({ relname }) => String(relname))
      .filter((name) => !held.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(LEFT_OUT).toSorted());
});

test('what triggers keep is restored once, also by an owner who is no superuser', async () => {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await onServer(inject('serverUrl'), `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'secret'`);
  await onServer(inject('serverUrl'), `GRANT cottontree_app, cottontree_system TO ${name} WITH ADMIN OPTION`);
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name} OWNER ${name}`);
  const url = databaseUrl(inject('serverUrl'), name);
  try {
    const address = new URL(url.replace('@/', '@local/'));
    address.username = name;
    address.password = 'secret';
    const connection = { connectionString: address.href.replace('@local/', '@/') };
    await restoreBackup({
      connection,
      file,
      manifest: await readBackupManifest(file),
      log: { info: () => undefined },
    });
    expect([
      ...(await readSnapshot({ connectionString: url }, verifyLedger)),
      ...(await readSnapshot({ connectionString: url }, verifyShipping)),
    ]).toEqual([]);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client
      .query(
        `SELECT (SELECT amount::int FROM courier_cash) AS cash, (SELECT count(*)::int FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D') AS sleeping`,
      )
      .finally(() => client.end());
    expect(rows).toEqual([{ cash: 12_000, sleeping: 0 }]);
  } finally {
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await onServer(inject('serverUrl'), `DROP ROLE ${name}`);
  }
});
