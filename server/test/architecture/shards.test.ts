import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  costOf,
  describeDistribution,
  readDistribution,
  type Distribution,
} from '../../src/cli/distribute/read-distribution.ts';
import type { StatementReach } from '../../src/cli/distribute/classify-statement.ts';
import { planDistribution } from '../../src/cli/distribute/plan-distribution.ts';
import { readSchemaFacts } from '../../src/cli/distribute/schema-facts.queries.ts';
import {
  connectionFromUrl,
  declaredStatements,
  knownKeys,
  type KnownKey,
  readSnapshot,
  type AnyStatement,
} from '../../src/store/index.ts';
import { makeDatabase } from '../kit/service.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const queries = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.queries.ts'),
);
// Declaring is what loading them does; main brings those of the store.
await Promise.all([...queries, 'main.ts'].map((name) => import(/* @vite-ignore */ join(source, name))));

/** Whole on every machine, each with the reason why that is bearable. */
const REFERENCE: Readonly<Record<string, string>> = {
  merchants: 'rows by the dozen, changed by hand',
  zones: 'a few hundred, changed by the operator',
  drivers: 'some ten thousand of a whole country, changed when they sign up',
  cash_deposits: 'one for each time a courier hands in cash, written on every machine',
};
/** Queues that no two machines need to have the same key of, each with why the merchant is not in it. */
const GLOBAL_KEYS: Readonly<Record<string, string>> = {
  outbox_pkey: 'facts are taken in the order of their numbers, which machines share out',
  webhook_queue_pkey: 'programs of 0.1.0 say ON CONFLICT (delivery_id), an id that is drawn once',
};
/** For no merchant, each with what it does instead. */
const FOR_NOBODY: Readonly<Record<string, string>> = {
  count_test_rows: 'counts in the table that it is told',
  courier_carries: 'compares what it is given',
  erase_test_rows: 'deletes from the table that it is told',
  guard_tenant_table: 'called by migrations',
  judge_stock_move: 'judges what it is given',
  keep_partitions: 'called once a day, on the coordinator',
  place_ticket_orders: 'judges what it is given',
  refuse_when: 'refuses',
  tell_stock_problem: 'words what it is given',
  test_rows_of: 'words a condition',
};

let url: string;
let found: Distribution;
let reaches: readonly StatementReach[];
const withoutVersion = (text: string): string => text.replaceAll(/_[0-9a-f]{8}\b/g, '');

function read(statements: readonly AnyStatement[]): Promise<Distribution> {
  return readSnapshot(connectionFromUrl(url), (runner, client) =>
    readDistribution({ runner, client }, statements),
  );
}

beforeAll(async () => {
  ({ url } = await makeDatabase());
  found = await read(declaredStatements().filter(({ name }) => !name.startsWith('test.')));
  reaches = found.statements ?? [];
});

test('every table has its place: with its merchant, or on every machine or the coordinator for a reason', () => {
  const on = (wanted: string): readonly string[] =>
    [...found.plan.placements].filter(([, place]) => place === wanted).map(([name]) => name);
  expect(on('reference').toSorted()).toEqual(Object.keys(REFERENCE).toSorted());
  expect(on('distributed').length).toBeGreaterThan(100);
  expect(on('distributed')).toEqual(
    expect.arrayContaining(['deliveries', 'sales', 'ledger_entries', 'outbox']),
  );
});

test('no key leads from one machine to another, and no number is given out by two', () => {
  const kinds = found.plan.obstacles.map(({ kind }) => kind);
  expect(kinds).not.toContain('foreign key');
  expect(kinds).not.toContain('identity');
});

const FOUND_BY_ID: ReadonlySet<string> = new Set(['c.id', 'c.job_number']);

test('nothing but the directory is unique over all merchants, and nothing is looked up past it', () => {
  const global = found.plan.obstacles.flatMap(({ kind, what }) =>
    kind === 'unique index' ? [what.split(' ')[0]] : [],
  );
  expect(global.toSorted()).toEqual(Object.keys(GLOBAL_KEYS).toSorted());
  expect(reaches.filter(({ reach }) => reach === 'directory').map(({ name }) => name)).toEqual([]);
  const listed = found.plan.commands.filter((command) => command.startsWith('CREATE INDEX '));
  // The others are found by the primary key within their merchant.
  expect(listed.length).toBe(
    Object.values<KnownKey>(knownKeys).filter(({ key }) => !FOUND_BY_ID.has(key)).length,
  );
  expect(found.plan.commands).toContain(
    "SELECT create_distributed_table('directory', 'key', colocate_with => 'none');",
  );
});

test('functions are delegated by the merchant they are called for, or are for nobody', () => {
  expect(found.plan.undelegated.map(withoutVersion).toSorted()).toEqual(Object.keys(FOR_NOBODY).toSorted());
  expect(
    found.plan.commands.filter((command) => command.includes('create_distributed_function(')).length,
  ).toBeGreaterThan(20);
});

test('more than half of all statements run on the machine of their merchant, every one is judged', () => {
  expect(reaches.length).toBeGreaterThan(1_000);
  expect(reaches.filter(({ reach }) => reach === 'one').length).toBeGreaterThan(reaches.length / 2);
});

test('what stands against it, and what would ask several machines, is what reviewers have seen', async () => {
  const lines = [
    ...[...found.plan.placements].map(([name, place]) => `${place}: ${name}`),
    '',
    ...found.plan.obstacles.map(({ kind, of, what, cure }) => `${kind} of ${of}: ${what} → ${cure}`),
    '',
    ...reaches.flatMap((reach) => {
      const cost = costOf(reach);
      return cost === null ? [] : [`${cost}: ${reach.name} (${reach.tables.join(' ')})`];
    }),
    '',
  ];
  await expect(withoutVersion(lines.join('\n'))).toMatchFileSnapshot('./shards.gen.txt');
});

test('the script is one for psql: all that is said is a comment, and each table is named once', () => {
  const script = describeDistribution(found).split('\n');
  const commands = script.filter((line) => line !== '' && !line.startsWith('--'));
  expect(commands.every((command) => command.endsWith(';'))).toBe(true);
  const named = commands.flatMap(
    (command) => /create_(?:reference|distributed)_table\('(\w+)'/.exec(command)?.[1] ?? [],
  );
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBe(
    [...found.plan.placements.values()].filter((place) => place !== 'coordinator').length,
  );
});

describe('what breaks a rule is named', () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());

  const obstaclesOf = async (sql: string, of: string): Promise<readonly string[]> => {
    await client.query(sql);
    const facts = await readSnapshot(connectionFromUrl(url), readSchemaFacts);
    return planDistribution(facts)
      .obstacles.filter((obstacle) => obstacle.of === of)
      .map(({ kind }) => kind);
  };
  const TABLE = 'merchant_id text NOT NULL, livemode boolean NOT NULL';

  test.each([
    [
      'a unique index over all merchants',
      `CREATE TABLE probe_a (${TABLE}, code text UNIQUE, PRIMARY KEY (merchant_id, livemode, code))`,
      ['unique index'],
    ],
    [
      'a merchant that the index only carries along',
      `CREATE TABLE probe_b (${TABLE}, code text); CREATE UNIQUE INDEX ON probe_b (code) INCLUDE (merchant_id)`,
      ['unique index'],
    ],
    [
      'a foreign key that leaves the merchant out',
      `CREATE TABLE probe_c (${TABLE}, token text, FOREIGN KEY (token) REFERENCES deliveries (tracking_token))`,
      ['foreign key'],
    ],
    [
      'numbers that are too small',
      `CREATE TABLE probe_d (${TABLE}, id integer GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (merchant_id, livemode, id))`,
      ['identity'],
    ],
    [
      'nothing where nothing is',
      `CREATE TABLE probe_e (${TABLE}, id text, PRIMARY KEY (merchant_id, livemode, id))`,
      [],
    ],
  ])('%s', async (_what, sql, kinds) => {
    expect(await obstaclesOf(sql, /probe_\w/.exec(sql)?.[0] ?? '')).toEqual(kinds);
  });

  test.each([
    ['SELECT status FROM deliveries WHERE merchant_id = $1 AND livemode = $2 AND job_number = $3', 'one'],
    [
      'SELECT status FROM deliveries WHERE livemode = $2 AND job_number = $3 AND merchant_id > $1',
      'unproven',
    ],
    [
      'SELECT d.status FROM deliveries d JOIN claims c ON c.job_number = d.job_number WHERE d.merchant_id = $1 AND d.livemode = $2 AND d.job_number = $3',
      'unproven',
    ],
    [
      'SELECT d.status FROM deliveries d JOIN claims c USING (merchant_id, livemode, job_number) WHERE d.merchant_id = $1 AND d.livemode = $2 AND d.job_number = $3',
      'one',
    ],
  ])('%s: %s', async (sql, reach) => {
    const params = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;
    const { statements } = await read([{ name: 'probe', params, row: { status: 'text' }, sql }]);
    expect(statements?.map((one) => one.reach)).toEqual([reach]);
  });

  test.each([
    ['SELECT status FROM deliveries WHERE tracking_token = $1', 'directory'],
    ["SELECT merchant_id AS status FROM directory WHERE kind = 'job' AND key = $1", 'one'],
    ['SELECT kind AS status FROM directory WHERE merchant_id = $1', 'several'],
    ['SELECT status FROM deliveries WHERE order_number = $1', 'several'],
    ['SELECT name AS status FROM zones WHERE code = $1', 'none'],
  ])('%s: %s', async (sql, reach) => {
    const { statements } = await read([
      { name: 'probe', params: { wanted: 'text' }, row: { status: 'text' }, sql },
    ]);
    expect(statements?.map((one) => one.reach)).toEqual([reach]);
  });
});
