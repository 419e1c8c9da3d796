import { expect, expectTypeOf, test } from 'vitest';
import { arrayInBinary } from './array-in-binary.ts';
import { orderedValues, statement, type Statement } from './statement.ts';
import { json, nullable, text, texts, type Holding, type Json, type Shape, type ValuesOf } from './types.ts';

let made = 0;
/** The SQL that a statement is prepared with. */
function prepared(params: Shape, sql: string): string {
  made += 1;
  return statement({ name: `statementTest.${made}`, params, row: {}, sql }).sql;
}

test('a parameter stands in the SQL by its name and is prepared by its place', () => {
  expect(
    prepared(
      { merchant_id: 'text', livemode: 'bool', id: 'text' },
      'SELECT 1 FROM a WHERE id = :id AND merchant_id = :merchant_id AND livemode = :livemode OR other = :id',
    ),
  ).toBe('SELECT 1 FROM a WHERE id = $3 AND merchant_id = $1 AND livemode = $2 OR other = $3');
});

test('a name that begins like another one is a name of its own', () => {
  expect(prepared({ at: 'timestamptz', at_most: 'int4' }, 'SELECT 1 WHERE x = :at AND y < :at_most')).toBe(
    'SELECT 1 WHERE x = $1 AND y < $2',
  );
});

test('what stands in quotes is text, and two colons are a cast', () => {
  const sql = `SELECT ':id', 'it''s :id', to_char(t, 'HH24:mi:ss'), x::text[], :id::text FROM a`;
  expect(prepared({ id: 'text' }, sql)).toBe(
    `SELECT ':id', 'it''s :id', to_char(t, 'HH24:mi:ss'), x::text[], $1::text FROM a`,
  );
});

test('a slice of an array is no parameter', () => {
  expect(prepared({ least: 'int4' }, 'SELECT (x)[1:3], (x)[:least:3]')).toBe('SELECT (x)[1:3], (x)[$1:3]');
});

test('a name that is no parameter is refused', () => {
  expect(() => prepared({ id: 'text' }, 'SELECT 1 WHERE id = :id AND name = :nmae')).toThrow(
    /^The statement statementTest\.\d+ has no parameter nmae\.$/,
  );
});

test('a parameter that the SQL does not use is refused', () => {
  expect(() => prepared({ id: 'text', name: 'text' }, 'SELECT 1 WHERE id = :id')).toThrow(
    /^The statement statementTest\.\d+ does not use its parameter name\.$/,
  );
  expect(() => prepared({ id: 'text' }, `SELECT ':id'`)).toThrow('does not use its parameter id');
});

test('the place of a parameter is refused where its name belongs', () => {
  expect(() => prepared({ id: 'text' }, 'SELECT 1 WHERE id = $1')).toThrow(
    /^The statement statementTest\.\d+ has \$1 where a parameter is named\.$/,
  );
});

test('a statement has a name of its own that PostgreSQL keeps whole', () => {
  statement({ name: 'statementTest.taken', params: {}, row: {}, sql: 'SELECT 1' });
  expect(() => statement({ name: 'statementTest.taken', params: {}, row: {}, sql: 'SELECT 1' })).toThrow(
    'Two statements are named statementTest.taken.',
  );
  expect(() => statement({ name: 'x'.repeat(64), params: {}, row: {}, sql: 'SELECT 1' })).toThrow(
    'longer than the 63 bytes',
  );
});

test('values go out in the declared order, each as its type is written', () => {
  const at = new Date('2026-11-05T12:00:00Z');
  const params = {
    id: text<'a' | 'b'>(),
    kept: json<{ readonly n: number }>(),
    none: nullable(json<{ readonly n: number }>()),
    at: 'timestamptz',
    amount: 'int8',
    kinds: texts<'x' | 'y'>(),
  } as const;
  expect(
    orderedValues({ params }, { kinds: ['x', 'y'], amount: 5n, at, none: null, kept: { n: 1 }, id: 'a' }),
  ).toEqual(['a', '{"n":1}', null, '2026-11-05T12:00:00.000Z', '5', arrayInBinary(['x', 'y'], 'text')]);
});

type Colour = 'red' | 'green';
type Line = { readonly line: number };

test('a column holds what it says', () => {
  const row = {
    colour: text<Colour>(),
    maybe: nullable(text<Colour>()),
    colours: texts<Colour>(),
    lines: json<readonly Line[]>(),
    first: nullable(json<Line>()),
    plain: 'text',
    any: 'jsonb',
    since: nullable('timestamptz'),
  } as const;
  expectTypeOf<ValuesOf<typeof row>>().toEqualTypeOf<{
    readonly colour: Colour;
    readonly maybe: Colour | null;
    readonly colours: readonly Colour[];
    readonly lines: readonly Line[];
    readonly first: Line | null;
    readonly plain: string;
    readonly any: Json;
    readonly since: Date | null;
  }>();
  expect(row).toEqual({
    colour: 'text',
    maybe: 'text?',
    colours: 'text[]',
    lines: 'jsonb',
    first: 'jsonb?',
    plain: 'text',
    any: 'jsonb',
    since: 'timestamptz?',
  });
});

test('nullable says null once', () => {
  expectTypeOf(nullable(nullable(text<Colour>()))).toEqualTypeOf<Holding<'text?', Colour | null>>();
  expect(nullable(nullable(text<Colour>()))).toBe('text?');
});

test('a statement keeps the types of its params and its columns', () => {
  const found = statement({
    name: 'statementTest.typed',
    params: { colour: text<Colour>() },
    row: { lines: json<readonly Line[]>() },
    sql: 'SELECT lines FROM a WHERE colour = :colour',
  });
  expectTypeOf(found).toExtend<Statement<Shape, Shape>>();
  expectTypeOf<ValuesOf<(typeof found)['params']>>().toEqualTypeOf<{ readonly colour: Colour }>();
  expectTypeOf<ValuesOf<(typeof found)['row']>>().toEqualTypeOf<{ readonly lines: readonly Line[] }>();
});
