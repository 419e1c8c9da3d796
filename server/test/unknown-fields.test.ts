import {
  operations,
  takesKeys,
  writtenByServer,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, type FieldSchema } from './kit/body-fields.ts';
import { repeatablesOn } from './kit/cases.ts';
import { createProbe, type Probe } from './kit/probe.ts';
import { openStage, writing } from './kit/repeatable/open-stage.ts';
import type { RepeatStage } from './kit/repeatable/repeatable.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

let stage: RepeatStage;
let probe: Probe;
let things: Things;

beforeAll(async () => {
  stage = await openStage();
  probe = createProbe(stage.service.baseUrl);
  things = await thingsOf(stage.service, { key: stage.shop.key, clock: false });
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);

/** What names a mode or a merchant is no unknown field: where it is another than the caller's, it is refused. */
const TOLD_BY_THE_KEY: ReadonlySet<string> = new Set(['livemode', 'test', 'mode', 'merchant_id']);

/** Every name that a field of any body or query has: what one operation knows, another may read unasked. */
const names = [
  ...new Set(
    (Object.values(operations) as readonly Operation[])
      .flatMap(({ body, query }) => [body, query])
      .flatMap((schema) => (schema ? fieldsOf(schema as FieldSchema) : []))
      .map(({ path }) => path.split('.').at(-1) ?? path)
      .filter((name) => !TOLD_BY_THE_KEY.has(name) && name !== '0' && name !== 'note'),
  ),
];

/** What is made with things in it, of which only we write some fields: they too are refused, and not ignored. */
const READ_ONLY_WITHIN: ReadonlySet<string> = new Set(['createEvent', 'updateEvent', 'updateProduct']);

/** No field of any operation is such a thing. */
const STRANGE = Object.freeze({ strange: ['a', { thing: true }] });

/** The same body with every field that its schema does not name, in the things within it too. */
function withUnknown(schema: FieldSchema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withUnknown(schema?.items, one));
  if (typeof value !== 'object' || value === null || schema?.properties === undefined) return value;
  const known = schema.properties;
  return {
    ...Object.fromEntries(names.filter((name) => !(name in known)).map((name) => [name, STRANGE])),
    ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withUnknown(known[name], one)])),
  };
}

test('there are many names to try, and many operations', () => {
  expect(names.length).toBeGreaterThan(300);
  expect(writing.length).toBeGreaterThan(150);
});

/** A body with all that its operation does not know, but for what it refuses because only we write it. */
function strangeBody(operation: Operation, given: unknown): object {
  const { body: schema, id } = operation;
  const readOnly = operation.readOnly ?? writtenByServer(operation);
  const full = withUnknown(schema as FieldSchema, given ?? {}) as object;
  const body = Object.fromEntries(Object.entries(full).filter(([name]) => !readOnly.includes(name)));
  return READ_ONLY_WITHIN.has(id) ? { ...body, ...(given as object) } : body;
}

test.each(writing)('%s ignores what it does not know', async (id) => {
  const operation: Operation = operations[id];
  if (operation.body === undefined) return;
  const { key = stage.shop.key, ...input } = await (repeatable[id]?.request() ??
    expect.fail(`${id} has no case`));
  const seen = await probe.ask(id, { key, ...input, body: strangeBody(operation, input.body) });
  expect(seen.status, seen.text).toBeLessThan(300);
});

const changes = (Object.values(operations) as readonly Operation[]).filter(
  (operation) => operation.method === 'PATCH' && takesKeys(operation),
);

test.each(changes.map((operation) => [operation.id, operation] as const))(
  '%s, which changes a thing, ignores it as well',
  async (_id, operation) => {
    const params = Object.fromEntries(
      Object.entries(operation.example.params ?? {}).map(([name, thing]) => [
        name,
        things[kindOf(thing)] ?? ABSENT[kindOf(thing)],
      ]),
    );
    const send = (body: unknown) =>
      probe.ask(operation.id as OperationId, { key: stage.shop.key, params, body });
    const plain = await send(operation.example.body);
    const strange = await send(strangeBody(operation, operation.example.body));
    expect([strange.status, strange.code], strange.text).toEqual([plain.status, plain.code]);
  },
);
