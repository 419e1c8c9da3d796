import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprint } from './kit/fingerprint.ts';
import { createProbe, type Probe } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let before: Awaited<ReturnType<typeof fingerprint>>;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  before = await fingerprint(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const taking = (Object.values(operations) as readonly Operation[]).filter(
  ({ by, body }) => by === undefined && body !== undefined,
);
/** What names whose data is meant, where the operation has no field of that name with a meaning of its own. */
const cases = taking.flatMap(({ id, body }) =>
  [
    ['mode', 'live'],
    ['livemode', true],
    ['merchant_id', 'mch_00000000000000000000000000'],
  ]
    .filter(([name]) => !(String(name) in (body?.properties ?? {})))
    .map(([name, value]) => [id, String(name), value] as const),
);

test.each(cases)('%s with another %s is refused, and not done in the own one', async (id, path, value) => {
  const { example }: Operation = operations[id as OperationId];
  const seen = await probe.ask(id as OperationId, {
    key: shop.key,
    params: example.params,
    query: example.query,
    body: { ...example.body, [path]: value },
  });
  expect(seen).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });
});

test('nothing came of all these', async () => {
  expect(cases.length).toBeGreaterThan(300);
  expect(await fingerprint(service)).toEqual(before);
});

test('a body that says whose it is, and is right, is taken', async () => {
  const seen = await probe.ask('createKey', {
    key: shop.key,
    body: { name: 'Till', mode: 'test', livemode: false, merchant_id: shop.id },
  });
  expect(seen).toMatchObject({ status: 201, data: { livemode: false } });
});
