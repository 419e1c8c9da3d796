import { operations, takesKeys, type Operation } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe, type Probe } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const writing = (Object.values(operations) as readonly Operation[]).filter(
  (operation) => takesKeys(operation) && (operation.method === 'POST' || operation.method === 'PATCH'),
);
const NO_OBJECTS = ['null', '[]', '[{}]', '"x"', '5', 'true'];
const NO_JSON = [
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"a":',
  `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  '['.repeat(5_000),
];
const NO_TEXT = ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\u0000":1}'];

test('there are many operations that a body may come to', () => {
  expect(writing.length).toBeGreaterThan(150);
});

test.each(writing.map((operation) => [operation.id, operation] as const))(
  '%s refuses what is no object, no JSON and no text',
  async (_id, { id, example }) => {
    const ask = (text: string) =>
      probe.ask(id as never, { key: shop.key, params: example.params, query: example.query, text });
    for (const [texts, code] of [
      [NO_OBJECTS, 'VALIDATION_ERROR'],
      [NO_JSON, 'INVALID_JSON'],
      [NO_TEXT, 'VALIDATION_ERROR'],
    ] as const)
      for (const text of texts)
        expect(await ask(text), text.slice(0, 40)).toMatchObject({ status: 400, code });
  },
);
