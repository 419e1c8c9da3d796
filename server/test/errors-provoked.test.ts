import { operations, type ErrorCode, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provocationsOn } from './kit/cases.ts';
import { createProbe, type Probe, type Seen, type InputGiven } from './kit/probe.ts';
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

const ask = (id: OperationId, input: InputGiven = {}): Promise<Seen> =>
  probe.ask(id, { key: shop.key, ...input });
/** How each code that an operation declares beyond the shared ones comes about. */
const provocations = provocationsOn(() => ({ service, shop, liveKey, ask }));

/** Codes that a test cannot bring about, each with the reason. There is none. */
const exempt: Readonly<Record<string, string>> = {};

/** Operations on payments whose refusals are told here. */
const OF_PAYMENTS: ReadonlySet<string> = new Set([
  'createPayment',
  'getPayment',
  'followPayment',
  'cancelPayment',
  'confirmPayment',
  'simulatePayment',
  'getPaymentQr',
  'createSignedAmount',
  'updatePaymentSettings',
  'updateNoticeSettings',
]);
/** Money on its way back and out, and links. */
const OF_MONEY = /refunds|payment-links|payouts|reconciliation/;
/** Rooms whose refusals are told here, by the tag of their operations. */
const TAGS: ReadonlySet<string> = new Set([
  'Events',
  'Ticket orders',
  'Promo codes',
  'Waiting list',
  'Scanning',
  'Tickets',
  'Payment links',
  'Payouts',
  'Reconciliation',
  'Catalogue',
  'Customers',
  'Invoices',
  'Locations',
  'Inventory',
  'Point of sale reports',
  'Staff and tills',
  'Cash drawers',
  'Sale refunds',
  'Receipts',
  'Sales',
]);
const told = (Object.values(operations) as readonly Operation[]).filter(
  ({ id, path, scope, tag }) =>
    (path.includes('/deliveries') && !scope?.startsWith('webhooks')) ||
    path.startsWith('/shipping') ||
    TAGS.has(tag) ||
    OF_PAYMENTS.has(id) ||
    path.startsWith('/payments/providers') ||
    OF_MONEY.test(path),
);
const declared = told.flatMap((operation) =>
  operation.errors.map((code) => [operation.id as OperationId, code] as const),
);

describe('every refusal that an operation of shipping, payments or events declares', () => {
  test('has a way to come about, and nothing else has', () => {
    const known = Object.entries(provocations).flatMap(([id, codes]) =>
      Object.keys(codes).map((code) => `${id} ${code}`),
    );
    expect([...known, ...Object.keys(exempt)].toSorted()).toEqual(
      declared.map(([id, code]) => `${id} ${code}`).toSorted(),
    );
    expect(declared.length).toBeGreaterThan(50);
  });

  test.each(declared)('%s: %s', async (id, code: ErrorCode) => {
    if (`${id} ${code}` in exempt) return;
    const provoke = provocations[id]?.[code] ?? expect.fail(`Nothing provokes ${code} of ${id}.`);
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
