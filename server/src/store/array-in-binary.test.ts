import {
  array,
  assert,
  asyncProperty,
  bigInt,
  boolean,
  date,
  double,
  integer,
  jsonValue,
  oneof,
  constant,
  string,
  uint8Array,
  type Arbitrary,
} from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDatabase } from '../../test/kit/service.ts';
import { arrayInBinary } from './array-in-binary.ts';
import { typeParsers, type ScalarName } from './types.ts';

let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: (await makeDatabase()).url });
  await client.connect();
});
afterAll(() => client.end());

/** What PostgreSQL reads, as the store reads it from there. */
async function throughPostgres(type: ScalarName, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await client.query<{ read: unknown }>({
    text: `SELECT $1::${type}[] AS read`,
    values: [arrayInBinary(values, type as Exclude<ScalarName, 'numeric'>)],
    types: typeParsers as never,
  });
  return rows[0]?.read;
}

/** PostgreSQL holds no NUL, and no half of a pair. */
const words = string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
const VALUES: Readonly<Record<Exclude<ScalarName, 'numeric'>, Arbitrary<unknown>>> = {
  text: oneof(words, constant('NULL'), constant('{"a,b\\"}')),
  bool: boolean(),
  int2: integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  int4: integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int8: bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  float8: double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  timestamptz: date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  jsonb: jsonValue().map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown),
  bytea: uint8Array().map((bytes) => Buffer.from(bytes)),
};

describe('an array in binary form', () => {
  test.each(Object.entries(VALUES))(
    'of %s is read by PostgreSQL as it was, with its nulls',
    async (type, value) => {
      const name = type as Exclude<ScalarName, 'numeric'>;
      await assert(
        asyncProperty(
          array(oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: constant(null) })),
          async (values) => {
            const read = await throughPostgres(name, values);
            expect(read).toEqual(values);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test('is refused where a number is none of its type', () => {
    for (const [type, value] of [
      ['int4', 1.5],
      ['int4', 2 ** 31],
      ['int2', 70_000],
      ['int8', 2n ** 63n],
    ] as const)
      expect(() => arrayInBinary([value], type)).toThrow(RangeError);
  });
});
