import {
  operations,
  PRICING_ERRORS,
  type DeliveryStatus,
  type ErrorCode,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provocationsOn } from './kit/cases.ts';
import { impossible } from './kit/impossible.ts';
import { parcel, UNKNOWN_JOB, wrongCode } from './kit/parcel.ts';
import { createProbe, type Probe, type Seen, type InputGiven } from './kit/probe.ts';
import type { Provocations, Provoke } from './kit/provoke.ts';
import { withMap } from './kit/service-map.ts';
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
const create = (fields: object = {}): Promise<Seen> =>
  ask('createDelivery', { body: { ...parcel, ...fields } });
const quoteId = async (): Promise<unknown> => (await ask('getQuote', { query: way })).data['quote_id'];
const way = { pickup_city: parcel.pickup_city, delivery_city: parcel.delivery_city };
const unknown = { params: { jobNumber: UNKNOWN_JOB } };

async function jobIn(status: DeliveryStatus) {
  const { data } = await shop.client.createDelivery({ body: parcel });
  await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return { params: { jobNumber: data.job_number }, pickup: data.pickup_code };
}

async function verifyIn(status: DeliveryStatus, wrong: number): Promise<Seen> {
  const { params, pickup } = await jobIn(status);
  const verify = (code: string): Promise<Seen> =>
    ask('verifyHandoff', { params, body: { type: 'pickup', code } });
  for (let tried = 1; tried < wrong; tried += 1) await verify(wrongCode(pickup, tried));
  return verify(wrong > 0 ? wrongCode(pickup) : pickup);
}

const savedAddress = async () => ({
  id: String(
    (await ask('saveAddress', { body: { address: '1 Changing Road', city: 'Freetown' } })).data['id'],
  ),
});
const changeAddress = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Seen> =>
  ask('updateAddress', { params: await savedAddress(), body, headers });

/** What no place, parcel or service allows, for a quote or a creation. */
function pricing(ask: (fields: object) => Promise<Seen>, created: boolean): Record<string, Provoke> {
  return Object.fromEntries(
    PRICING_ERRORS.map((code): [string, Provoke] => {
      const wanted = impossible[code];
      const fields = created ? (wanted.created ?? wanted.fields) : wanted.fields;
      return [code, () => withMap(service, wanted.map ?? {}, () => ask(fields))];
    }),
  );
}

const asQuery = (fields: object): object =>
  Object.fromEntries(Object.entries({ ...way, ...fields }).filter(([, value]) => value !== undefined));

/** How each code that an operation declares beyond the shared ones comes about. */
const provocations: Provocations = {
  ...provocationsOn(() => ({ service, shop, liveKey, ask })),
  getQuote: pricing((fields) => ask('getQuote', { query: { ...asQuery(fields) } }), false),
  createDelivery: {
    ...pricing(create, true),
    INVALID_QUOTE: () => create({ quote_id: 'qt_made_up' }),
    TEST_ONLY: () => ask('createDelivery', { key: liveKey, body: { ...parcel, simulate: { mode: 'auto' } } }),
    QUOTE_EXPIRED: async () => {
      const quote_id = await quoteId();
      service.advance(3_600_000);
      const seen = await create({ quote_id });
      service.advance(-3_600_000);
      return seen;
    },
    QUOTE_ALREADY_USED: async () => {
      const quote_id = await quoteId();
      await create({ quote_id });
      return create({ quote_id });
    },
    QUOTE_MISMATCH: async () => create({ quote_id: await quoteId(), weight_kg: 30 }),
    DUPLICATE_DELIVERY: async () => {
      await create({ order_number: 'SAME' });
      return create({ order_number: 'SAME' });
    },
    INVALID_PHONE: () => create({ recipient_phone: '12' }),
    FEE_EXCEEDS_MAX: () => create({ max_shipping_fee: 1 }),
    NO_COURIERS_AVAILABLE: async () => {
      await service.query('UPDATE drivers SET active = false');
      const seen = await withMap(service, {}, () => create({ service_level: 'express' }));
      await service.query('UPDATE drivers SET active = true');
      await service.server.modules.shipping.refreshMap();
      return seen;
    },
  },
  listDeliveries: { INVALID_PHONE: () => ask('listDeliveries', { query: { recipient_phone: '12' } }) },
  getDelivery: { DELIVERY_NOT_FOUND: () => ask('getDelivery', unknown) },
  trackDelivery: { DELIVERY_NOT_FOUND: () => ask('trackDelivery', unknown) },
  verifyHandoff: {
    DELIVERY_NOT_FOUND: () => ask('verifyHandoff', { ...unknown, body: { type: 'pickup', code: '493817' } }),
    DELIVERY_NOT_ACTIVE: () => verifyIn('cancelled', 0),
    HANDOFF_NOT_READY: () => verifyIn('pending', 0),
    INVALID_HANDOFF_CODE: () => verifyIn('assigned', 1),
    HANDOFF_LOCKED: () => verifyIn('assigned', 6),
  },
  cancelDelivery: {
    DELIVERY_NOT_FOUND: () => ask('cancelDelivery', unknown),
    CANCELLATION_NOT_ALLOWED: async () =>
      ask('cancelDelivery', { params: (await jobIn('picked_up')).params }),
  },
  bulkTrack: {
    TOO_MANY_ITEMS: () =>
      ask('bulkTrack', { body: { job_numbers: Array.from({ length: 101 }, () => UNKNOWN_JOB) } }),
  },
  listZones: {},
  saveAddress: {
    ADDRESS_AMBIGUOUS: () =>
      withMap(service, impossible.ADDRESS_AMBIGUOUS.map ?? {}, () =>
        ask('saveAddress', { body: { address: '1 Main Road', city: 'Old Bridge' } }),
      ),
    ADDRESS_MISMATCH: () =>
      ask('saveAddress', { body: { address: '1 Main Road', city: 'Bo', lat: 8.484, lng: -13.234 } }),
    ZONE_NOT_SERVICED: () =>
      withMap(service, { zones: { 'FT-LUM': { active: false } } }, () =>
        ask('saveAddress', { body: { address: '1 Main Road', city: 'Lumley' } }),
      ),
    INVALID_PHONE: () =>
      ask('saveAddress', { body: { address: '1 Main Road', city: 'Bo', contact_phone: '12' } }),
  },
  getZone: { ZONE_NOT_FOUND: () => ask('getZone', { params: { id: 'zone_nowhere' } }) },
  updateAddress: {
    ADDRESS_NOT_FOUND: () => ask('updateAddress', { params: { id: 'adr_none' }, body: {} }),
    ADDRESS_AMBIGUOUS: () =>
      withMap(service, impossible.ADDRESS_AMBIGUOUS.map ?? {}, () => changeAddress({ city: 'Old Bridge' })),
    ADDRESS_MISMATCH: () => changeAddress({ city: 'Bo', lat: 8.484, lng: -13.234 }),
    ZONE_NOT_SERVICED: () =>
      withMap(service, { zones: { 'FT-LUM': { active: false } } }, () => changeAddress({ city: 'Lumley' })),
    INVALID_PHONE: () => changeAddress({ contact_phone: '12' }),
    DUPLICATE_ADDRESS: async () => {
      await ask('saveAddress', { body: { address: '7 Twin Street', city: 'Bo' } });
      return changeAddress({ address: '7 Twin Street', city: 'Bo' });
    },
    PRECONDITION_FAILED: () => changeAddress({ label: 'Shop' }, { 'if-match': '"999"' }),
  },
  deleteAddress: {
    ADDRESS_NOT_FOUND: () => ask('deleteAddress', { params: { id: 'adr_none' } }),
    PRECONDITION_FAILED: async () =>
      ask('deleteAddress', { params: await savedAddress(), headers: { 'if-match': '"999"' } }),
  },
  listAddresses: { INVALID_PHONE: () => ask('listAddresses', { query: { phone: '12' } }) },
  resendCode: {
    DELIVERY_NOT_FOUND: () => ask('resendCode', unknown),
    STATE_CONFLICT: async () => ask('resendCode', { params: (await jobIn('delivered')).params }),
    DELIVERY_NOT_ACTIVE: async () => ask('resendCode', { params: (await jobIn('cancelled')).params }),
    RECIPIENT_NOT_REACHABLE: async () => {
      const { data } = await create({ recipient_phone: undefined });
      return ask('resendCode', { params: { jobNumber: String(data['job_number']) } });
    },
  },
  eraseRecipient: {
    RECIPIENT_HAS_ACTIVE_DELIVERIES: async () => {
      await create({ recipient_phone: '076 999888' });
      return ask('eraseRecipient', { body: { phone: '076 999888' } });
    },
    INVALID_PHONE: () => ask('eraseRecipient', { body: { phone: '12' } }),
  },
  advanceDelivery: {
    DELIVERY_NOT_FOUND: () => ask('advanceDelivery', { ...unknown, body: { to_status: 'assigned' } }),
    STATE_CONFLICT: async () =>
      ask('advanceDelivery', { params: (await jobIn('failed')).params, body: { to_status: 'assigned' } }),
  },
};

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
