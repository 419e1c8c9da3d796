import { operations, type ErrorCode, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absenceOf, provocationsOn } from './kit/cases.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import type { Provoke } from './kit/provoke.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let liveKey: string;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  liveKey = await service.key(shop.id, { livemode: true });
  await service.driver();
  await service.server.modules.shipping.refreshMap();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> =>
  probe.ask(id, { key: shop.key, ...input });
/** How each code that an operation declares beyond the shared ones comes about. */
const provocations = provocationsOn(() => ({ service, shop, liveKey, ask }));
const provokeOf = (id: OperationId, code: ErrorCode): Provoke | undefined =>
  provocations[id]?.[code] ?? absenceOf(id, code, ask);

/** Codes that a test cannot bring about, each with the reason. There is none. */
const exempt: Readonly<Record<string, string>> = {};

/** Operations whose refusals the tests of their own modules bring about, by tag; but for those that have a way here, and then all of theirs. */
const BY_THEIR_OWN: ReadonlySet<string> = new Set([
  'Webhooks',
  'Notices',
  'Keys',
  'Requests',
  'Accounts',
  'Members',
  'Dispatch',
  'Couriers',
  'Cash',
  'Test mode',
  'Platform',
]);
const told = (Object.values(operations) as readonly Operation[]).filter(
  ({ id, tag }) => !BY_THEIR_OWN.has(tag) || Object.hasOwn(provocations, id),
);
const declared = told.flatMap((operation) =>
  operation.errors.map((code) => [operation.id as OperationId, code] as const),
);

describe('every refusal that an operation declares', () => {
  test('has a way to come about, and nothing else has', () => {
    const known = Object.entries(provocations).flatMap(([id, codes]) =>
      Object.keys(codes).map((code) => `${id} ${code}`),
    );
    const wanted = new Set(declared.map(([id, code]) => `${id} ${code}`));
    expect([...known, ...Object.keys(exempt)].filter((one) => !wanted.has(one))).toEqual([]);
    const unprovoked = declared.filter(([id, code]) => !provokeOf(id, code));
    expect(unprovoked.map(([id, code]) => `${id} ${code}`)).toEqual(Object.keys(exempt));
    expect(declared.length).toBeGreaterThan(800);
  });

  test.each(declared)('%s: %s', async (id, code: ErrorCode) => {
    if (`${id} ${code}` in exempt) return;
    const provoke = provokeOf(id, code) ?? expect.fail(`Nothing provokes ${code} of ${id}.`);
    const seen = await provoke();
    expect(seen.code).toBe(code);
    if (code === 'STATE_CONFLICT')
      expect(seen.details, 'the move that is illegal').toMatchObject({
        from: expect.any(String),
        to: expect.any(String),
        allowed: expect.any(Array),
      });
  });
});
