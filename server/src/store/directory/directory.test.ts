import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl, onServer } from '../../../test/kit/database.ts';
import { createChance, figure, seed } from '../../../test/kit/seed.ts';
import { makeDatabase } from '../../../test/kit/service.ts';
import { runChecks } from '../check.ts';
import { connectionFromUrl } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { directoryChecks } from './directory.queries.ts';
import { columnsOf, knownKeys, type KnownKey } from './known-keys.ts';
import { listFunctionText } from './list-function.ts';

const quiet = { info: (): void => undefined };
const MERCHANTS = ['mch_a', 'mch_b'] as const;
const BEFORE = 153;
const clients: Client[] = [];
let url: string;

beforeAll(async () => {
  ({ url } = await makeDatabase());
  await addMerchants(await connect(url));
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

async function connect(to: string): Promise<Client> {
  const client = new Client({ connectionString: to });
  clients.push(client);
  await client.connect();
  return client;
}

async function addMerchants(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO merchants SELECT m, m, 'x@y', 'SL', m, 'Africa/Freetown', 'SLE', 'active', 1, 1, now() FROM unnest($1::text[]) AS m`,
    [MERCHANTS],
  );
}

const broken = (of: string): Promise<readonly unknown[]> =>
  readSnapshot(connectionFromUrl(of), (runner) => runChecks(runner, directoryChecks));

/** Codes are the smallest rows that are known by something. */
const ADD = `INSERT INTO pairing_codes (merchant_id, livemode, kind, device_id, mac, expires_at, device_name, place_id, place_name)
  SELECT $1, false, 'terminal', d, convert_to(d || $3, 'UTF8'), now(), d, 'loc_a', 'Shop' FROM unnest($2::text[]) AS d`;
const CHANGE = `UPDATE pairing_codes SET mac = convert_to(device_id || $3, 'UTF8') WHERE merchant_id = $1 AND device_id = ANY ($2)`;
const DROP = 'DELETE FROM pairing_codes WHERE merchant_id = $1 AND device_id = ANY ($2)';

test('the function that lists new rows is what the list of keys makes', async () => {
  const path = new URL('../../../sql/functions/list_in_directory.sql', import.meta.url);
  expect(await readFile(path, 'utf8')).toBe(listFunctionText());
});

test('a key may be empty only where its table has no other', async () => {
  const client = await connect(url);
  for (const known of Object.values<KnownKey>(knownKeys)) {
    const { rows } = await client.query<{ name: string; open: boolean }>(
      'SELECT attname AS name, NOT attnotnull AS open FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = ANY ($2)',
      [known.table, columnsOf(known)],
    );
    const alone =
      Object.values<KnownKey>(knownKeys).filter(({ table }) => table === known.table).length === 1;
    expect(rows.length).toBe(columnsOf(known).length);
    expect(alone || rows.every(({ open }) => !open)).toBe(true);
  }
});

test(`whatever is written, changed, deleted and undone, the directory is the rows (seed ${seed})`, async () => {
  const chance = createChance(seed);
  const client = await connect(url);
  const steps = figure(60, 600);
  let refused = 0;
  for (let step = 0; step < steps; step += 1) {
    await client.query('BEGIN');
    for (let part = chance.between(1, 3); part > 0; part -= 1) {
      const devices = Array.from({ length: chance.between(1, 4) }, () => `ter_${chance.between(1, 30)}`);
      const sql = chance.pick([ADD, ADD, CHANGE, DROP]);
      const values = [chance.pick(MERCHANTS), [...new Set(devices)], String(chance.between(1, 2))];
      await client.query('SAVEPOINT part');
      try {
        await client.query(sql, sql === DROP ? values.slice(0, 2) : values);
      } catch (error) {
        if ((error as { code?: string }).code !== '23505') throw error;
        refused += 1;
        await client.query('ROLLBACK TO SAVEPOINT part');
      }
    }
    await client.query(chance.happens(0.3) ? 'ROLLBACK' : 'COMMIT');
    if (step % 20 === 0) expect(await broken(url)).toEqual([]);
  }
  expect(refused).toBeGreaterThan(0);
  const { rows } = await client.query<{ rows: number; entries: number }>(
    "SELECT (SELECT count(*)::int FROM pairing_codes) AS rows, (SELECT count(*)::int FROM directory WHERE kind = 'pairing_code') AS entries",
  );
  expect(rows[0]?.entries).toBe(rows[0]?.rows);
  expect(await broken(url)).toEqual([]);
});

test('of two merchants that draw the same at once one is refused, by the directory alone, and a killed one leaves nothing', async () => {
  const [one, other, watch] = [await connect(url), await connect(url), await connect(url)];
  await watch.query('DROP INDEX pairing_codes_mac; CREATE INDEX pairing_codes_mac ON pairing_codes (mac)');
  await one.query('BEGIN');
  await one.query(ADD, ['mch_a', ['ter_same'], 'x']);
  const second = other.query(ADD, ['mch_b', ['ter_same'], 'x']).then(
    () => 'written',
    (error: { constraint?: string }) => error.constraint,
  );
  await one.query('COMMIT');
  expect(await second).toBe('directory_pkey');

  const doomed = new Client({ connectionString: url });
  doomed.on('error', () => undefined);
  await doomed.connect();
  const { rows } = await doomed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await doomed.query('BEGIN');
  await doomed.query(ADD, ['mch_a', ['ter_doomed'], 'x']);
  await watch.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => watch.query(ADD, ['mch_b', ['ter_doomed'], 'x']).then(() => true)).toBe(true);
  expect(await broken(url)).toEqual([]);
});

test('a start that finds all of it listed makes no trigger anew', async () => {
  const client = await connect(url);
  const triggers = async (): Promise<readonly unknown[]> =>
    (await client.query("SELECT oid FROM pg_trigger WHERE tgname ~ '_(un|re)?known$' ORDER BY oid")).rows;
  const before = await triggers();
  expect(before.length).toBe(3 * new Set(Object.values(knownKeys).map(({ table }) => table)).size);
  await migrate({ connection: { connectionString: url }, log: quiet });
  expect(await triggers()).toEqual(before);
});

/** Indexes of what the directory keeps unique, beside primary keys. */
async function indexesOfKeys(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT i.relname::text AS name FROM directory_kinds k JOIN pg_index x ON x.indrelid = to_regclass(k.of_table) JOIN pg_class i ON i.oid = x.indexrelid
     WHERE 'c.' || pg_get_indexdef(x.indexrelid, 1, true) = k.key ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

test('a new house has no index of what the directory keeps unique and the primary key finds; in one with merchants older programs name it, and it stays', async () => {
  const client = await connect(url);
  const made = await indexesOfKeys(client);
  expect(made).toContain('deliveries_tracking_token');
  expect(made).not.toContain('deliveries_job_number');
  expect(made).not.toContain('payments_id');
  await client.query('CREATE UNIQUE INDEX deliveries_job_number ON deliveries (job_number)');
  await migrate({ connection: { connectionString: url }, log: quiet });
  expect(await indexesOfKeys(client)).toEqual([...made, 'deliveries_job_number'].toSorted());
});

test('the app role sees and writes no entry of another merchant', async () => {
  const client = await connect(url);
  await client.query(ADD, ['mch_a', ['ter_wall'], 'x']);
  await client.query('BEGIN');
  await client.query(
    "SELECT set_config('role', 'cottontree_app', true), set_config('cottontree.tenants', '{mch_b}', true)",
  );
  const { rows } = await client.query('SELECT DISTINCT merchant_id FROM directory');
  expect(rows).toEqual([{ merchant_id: 'mch_b' }]);
  await expect(
    client.query("INSERT INTO directory VALUES ('job', 'SHP-1', 'mch_a', false)"),
  ).rejects.toMatchObject({ code: '42501' });
  await client.query('ROLLBACK');
});

test('an entry without its row, and a row without its entry, are told by verify', async () => {
  const client = await connect(url);
  await client.query("INSERT INTO directory VALUES ('claim', 'clm_none', 'mch_a', true)");
  await client.query(ADD, ['mch_b', ['ter_lost'], 'x']);
  await client.query("DELETE FROM directory WHERE key = encode(convert_to('ter_lostx', 'UTF8'), 'hex')");
  expect(await broken(url)).toEqual([
    {
      check: 'verify.directory.claim',
      count: 1,
      examples: [
        'mch_a (live) has 0 of claims that the directory (claim) lacks, and it 1 that are not there',
      ],
    },
    {
      check: 'verify.directory.pairing_code',
      count: 1,
      examples: [
        'mch_b (test) has 1 of pairing_codes that the directory (pairing_code) lacks, and it 0 that are not there',
      ],
    },
  ]);
});

test('what was there before is listed while an older program writes and deletes, and again after it broke off', async () => {
  const name = `directory_${process.pid}_${Date.now()}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  const older = databaseUrl(inject('serverUrl'), name);
  try {
    const bring = (upTo?: number): ReturnType<typeof migrate> =>
      migrate({ connection: { connectionString: older }, log: quiet, ...(upTo ? { upTo } : {}) });
    await bring(BEFORE);
    const client = new Client({ connectionString: older });
    await client.connect();
    await addMerchants(client);
    const devices = Array.from({ length: 9_000 }, (_, at) => `ter_${at}`);
    await client.query(ADD, ['mch_a', devices, 'x']);
    let isOver = false;
    const write = async (): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        await client.query(DROP, ['mch_a', [`ter_${(at * 7) % 9_000}`]]);
        await client.query(ADD, ['mch_b', [`ter_new_${at}`], 'x']);
        await client.query(CHANGE, ['mch_a', [`ter_${(at * 11) % 9_000}`], 'y']);
      }
    };
    const writing = write();
    await bring();
    isOver = true;
    await writing;
    expect(await broken(older)).toEqual([]);

    await client.query("DELETE FROM directory WHERE key < '7465725f35'");
    await client.query("UPDATE directory_kinds SET listed = false WHERE kind = 'pairing_code'");
    await bring();
    expect(await broken(older)).toEqual([]);
    await client.end();
  } finally {
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
});
