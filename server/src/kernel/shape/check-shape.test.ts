import { operations, type Operation } from '@cottontree/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { bodyWithField, fieldsOf } from '../../../test/kit/body-fields.ts';
import { shapeCheck } from './check-shape.ts';

const Change = Type.Object(
  {
    name: Type.Optional(Type.String()),
    channels: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  },
  { minProperties: 1 },
);

test.each([
  [{}, 'body must have a field.'],
  [{ channels: ['qr', 'qr'] }, 'channels must not have the same item twice.'],
  [{ name: 5 }, 'name must be a string.'],
] as const)('%j is refused in a sentence', (body, message) => {
  expect(() => shapeCheck(Change, false)(body)).toThrowError(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message }),
  );
});

test('a key at fault is named, not only the object that holds it', () => {
  const notes = {
    type: 'object',
    properties: { metadata: { type: 'object', propertyNames: { maxLength: 4 } } },
  };
  expect(() => shapeCheck(notes, false)({ metadata: { colour: 'red' } })).toThrowError(
    expect.objectContaining({
      message: 'metadata holds the key "colour", which must have at most 4 characters.',
    }),
  );
});

describe('sizes are judged before what they hold', () => {
  const Batch = Type.Object({
    items: Type.Array(Type.Object({ name: Type.String({ maxLength: 5, pattern: '^[a-z]+$' }) }), {
      maxItems: 3,
    }),
    metadata: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        maxProperties: 2,
        propertyNames: { type: 'string', maxLength: 3 },
        additionalProperties: { type: 'string' },
      }),
    ),
  });
  const told = (body: unknown): unknown => {
    try {
      return shapeCheck(Batch, false)(body);
    } catch (refusal) {
      return (refusal as { details: { fields: unknown } }).details.fields;
    }
  };

  test.each([
    [
      { items: Array.from({ length: 4 }, () => 7) },
      [{ path: 'items', message: 'must have at most 3 items' }],
    ],
    [{ items: [{ name: 'ABCDEF' }] }, [{ path: 'items[0].name', message: 'must have at most 5 characters' }]],
    [
      { items: [], metadata: { long_a: 1, long_b: 2, long_c: 3 } },
      [{ path: 'metadata', message: 'must have at most 2 keys' }],
    ],
    [
      { items: [{ name: '🌳🌳🌳🌳🌳🌳' }] },
      [{ path: 'items[0].name', message: 'must have at most 5 characters' }],
    ],
  ])('%j', (body, fields) => {
    expect(told(body)).toEqual(fields);
  });

  test('nothing within what is too large is looked at', () => {
    let looked = 0;
    const watched = new Proxy(
      {},
      { getOwnPropertyDescriptor: () => void (looked += 1), ownKeys: () => ((looked += 1), []) },
    );
    expect(told({ items: Array.from({ length: 100_000 }, () => watched) })).toEqual([
      { path: 'items', message: 'must have at most 3 items' },
    ]);
    expect(looked).toBe(0);
  });

  test('no more than 20 faults are told, nor looked for', () => {
    const Ids = Type.Object({ ids: Type.Array(Type.String()) });
    const fields = Array.from({ length: 20 }, (_, at) => ({
      path: `ids[${at}]`,
      message: 'must be a string',
    }));
    let looked = 0;
    const ids = new Proxy(
      Array.from({ length: 200_000 }, () => 1),
      {
        get: (list, name, self) => (
          (looked += Number(/^\d+$/.test(String(name)))),
          Reflect.get(list, name, self) as unknown
        ),
      },
    );
    expect(() => shapeCheck(Ids, false)({ ids })).toThrow(expect.objectContaining({ details: { fields } }));
    expect(looked).toBe(20);
  });
});

test('what has one of two forms is told what is wrong with the one it has', () => {
  const Fee = Type.Object({
    fee: Type.Union([
      Type.Object({ amount: Type.Number(), note: Type.Optional(Type.String()) }),
      Type.Null(),
    ]),
  });
  const refusal = (fee: unknown) => expect(() => shapeCheck(Fee, false)({ fee }));
  refusal({ note: 1 }).toThrow('fee.amount is required; fee.note must be a string.');
  refusal(7).toThrow('fee must be an object or null.');
  expect(shapeCheck(Fee, false)({ fee: null })).toEqual({ fee: null });
});

test('a word of JSON Schema that would be passed over is refused', () => {
  for (const schema of [
    { type: 'string', contentEncoding: 'base64' },
    { not: {} },
    { type: 'object', additionalProperties: false },
    { type: 'string', format: 'email' },
  ])
    expect(() => shapeCheck(schema, false)('x')).toThrow(/^A shape/);
});

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e15,
  Infinity,
  '',
  'x',
  '1',
  'true',
  '2026-11-21',
  'a@b.sl',
  'https://x',
  'a'.repeat(70),
  'ɔ'.repeat(3_000),
  [],
  [1],
  ['x'],
  ['x', 'x'],
  [{}],
  {},
  { a: 1 },
  { [`k${'y'.repeat(60)}`]: 'x' },
  Array.from({ length: 300 }, () => 'x'),
];

/** Others read numbers out of these; we do not. */
const UNUSUAL: ReadonlySet<string> = new Set(['1e3', ' 1', '0x10']);
const isNumber = (value: unknown): boolean => typeof value === 'number';

describe.each([
  [
    'number',
    ['2', '2.50', '-3', '0', '-0', '007'],
    ['0x10', '1e3', ' 5 ', '5 ', '+5', '.5', '5.', '1_0', 'NaN', '٣'],
  ],
  ['integer', ['2', '-3', '0', '-0', '007'], ['2.0', '2.5', '0x10', '0b1', '1e3', ' 5 ', '+5', '', 'NaN']],
] as const)('in a query a %s', (type, plain, others) => {
  const check = shapeCheck({ type: 'object', properties: { value: { type } } }, true);
  test.each(plain)('is read out of "%s"', (value) => {
    expect(check({ value })).toEqual({ value: Number(value) === 0 ? 0 : Number(value) });
  });
  test.each(others)('is not read out of "%s"', (value) => {
    expect(() => check({ value })).toThrow(`value must be ${type === 'integer' ? 'an' : 'a'} ${type}`);
  });
});

describe('every schema of what comes in takes what JSON Schema says', () => {
  const strict = new Ajv2020({ strict: false, strictNumbers: true })
    .addFormat('date-time', true)
    .addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  const fromText = new Ajv2020({ strict: false, strictNumbers: true, coerceTypes: true }).addFormat(
    'date-time',
    true,
  );
  const takes = (check: () => unknown): boolean => {
    try {
      check();
      return true;
    } catch (refusal) {
      if ((refusal as { code?: string }).code !== 'VALIDATION_ERROR') throw refusal;
      return false;
    }
  };

  test.each(
    (Object.values(operations) as readonly Operation[]).map(
      (operation) => [operation.id, operation] as const,
    ),
  )('%s', (_id, { body, query, example }) => {
    const bodies = body
      ? fieldsOf(body).flatMap(({ path }) =>
          VALUES.map((value) =>
            bodyWithField(body, example.body ?? {}, { path, json: JSON.stringify(value) }),
          ),
        )
      : [];
    if (body) {
      const [check, judge] = [shapeCheck(body, false), strict.compile(body)];
      for (const text of bodies)
        expect(
          takes(() => check(JSON.parse(text))),
          text.slice(0, 2_000),
        ).toBe(judge(JSON.parse(text)));
    }
    if (query) {
      const [check, judge] = [shapeCheck(query, true), fromText.compile(query)];
      for (const name of Object.keys(query.properties)) {
        for (const value of [
          '',
          '0',
          '1',
          '-1',
          '1.5',
          '101',
          '1e3',
          ' 1',
          '0x10',
          'true',
          'false',
          'x',
          'null',
          '2026-11-21',
          'ɔ'.repeat(3_000),
          ['1', '2'],
        ]) {
          const [own, judged] = [
            { ...example.query, [name]: value },
            { ...example.query, [name]: value },
          ].map((one) =>
            Object.fromEntries(
              Object.entries(one).map(([field, given]) => [
                field,
                Array.isArray(given) ? given : String(given),
              ]),
            ),
          );
          const isTaken = judge(judged) && !(UNUSUAL.has(String(value)) && isNumber(judged[name]));
          expect(
            takes(() => check(own)),
            `${name}=${String(value).slice(0, 40)}`,
          ).toBe(isTaken);
          if (isTaken) expect(own).toEqual(judged);
        }
      }
    }
  });
});
