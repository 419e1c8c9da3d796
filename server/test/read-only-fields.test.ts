import { operations, type Operation, type OperationId } from '@cottontree/contract';
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
});
afterAll(() => service[Symbol.asyncDispose]());

const makers = (Object.values(operations) as readonly Operation[]).filter(
  ({ method, params, readOnly }) => method === 'POST' && params === undefined && readOnly !== undefined,
);
const cases = makers.flatMap(({ id, readOnly = [], example }) =>
  readOnly
    .filter((field) => !(field in (example.body ?? {})))
    .map((field) => [id as OperationId, field, example.body] as const),
);

test('much that is made has fields that only we write', () => {
  expect(makers.length).toBeGreaterThan(15);
  expect(makers.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'createEvent',
      'createSale',
      'createStaff',
      'createTerminal',
      'openCashSession',
      'createInvoice',
      'createProduct',
    ]),
  );
});

test.each(cases)('%s refuses %s', async (id, field, body) => {
  const seen = await probe.ask(id, { key: shop.key, body: { ...body, [field]: 'of mine' } });
  expect(seen).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(JSON.stringify(seen.details)).toContain(field);
});
