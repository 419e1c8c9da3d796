import {
  array,
  asyncProperty,
  assert,
  bigInt,
  boolean,
  constantFrom,
  date,
  double,
  integer,
  jsonValue,
  option,
  property,
  record,
  string,
  uint8Array,
  type Arbitrary,
} from 'fast-check';
import { Client, type CustomTypesConfig, type Submittable } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDatabase } from '../../test/kit/service.ts';
import { compileReader, RowQuery, type SentText } from './row-query.ts';
import { OIDS, typeParsers, type ScalarName, type TypeName } from './types.ts';
import { writeValue } from './statement.ts';

let client: Client;
let described = 0;
beforeAll(async () => {
  client = new Client({
    connectionString: (await makeDatabase()).url,
    pipeline: true,
  } as ConstructorParameters<typeof Client>[0]);
  await client.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => (described += 1));
});
afterAll(() => client.end());

function run(text: SentText, values: unknown[] = []): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const query = new RowQuery(text, values, (error, rows) => (error ? reject(error) : resolve(rows)));
    client.query(query as unknown as Submittable);
  });
}

/** PostgreSQL holds no NUL, and no half of a pair. */
const words = string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
const VALUES: Readonly<Record<ScalarName, Arbitrary<unknown>>> = {
  text: words,
  bool: boolean(),
  int2: integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  int4: integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int8: bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  numeric: bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  float8: double({ noNaN: true }),
  timestamptz: date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  jsonb: jsonValue().map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown),
  bytea: uint8Array().map((bytes) => Buffer.from(bytes)),
};
const SCALARS = Object.keys(VALUES) as ScalarName[];
const row: Arbitrary<Record<string, unknown>> = record({
  ...Object.fromEntries(SCALARS.map((type) => [type, option(VALUES[type])])),
  ...Object.fromEntries(SCALARS.map((type) => [`${type}[]`, option(array(option(VALUES[type])))])),
});

describe('a row', () => {
  test('is what the driver makes of the same columns', async () => {
    const types = [...SCALARS, ...SCALARS.map((type) => `${type}[]` as const)] as TypeName[];
    const sql = `SELECT ${types.map((type, at) => `$${at + 1}::${type} AS "${type}"`).join(', ')}`;
    await assert(
      asyncProperty(row, constantFrom('all', null), async (given, name) => {
        const values = types.map((type) => writeValue(given[type], type));
        const ours = await run({ name, sql }, values);
        const { rows } = await client.query({
          text: sql,
          values,
          types: typeParsers as unknown as CustomTypesConfig,
        });
        expect(ours).toStrictEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  test('has its columns under any name, the last of two', () => {
    const columns = ['a', '__proto__', "it's", 'a'].map((name) => ({ name, dataTypeID: OIDS.text[0] }));
    const read = compileReader(columns)(['1', '2', '3', '4']);
    expect(Object.entries(read)).toEqual([
      ['a', '4'],
      ['__proto__', '2'],
      ["it's", '3'],
    ]);
  });
});

describe('a statement', () => {
  test('is described once a connection, and each time where it is not prepared', async () => {
    described = 0;
    const once = { name: 'once', sql: 'SELECT $1::int4 AS n' };
    expect(await run(once, ['1'])).toEqual([{ n: 1 }]);
    expect(await Promise.all([run(once, ['2']), run(once, ['3'])])).toEqual([[{ n: 2 }], [{ n: 3 }]]);
    expect(described).toBe(1);
    for (const n of [1, 2]) expect(await run({ ...once, name: null }, [String(n)])).toEqual([{ n }]);
    expect(described).toBe(3);
  });

  test('that answers with nothing answers with no rows', async () => {
    await run({ name: null, sql: 'CREATE TEMP TABLE kept (n int4)' });
    const write = { name: 'write', sql: 'INSERT INTO kept VALUES ($1)' };
    expect(await run(write, ['1'])).toEqual([]);
    expect(await run(write, ['2'])).toEqual([]);
    expect(await run({ name: 'read', sql: 'SELECT n FROM kept ORDER BY n' })).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('whose row cannot be read fails, and the next goes on', async () => {
    await expect(run({ name: 'half', sql: 'SELECT 1.5 AS n' })).rejects.toThrow(SyntaxError);
    await expect(run({ name: 'half', sql: 'SELECT 1.5 AS n' })).rejects.toThrow(SyntaxError);
    await expect(run({ name: 'none', sql: 'SELECT 1/0 AS n' })).rejects.toThrow('division by zero');
    expect(await run({ name: 'whole', sql: 'SELECT 2::int4 AS n' })).toEqual([{ n: 2 }]);
  });

  test('whose columns have become others is refused by PostgreSQL, and read anew under another name', async () => {
    const sql = 'SELECT * FROM grows';
    await run({ name: null, sql: 'CREATE TEMP TABLE grows AS SELECT 1::int4 AS n' });
    expect(await run({ name: 'before', sql })).toEqual([{ n: 1 }]);
    await run({ name: null, sql: "ALTER TABLE grows ADD COLUMN word text DEFAULT 'new'" });
    await expect(run({ name: 'before', sql })).rejects.toThrow('cached plan must not change result type');
    expect(await run({ name: 'after', sql })).toEqual([{ n: 1, word: 'new' }]);
  });
});

describe('a moment', () => {
  const padded = (value: number, length: number): string => String(value).padStart(length, '0');
  const texts = record({
    at: date({ min: new Date('0001-01-01Z'), max: new Date('9999-12-31Z'), noInvalidDate: true }),
    micros: option(integer({ min: 1, max: 999_999 })),
    offset: constantFrom('+00', '+00', '+02', '-03:30', '+05:45'),
  }).map(({ at, micros, offset }) => {
    const fraction = micros === null ? '' : `.${padded(micros, 6).replace(/0+$/, '')}`;
    return `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${offset}`;
  });

  test('is that of its digits', () => {
    const read = typeParsers.getTypeParser(OIDS.timestamptz[0]);
    assert(
      property(texts, (text) => {
        const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
        expect((read(text) as Date).toISOString()).toBe(new Date(iso).toISOString());
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['infinity', '-infinity', '12026-01-01 00:00:00+00', '0044-03-15 00:00:00+00 BC'])(
    'that no date here holds is none: %s',
    (text) => {
      expect(typeParsers.getTypeParser(OIDS.timestamptz[0])(text)).toEqual(new Date(Number.NaN));
    },
  );
});
