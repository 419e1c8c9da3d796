import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  dataFields,
  envelopeOf,
  eventCatalogue,
  eventKinds,
  eventSubscriptions,
  normaliseJobNumber,
  operations,
  verifyWebhook,
  type Operation,
} from '../src/index.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv
  .addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .addFormat('date', /^\d{4}-\d\d-\d\d$/)
  .addFormat('uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
const all: readonly Operation[] = Object.values(operations);

/** What is wrong with a value, or nothing. */
function faults(schema: object, value: unknown): string {
  return ajv.validate(schema, value) ? '' : ajv.errorsText();
}

/** A schema that refuses what it does not name, at every depth. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

describe.each(all.map((operation) => [operation.id, operation] as const))(
  'the example of %s',
  (id, operation) => {
    test('is what the operation takes and answers, field by field', () => {
      const { params, query, body, answer } = operation.example;
      expect(operation.id).toBe(id);
      expect(
        faults(closed(operation.params ?? { type: 'object', properties: {} }) as object, params ?? {}),
      ).toBe('');
      expect(
        faults(closed(operation.query ?? { type: 'object', properties: {} }) as object, query ?? {}),
      ).toBe('');
      if (operation.body) expect(faults(closed(operation.body) as object, body)).toBe('');
      else expect(body).toBeUndefined();
      const data = operation.list ? [answer] : answer;
      const rest = operation.list
        ? { meta: { page: 1, limit: 20, total: 1, has_next_page: false } }
        : { timestamp: '2026-11-21T09:14:00.120Z' };
      expect(
        faults(closed(envelopeOf(operation.answer, operation.list === true)) as object, {
          success: true,
          data,
          ...rest,
        }),
      ).toBe('');
    });

    test('names every parameter of the path', () => {
      const names = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      expect(Object.keys(operation.params?.properties ?? {})).toEqual(names);
    });

    test('uses job numbers that could be real', () => {
      for (const [number] of JSON.stringify(operation.example).matchAll(/SHP-\w{4}-\w{4}/g))
        expect(normaliseJobNumber(number)).toBe(number);
    });
  },
);

test('every operation has its own place', () => {
  const places = all.map((operation) => `${operation.method} ${operation.path}`);
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBeGreaterThanOrEqual(35);
});

test('no operation repeats a code that it declares', () => {
  for (const { id, errors } of all) expect([id, new Set(errors).size]).toEqual([id, errors.length]);
});

describe('the kinds of events', () => {
  test('have examples with exactly their fields, in their order', () => {
    for (const kind of eventKinds) {
      const { data, example } = eventCatalogue[kind];
      expect(faults(closed(data) as object, example)).toBe('');
      expect(Object.keys(example)).toEqual(dataFields(kind));
    }
  });

  test('can be subscribed to by their sort, where a kind of it is sent without being named', () => {
    const sorts = new Set(
      eventKinds.filter((kind) => eventCatalogue[kind].default).map((kind) => `${kind.split('.')[0]}.*`),
    );
    expect(eventSubscriptions.filter((word) => word.endsWith('.*')).toSorted()).toEqual(
      [...sorts].toSorted(),
    );
  });

  test('that the specification names have its fields in its order', () => {
    expect(dataFields('shipping.delivery.created').join()).toBe(
      'job_number,transaction_id,order_number,store_name,delivery_address,delivery_city,pickup_code,delivery_code,shipping_fee,status',
    );
    expect(dataFields('shipping.status.updated').join()).toBe(
      'transaction_id,job_number,status,order_status,pickup_verified,delivery_verified,order_number',
    );
  });
});

test('the signed example is signed', async () => {
  const { secret, body, headers } = operations.getVerifyExample.example.answer;
  const now = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect((await verifyWebhook({ headers, body, secrets: [secret], now })).event).toBe(
    headers['X-Service-Event'],
  );
  const { 'X-Service-Signature': signature } = headers;
  expect(
    (await verifyWebhook({ headers: { 'X-Service-Signature': signature }, body, secrets: [secret], now }))
      .data.object['status'],
  ).toBe('in_transit');
});
