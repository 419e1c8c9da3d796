import { normaliseJobNumber, PRICING_ERRORS } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { impossible } from '../../../../test/kit/impossible.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { withMap } from '../../../../test/kit/service-map.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Body = Parameters<TestMerchant['client']['createDelivery']>[0]['body'];

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
  await service.server.modules.shipping.refreshMap();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const create = async (body: Body = parcel) => (await shop.client.createDelivery({ body })).data;
const quote = async (query = {}) =>
  (await shop.client.getQuote({ query: { pickup_city: 'Freetown', delivery_city: 'Lumley', ...query } }))
    .data;
const countOf = async (table: string): Promise<number> =>
  Number(
    (await service.query(`SELECT count(*) FROM ${table} WHERE merchant_id = $1`, [shop.id]))[0]?.['count'],
  );
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('creating a delivery', () => {
  test('answers a pending job with its number, its codes and its page', async () => {
    const data = await create();
    expect(data).toMatchObject({
      status: 'pending',
      order_status: 'processing',
      version: 1,
      livemode: false,
      driver: null,
      pickup_verified: false,
      delivery_verified: false,
      warnings: [],
    });
    expect(normaliseJobNumber(data.job_number)).toBe(data.job_number);
    expect(data.pickup_code).toMatch(/^\d{6}$/);
    expect(data.delivery_code).toMatch(/^\d{6}$/);
    expect(data.pickup_code).not.toBe(data.delivery_code);
    expect(data.order_number).toMatch(/^ORD-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(data.transaction_id).toMatch(/^txn_/);
    expect(data.tracking_url).toMatch(/\/t\/[\w-]{22}$/);
    expect(data.recipient_phone).toBe('+23278234567');
  });

  test('keeps what it was told, and reads the same later', async () => {
    const told = {
      ...parcel,
      order_number: 'A-1/7#2',
      transaction_id: 'till_7.4',
      store_name: 'Aminata’s Ship',
      delivery_landmark: 'Blue gate',
      delivery_instructions: 'Call from the junction.\nTwice.',
      recipient_name: 'Fatmata Koroma',
      recipient_phone_alt: '+232 76 123456',
      pickup_contact_name: 'Aminata',
      pickup_contact_phone: '076123456',
      pickup_instructions: 'Ring',
      package_size: 'large' as const,
      weight_kg: 2.345,
      declared_value: 400.5,
      package_description: 'Two shirts',
      fragile: true,
      cod_amount: '400.10',
      undeliverable_action: 'hold' as const,
      require_photo: true,
      require_signature: true,
      notify_recipient: false,
      items: [
        { name: 'Shirt', quantity: 2, price: '200.05', sku: 'S-1' },
        { name: 'Note', quantity: 1 },
      ],
      metadata: { till: 'front', open: true, count: 3, none: null },
    };
    const data = await create(told);
    expect(data).toMatchObject({
      ...told,
      recipient_phone: '+23278234567',
      recipient_phone_alt: '+23276123456',
      pickup_contact_phone: '+23276123456',
      cod_amount: 400.1,
      cod_status: 'to_collect',
      items: [
        { name: 'Shirt', quantity: 2, price: 200.05, sku: 'S-1' },
        { name: 'Note', quantity: 1, price: null, sku: null },
      ],
    });
    const { warnings: _warnings, ...stored } = data;
    expect((await shop.client.getDelivery({ params: { jobNumber: data.job_number } })).data).toEqual(stored);
  });

  test('reads null for what it was not told as nothing', async () => {
    const silent = { recipient_phone_alt: null, notify_recipient: null, metadata: null };
    const items = [{ name: 'Cup', quantity: 1, sku: null }];
    expect(await create({ ...parcel, ...silent, items } as unknown as Body)).toMatchObject({
      recipient_phone_alt: null,
      weight_kg: 1,
      notify_recipient: true,
      metadata: {},
    });
  });

  test('costs what the quote said, with the quote and without', async () => {
    const fields = { weight_kg: 6, cod_amount: 150.5 };
    const quoted = await quote(fields);
    const [plain, bound] = [
      await create({ ...parcel, ...fields }),
      await create({ ...parcel, ...fields, quote_id: quoted.quote_id }),
    ];
    expect([plain.shipping_fee, bound.shipping_fee]).toEqual([quoted.shipping_fee, quoted.shipping_fee]);
    expect(bound.fee_breakdown).toEqual(quoted.fee_breakdown);
    expect([plain.rate_card_version, bound.rate_card_version]).toEqual([
      quoted.rate_card_version,
      quoted.rate_card_version,
    ]);
    expect([plain.quote_id, bound.quote_id]).toEqual([null, quoted.quote_id]);
  });

  test('holds the quoted fee although the rates have gone up', async () => {
    const quoted = await quote();
    await withMap(service, { card: { per_km: 40 } }, async () => {
      expect((await create({ ...parcel, quote_id: quoted.quote_id })).shipping_fee).toBe(quoted.shipping_fee);
      expect((await create()).shipping_fee).toBeGreaterThan(quoted.shipping_fee);
    });
  });

  test('may add the pin of the door to a quote for the zone', async () => {
    const quoted = await quote();
    const data = await create({
      ...parcel,
      quote_id: quoted.quote_id,
      delivery_lat: 8.4541,
      delivery_lng: -13.2701,
    });
    expect(data).toMatchObject({
      shipping_fee: quoted.shipping_fee,
      delivery_lat: 8.4541,
      delivery_lng: -13.2701,
    });
  });

  test('warns of a town that may be misspelt', async () => {
    expect((await create({ ...parcel, delivery_city: 'Lumly' })).warnings).toMatchObject([
      { code: 'CATCH_ALL_ZONE', address: 'destination', did_you_mean: ['Lumley'] },
    ]);
  });

  test('warns when only the merchant can pass the code on', async () => {
    const { recipient_phone: _phone, ...unreachable } = parcel;
    expect((await create(unreachable)).warnings).toEqual([
      expect.objectContaining({ code: 'RECIPIENT_PHONE_MISSING' }),
    ]);
  });

  test('takes saved addresses instead of places, and counts their use', async () => {
    const { data: home } = await shop.client.saveAddress({
      body: {
        address: '5 Kissy Road',
        city: 'Kissy',
        contact_name: 'Isatu',
        contact_phone: '077555666',
        landmark: 'Mosque',
      },
    });
    const data = await create({ pickup_city: 'Freetown', delivery_address_id: home.id });
    expect(data).toMatchObject({
      delivery_address_id: home.id,
      delivery_address: '5 Kissy Road',
      delivery_city: 'Kissy',
      delivery_landmark: 'Mosque',
      recipient_name: 'Isatu',
      recipient_phone: '+23277555666',
    });
    const [saved] = (await shop.client.listAddresses({ query: { q: '5 Kissy Road' } })).data;
    expect(saved).toMatchObject({ delivery_count: 1, last_used_at: data.created_at });
  });

  test('announces itself once, with both codes', async () => {
    const { job_number: jobNumber } = await create();
    const facts = await service.query('SELECT kind, sequence, facts FROM outbox WHERE entity = $1', [
      jobNumber,
    ]);
    expect(facts).toEqual([
      expect.objectContaining({
        kind: 'shipping.delivery.created',
        sequence: 1,
        facts: expect.objectContaining({ status: 'pending', job_number: jobNumber }),
      }),
    ]);
  });

  test('writes no code anywhere in the clear', async () => {
    const { pickup_code: pickup, delivery_code: drop } = await create();
    for (const table of ['deliveries', 'outbox', 'idempotency_keys']) {
      const rows = await service.query(`SELECT t::text AS row FROM ${table} t`);
      expect(rows.length).toBeGreaterThan(0);
      for (const { row } of rows)
        for (const code of [pickup, drop]) expect(String(row)).not.toMatch(new RegExp(`"${code}"|,${code},`));
    }
  });

  test('may share its order number once the first job is over, or when told to', async () => {
    const body = { ...parcel, order_number: 'TWICE' };
    const first = await create(body);
    await create({ ...body, allow_duplicate: true });
    await shop.client.cancelDelivery({ params: { jobNumber: first.job_number } });
    await expect(create(body), 'the second one is still active').rejects.toMatchObject({
      code: 'DUPLICATE_DELIVERY',
    });
  });

  test('with a live key is live, and nobody in test mode sees it', async () => {
    const key = await service.key(shop.id, { livemode: true });
    const response = await fetch(`${service.baseUrl}/shipping/deliveries`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(parcel),
    });
    const { data } = (await response.json()) as { data: { job_number: string; livemode: boolean } };
    expect([response.status, data.livemode]).toEqual([201, true]);
    await expect(shop.client.getDelivery({ params: { jobNumber: data.job_number } })).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });
});

describe('the same request again', () => {
  test('gets the first answer, codes and all', async () => {
    const first = await shop.client.createDelivery({ body: parcel, idempotencyKey: 'once' });
    const again = await shop.client.createDelivery({ body: parcel, idempotencyKey: 'once' });
    expect(again).toMatchObject({ status: 201, replayed: true, data: first.data });
    expect(first.replayed).toBe(false);
  });

  test('gets it also when it would be refused by now', async () => {
    const body = { ...parcel, quote_id: (await quote()).quote_id };
    const first = await shop.client.createDelivery({ body, idempotencyKey: 'later' });
    service.advance(3_600_000);
    expect((await shop.client.createDelivery({ body, idempotencyKey: 'later' })).data.job_number).toBe(
      first.data.job_number,
    );
    service.advance(-3_600_000);
  });

  test('is another request when its body differs', async () => {
    await shop.client.createDelivery({ body: parcel, idempotencyKey: 'taken' });
    await expect(
      shop.client.createDelivery({ body: { ...parcel, weight_kg: 2 }, idempotencyKey: 'taken' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
    await expect(
      shop.client.createDelivery({ body: { ...parcel, cod_amount: '1.005' }, idempotencyKey: 'taken' }),
    ).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(
      shop.client.saveAddress({ body: { address: 'Somewhere', city: 'Bo' }, idempotencyKey: 'taken' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('a delivery is refused for', () => {
  const refused = async (body: object, expected: object): Promise<void> => {
    const before = [await countOf('deliveries'), await countOf('outbox'), await countOf('idempotency_keys')];
    await expect(create(body)).rejects.toMatchObject(expected);
    expect(
      [await countOf('deliveries'), await countOf('outbox'), await countOf('idempotency_keys')],
      'nothing was written',
    ).toEqual(before);
  };

  test.each(PRICING_ERRORS)('%s', async (code) => {
    const { fields, created = fields, map = {} } = impossible[code];
    await withMap(service, map, () => refused({ ...parcel, ...created }, { code }));
  });

  test('a quote of another merchant, of the other mode, or of nobody', async () => {
    const stranger = await service.merchant();
    const { data: theirs } = await stranger.client.getQuote({
      query: { pickup_city: 'Freetown', delivery_city: 'Lumley' },
    });
    const own = (await quote()).quote_id;
    for (const quote_id of [
      theirs.quote_id,
      'qt_1',
      'x',
      `${own}A`,
      own.slice(0, -2),
      own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      `qt_${'🌳'.repeat(100)}`,
    ]) {
      await refused({ ...parcel, quote_id }, { code: 'INVALID_QUOTE', status: 400 });
    }
  });

  test('a simulation with a live key', async () => {
    const key = await service.key(shop.id, { livemode: true });
    const response = await fetch(`${service.baseUrl}/shipping/deliveries`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...parcel, simulate: { mode: 'auto' } }),
    });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      403,
      'TEST_ONLY',
    ]);
  });

  test('a quote that has expired', async () => {
    const { quote_id } = await quote();
    service.advance(31 * 60_000);
    await refused({ ...parcel, quote_id }, { code: 'QUOTE_EXPIRED', status: 409 });
    service.advance(-31 * 60_000);
  });

  test('a quote that a delivery was made from, naming it', async () => {
    const { quote_id } = await quote();
    const { job_number: jobNumber } = await create({ ...parcel, quote_id });
    await refused(
      { ...parcel, quote_id },
      { code: 'QUOTE_ALREADY_USED', status: 409, details: { job_number: jobNumber } },
    );
  });

  test.each([
    ['weight_kg', { weight_kg: 9 }],
    ['package_size', { package_size: 'xlarge' }],
    ['declared_value', { declared_value: 900 }],
    ['cod_amount', { cod_amount: 900 }],
    ['service_level', { service_level: 'express' }],
    ['delivery_city', { delivery_city: 'Bo' }],
    ['pickup_city', { pickup_city: 'Bo' }],
  ])('a quote for another %s, naming it', async (path, field) => {
    await refused(
      { ...parcel, ...field, quote_id: (await quote()).quote_id },
      {
        code: 'QUOTE_MISMATCH',
        status: 409,
        message: expect.stringContaining(path),
        details: { fields: [expect.objectContaining({ path })] },
      },
    );
  });

  test('an order that is under way, naming its job', async () => {
    const { job_number: jobNumber } = await create({ ...parcel, order_number: 'BUSY' });
    await refused(
      { ...parcel, order_number: 'BUSY' },
      {
        code: 'DUPLICATE_DELIVERY',
        status: 409,
        message: expect.stringContaining(jobNumber),
        details: { job_number: jobNumber },
      },
    );
  });

  test.each(['recipient_phone', 'recipient_phone_alt', 'pickup_contact_phone'])(
    'a %s that cannot exist',
    async (path) => {
      for (const phone of ['12', '076', 'Aminata', '+1 555', '+23276123456;ext=4'])
        await refused(
          { ...parcel, [path]: phone },
          { code: 'INVALID_PHONE', status: 422, message: expect.stringContaining(path) },
        );
    },
  );

  test('a fee above what it may cost', async () => {
    await refused(
      { ...parcel, max_shipping_fee: 10 },
      { code: 'FEE_EXCEEDS_MAX', status: 422, details: { shipping_fee: (await quote()).shipping_fee } },
    );
    expect((await create({ ...parcel, max_shipping_fee: (await quote()).shipping_fee })).status).toBe(
      'pending',
    );
  });

  test('an express delivery while no courier is there', async () => {
    await service.query('UPDATE drivers SET active = false');
    await withMap(service, {}, () =>
      refused(
        { ...parcel, service_level: 'express' },
        { code: 'NO_COURIERS_AVAILABLE', status: 503, retryAfterSeconds: 60 },
      ),
    );
    await service.query('UPDATE drivers SET active = true');
    await service.server.modules.shipping.refreshMap();
  });

  test.each([
    ['no address', { delivery_address: undefined }, 'delivery_address'],
    ['no city', { delivery_city: undefined }, 'delivery_city'],
    ['a window without an end', { pickup_window_start: inHours(1) }, 'pickup_window_end'],
    ['a window without a start', { delivery_window_end: inHours(1) }, 'delivery_window_start'],
    [
      'a window of five minutes',
      { pickup_window_start: inHours(1), pickup_window_end: inHours(1.08) },
      'pickup_window_end',
    ],
    [
      'a window that ends before it starts',
      { pickup_window_start: inHours(2), pickup_window_end: inHours(1) },
      'pickup_window_end',
    ],
    ['a time without a window', { service_level: 'scheduled' }, 'pickup_window_start'],
    [
      'a window in two months',
      { delivery_window_start: inHours(1_440), delivery_window_end: inHours(1_442) },
      'delivery_window_end',
    ],
    ['an order number of two words', { order_number: 'two words' }, 'order_number'],
    ['an item without a name', { items: [{ quantity: 1 }] }, 'items[0].name'],
    ['no whole number of items', { items: [{ name: 'Rice', quantity: 1.5 }] }, 'items[0].quantity'],
    [
      'an item of a price that is none',
      { items: [{ name: 'Rice', quantity: 1, price: 'much' }] },
      'items[0].price',
    ],
    [
      'too many items',
      { items: Array.from({ length: 101 }, () => ({ name: 'Rice', quantity: 1 })) },
      'items',
    ],
    ['metadata of metadata', { metadata: { a: { b: 1 } } }, 'metadata.a'],
    [
      'metadata of 51 keys',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 1])) },
      'metadata',
    ],
    [
      'a simulation that ends in nothing',
      { simulate: { mode: 'auto', outcome: 'lost' } },
      'simulate.outcome',
    ],
    ['text for a flag', { fragile: 'yes' }, 'fragile'],
  ])('%s, and the field is named', async (_what, fields, path) => {
    await refused(
      { ...parcel, ...fields },
      {
        code: 'VALIDATION_ERROR',
        status: 400,
        message: expect.stringContaining(path),
        details: { fields: expect.arrayContaining([expect.objectContaining({ path })]) },
      },
    );
  });

  test('a delivery window that ends before anybody can be there', async () => {
    const body = {
      ...parcel,
      delivery_city: 'Koidu',
      delivery_window_start: inHours(0.1),
      delivery_window_end: inHours(0.7),
    };
    await refused(body, { code: 'INVALID_TIME_WINDOW', status: 422 });
  });
});
