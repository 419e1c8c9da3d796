import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@cottontree/client';
import { verifyWebhook } from '@cottontree/client/webhooks';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onServer } from '../../../test/kit/database.ts';
import { parcel } from '../../../test/kit/parcel.ts';
import { makeDatabase, startService } from '../../../test/kit/service.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../main.ts';
import { createRenewableVault, createVault } from '../../kernel/secrets/vault.ts';
import { readSecretKeys, renewSecretKey, loadSecretKey } from '../../secret-key.ts';
import { createWorld } from '../../world.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { NOT_SEALED, SEALED_COLUMNS } from './sealed-columns.ts';

const [OLD, NEW] = [Buffer.alloc(32, 3).toString('base64'), Buffer.alloc(32, 4).toString('base64')];
const sendNothing = (): never => {
  throw new Error('Nothing is sent here.');
};
const { randomBytes } = createWorld({ egress: { send: sendNothing, prepare: sendNothing } });
let database: Awaited<ReturnType<typeof makeDatabase>>;
let folder: string;

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cottontree-reseal-'));
});
afterAll(async () => {
  await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

test('every column of bytes is either sealed anew or has a reason not to be', async () => {
  const client = new Database({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.atttypid = 'bytea'::regtype AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  await client.end();
  const known = new Set([
    ...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(NOT_SEALED),
  ]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(SEALED_COLUMNS.length).toBeGreaterThan(7);
});

test(
  'after a rotation by the environment nothing needs the old key any more, and all that was sealed is as good as before',
  { timeout: 300_000 },
  async () => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder };
    const before = await startService({ databaseUrl: database.url, secretKey: OLD });
    const shop = await before.merchant();
    const hook = (
      await shop.client.createWebhook({
        body: { url: 'http://127.0.0.1:65534/hook', headers: { 'X-Shop': 'aminata' } },
      })
    ).data;
    const made = await shop.client.createDelivery({ body: parcel, idempotencyKey: 'sealed-1' });
    const courier = await before.driver();
    await before.drain();

    const asked = await runCommand({ ...environment, SECRET_KEY: OLD }, ['rotate-secret-key', '--json']);
    expect(JSON.parse(asked.out)).toMatchObject({
      made: false,
      new_key: expect.stringMatching(/^[\w+/]{43}=$/),
    });
    // As the steps say: first every node can open what is sealed under the new key.
    await before[Symbol.asyncDispose]();
    const both = await startService({
      databaseUrl: database.url,
      secretKey: OLD,
      environment: { SECRET_KEY_PREVIOUS: NEW },
    });
    const verified = await runCommand({ ...environment, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }, [
      'doctor',
      '--json',
    ]);
    expect(
      (
        JSON.parse(verified.out) as { findings: { check: string; state: string; message: string }[] }
      ).findings.find(({ check }) => check === 'sealed'),
    ).toMatchObject({ state: 'warning', message: expect.stringContaining('deliveries.pickup_code') });

    const ran = await runCommand({ ...environment, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }, [
      'rotate-secret-key',
      '--json',
    ]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(JSON.parse(ran.out)).toMatchObject({
      made: false,
      left: 0,
      resealed: {
        'deliveries.pickup_code': 1,
        'deliveries.delivery_code': 1,
        'webhook_secrets.sealed': 1,
        'webhook_endpoints.headers': 1,
        'webhook_messages.body': 1,
        'idempotency_keys.answer': 2,
      },
    });
    const still = createClient({ baseUrl: both.baseUrl, apiKey: shop.key, retries: 0 });
    expect((await still.getDelivery({ params: { jobNumber: made.data.job_number } })).data.pickup_code).toBe(
      made.data.pickup_code,
    );
    await both[Symbol.asyncDispose]();

    const lost = await runCommand({ ...environment, SECRET_KEY: OLD }, ['verify', '--json']);
    expect([lost.code, JSON.parse(lost.out)]).toMatchObject([
      1,
      {
        ok: false,
        violations: expect.arrayContaining([
          expect.objectContaining({ check: 'verify.everySealedValueOpens' }),
        ]),
      },
    ]);
    const underOld = (...args: readonly string[]): ReturnType<typeof runCommand> =>
      runCommand({ ...environment, SMTP_URL: 'smtp://127.0.0.1:9', SECRET_KEY: OLD }, args);
    const invite = ['people', 'invite', '--merchant', shop.id, '--email', 'fatu@example.sl'] as const;
    for (const args of [invite, ['backup', join(folder, 'wrong.backup')]])
      expect(await underOld(...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('No secret key here opens what is in the database'),
      });
    expect((await underOld('drivers', 'pin', courier, '--pin', '4711')).code).toBe(0);
    expect((await runCommand({ ...environment, SECRET_KEY: NEW }, invite)).code).toBe(0);

    const said: string[] = [];
    const note = (_: object, message: string): void => void said.push(message);
    const log = { debug: note, info: note, warn: note, error: note };
    await expect(startService({ databaseUrl: database.url, secretKey: OLD, log })).rejects.toThrow(
      /No secret key here opens what is in the database.*SECRET_KEY_PREVIOUS.*ALLOW_LOST_SECRET_KEY=1/,
    );
    const ofSeveral = readConfig({ ...environment, SECRET_KEY: OLD, PORT: '0', DEMO: '0' });
    await expect(startServer(ofSeveral, log, { joinsDatabase: true })).rejects.toThrow(
      'No secret key here opens what is in the database',
    );
    const nevertheless = await startService({
      databaseUrl: database.url,
      secretKey: OLD,
      log,
      environment: { ALLOW_LOST_SECRET_KEY: '1' },
    });
    await nevertheless[Symbol.asyncDispose]();
    expect(said).toContainEqual(expect.stringContaining('No secret key here opens what is in the database'));
    expect((await runCommand({ ...environment, SECRET_KEY: NEW }, ['verify'])).code).toBe(0);

    // The old key is gone for good.
    const after = await startService({ databaseUrl: database.url, secretKey: NEW });
    const client = createClient({ baseUrl: after.baseUrl, apiKey: shop.key, retries: 0 });
    const params = { jobNumber: made.data.job_number };
    expect(await client.createDelivery({ body: parcel, idempotencyKey: 'sealed-1' })).toMatchObject({
      data: made.data,
      replayed: true,
    });
    await client.advanceDelivery({ params, body: { to_status: 'assigned' } });
    expect(
      (await client.verifyHandoff({ params, body: { type: 'pickup', code: made.data.pickup_code } })).data,
    ).toMatchObject({ status: 'picked_up' });
    const { data } = await client.pollWebhookMessages({ params: { id: hook.id } });
    for (const { headers, body } of data.messages)
      expect(await verifyWebhook({ headers, body, secrets: [hook.secret] })).toBeDefined();
    expect(data.messages.length).toBe(1);
    await after[Symbol.asyncDispose]();
  },
);

test('in a data directory the key before is kept, and a process at work takes up the new one by itself', async () => {
  const config = { dataDir: join(folder, 'data'), secretKey: null, secretKeyPrevious: [] };
  const first = await loadSecretKey(config);
  const atWork = createRenewableVault(randomBytes, { now: first, readAgain: () => readSecretKeys(config) });
  const sealed = atWork.seal('482193', 'code');
  await renewSecretKey(config.dataDir);
  await renewSecretKey(config.dataDir);
  const now = await loadSecretKey(config);
  expect([now.previous.length, now.previous[1]]).toEqual([2, first.current]);
  for (const name of ['secret.key', 'secret.key.previous'])
    expect((await stat(join(config.dataDir, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(config.dataDir, 'secret.key'), 'utf8')).toBe(
    `${now.current.toString('base64')}\n`,
  );
  const fresh = createVault(randomBytes, now.current, now.previous);
  expect(fresh.open(sealed, 'code').toString()).toBe('482193');
  expect(atWork.open(fresh.seal('482194', 'code'), 'code').toString()).toBe('482194');
  expect(atWork.keyId).toBe(fresh.keyId);
});
