import type { OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NUMBERS, SHAPES, TEXTS } from './kit/hostile-values.ts';
import { parcel } from './kit/parcel.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let jobNumber: string;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  await service.driver();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  jobNumber = (await shop.client.createDelivery({ body: parcel })).data.job_number;
});
afterAll(() => service[Symbol.asyncDispose]());

type Target = {
  readonly id: OperationId;
  readonly base: () => Readonly<Record<string, unknown>>;
  readonly params?: () => Readonly<Record<string, string>>;
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly others: readonly string[];
};

let streets = 0;

/** Every field of a body; in a quote the query has the same fields. */
const targets: readonly Target[] = [
  {
    id: 'createDelivery',
    base: () => ({ ...parcel, items: [{ name: 'Rice', quantity: 1 }] }),
    texts: [
      'quote_id',
      'order_number',
      'transaction_id',
      'store_name',
      'pickup_address_id',
      'pickup_city',
      'pickup_address',
      'pickup_landmark',
      'pickup_plus_code',
      'delivery_address_id',
      'delivery_city',
      'delivery_address',
      'delivery_landmark',
      'delivery_plus_code',
      'pickup_contact_name',
      'pickup_contact_phone',
      'pickup_instructions',
      'delivery_instructions',
      'recipient_name',
      'recipient_phone',
      'recipient_phone_alt',
      'package_size',
      'service_level',
      'package_description',
      'undeliverable_action',
      'pickup_window_start',
      'delivery_window_end',
      'items.0.name',
      'items.0.sku',
      'metadata.note',
    ],
    numbers: [
      'weight_kg',
      'declared_value',
      'cod_amount',
      'max_shipping_fee',
      'pickup_lat',
      'delivery_lng',
      'items.0.quantity',
      'items.0.price',
      'metadata.count',
    ],
    others: ['items', 'metadata', 'simulate', 'fragile', 'allow_duplicate', 'require_photo', 'items.0'],
  },
  {
    id: 'saveAddress',
    base: () => ({ address: `${(streets += 1)} Main Road`, city: 'Freetown' }),
    texts: [
      'address',
      'city',
      'label',
      'landmark',
      'plus_code',
      'contact_name',
      'contact_phone',
      'instructions',
      'type',
    ],
    numbers: ['lat', 'lng'],
    others: ['is_default', 'address'],
  },
  {
    id: 'createWebhook',
    base: () => ({ url: 'http://127.0.0.1:65534/hook', events: ['*'] }),
    texts: ['url', 'description', 'events.0', 'headers.X-Shop'],
    numbers: ['events.0'],
    others: ['events', 'headers', 'url'],
  },
  {
    id: 'bulkTrack',
    base: () => ({ job_numbers: [jobNumber] }),
    texts: ['job_numbers.0'],
    numbers: ['job_numbers.0'],
    others: ['job_numbers', 'include_timeline'],
  },
  {
    id: 'verifyHandoff',
    base: () => ({ type: 'pickup', code: '493817' }),
    params: () => ({ jobNumber }),
    texts: ['type', 'code_type', 'code', 'recipient_name', 'occurred_at'],
    numbers: ['code', 'lat', 'lng'],
    others: ['type', 'code'],
  },
  {
    id: 'cancelDelivery',
    base: () => ({}),
    params: () => ({ jobNumber: 'SHP-0000-0000' }),
    texts: ['reason', 'note'],
    numbers: ['note'],
    others: ['reason', 'note'],
  },
  {
    id: 'createKey',
    base: () => ({}),
    texts: ['name', 'kind', 'scopes.0', 'origins.0', 'ip_ranges.0', 'expires_at'],
    numbers: ['name'],
    others: ['scopes', 'origins', 'ip_ranges'],
  },
];

/** The body with one field set to a JSON text; a path names what lies within. */
function bodyWith(base: Readonly<Record<string, unknown>>, path: string, json: string): string {
  const body = structuredClone(base) as Record<string, unknown>;
  const parts = path.split('.');
  let at: Record<string, unknown> = body;
  for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
  at[parts.at(-1) ?? ''] = '\u0001HERE';
  return JSON.stringify(body).replace('"\\u0001HERE"', () => json);
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], data);
}

const send = ({ id, base, params }: Target, path: string, json: string): Promise<Seen> =>
  probe.ask(id, {
    key: shop.key,
    text: bodyWith(base(), path, json),
    ...(params ? { params: params() } : {}),
  });

/** What is stored of a text: trimmed, in NFC. */
const kept = (text: string): string => text.trim().normalize('NFC');
/** What is stored of a value: there is one zero, and text is kept as above. */
const storedOf = (value: unknown): unknown =>
  typeof value === 'string' ? kept(value) : value === 0 ? 0 : value;
/** Fields that are read and written anew: phones, times, ids, words of a list, places. */
const REWRITTEN =
  /phone|_start$|_end$|_id$|^type$|^kind$|^code|_size$|_level$|_action$|plus_code|expires_at|^url$|^events|^scopes|^origins|^ip_ranges|^headers|^job_numbers/;

describe.each(targets.map((target) => [target.id, target] as const))('%s', (_id, target) => {
  test.each(target.texts)('takes or refuses whatever text stands in %s', async (path) => {
    await Promise.all(
      TEXTS.map(async ([what, text]) => {
        const seen = await send(target, path, JSON.stringify(text));
        expect(seen.status, `${what}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
        if (seen.code === 'VALIDATION_ERROR') expect(seen.message.length).toBeLessThan(2_000);
        if (seen.status < 300 && !REWRITTEN.test(path) && target.id !== 'verifyHandoff')
          expect(valueAt(seen.data, path), what).toBe(kept(text));
      }),
    );
  });

  test.each(target.numbers)('takes or refuses whatever number stands in %s', async (path) => {
    await Promise.all(
      NUMBERS.map(async (json) => {
        const seen = await send(target, path, json);
        expect(seen.status, `${json}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
        if (/1e400/.test(json)) expect(seen.status, `${json} is no number that could be kept`).toBe(400);
        if (seen.status < 300 && path.startsWith('metadata'))
          expect(valueAt(seen.data, path), json).toEqual(storedOf(JSON.parse(json)));
      }),
    );
  });

  test.each(target.others)('takes or refuses whatever shape %s has', async (path) => {
    for (const json of SHAPES) {
      const seen = await send(target, path, json);
      expect(seen.status, `${json}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
    }
  });
});

describe('getQuote', () => {
  const fields = [
    ...(targets[0]?.texts ?? []).filter((path) =>
      /^(pickup|delivery)_(city|address_id|address|landmark|plus_code)$|^package_size|^service_level/.test(
        path,
      ),
    ),
    'pickup_at',
    'from',
    'to',
    'weight',
    'weight_kg',
    'cod_amount',
    'declared_value',
    'delivery_lat',
    'delivery_lng',
  ];

  test.each(fields)('takes or refuses whatever stands in %s', async (path) => {
    const values = [
      ...TEXTS.map(([, text]) => text.slice(0, 2_000)),
      ...NUMBERS.map((json) => json.replaceAll('"', '')),
    ];
    await Promise.all(
      values.map(async (value) => {
        const input: ProbeInput = {
          key: shop.key,
          query: { pickup_city: 'Freetown', delivery_city: 'Lumley', [path]: value },
        };
        const seen = await probe.ask('getQuote', input);
        expect(seen.status, `${value.slice(0, 40)}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
      }),
    );
  });

  test('does not care for parameters nobody knows, repeated ones or a prototype', async () => {
    for (const query of [
      'pickup_city=Freetown&delivery_city=Lumley&x=1&__proto__=1&constructor=2',
      'pickup_city=Freetown&delivery_city=Lumley&__proto__=1&__proto__=2',
    ]) {
      expect(
        (await fetch(`${service.baseUrl}/shipping/quote?${query}`, { headers: { 'x-api-key': shop.key } }))
          .status,
      ).toBe(200);
    }
    const twice = await fetch(
      `${service.baseUrl}/shipping/quote?pickup_city=Freetown&delivery_city=Lumley&delivery_city=Bo`,
      { headers: { 'x-api-key': shop.key } },
    );
    expect([twice.status, ((await twice.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });
});

test('what was stored comes back the same in every way of reading it', async () => {
  for (const [what, text] of TEXTS.filter(([, text]) => text.length < 100)) {
    const created = await probe.ask('createDelivery', {
      key: shop.key,
      body: { ...parcel, recipient_name: text, metadata: { note: text } },
    });
    if (created.status !== 201) continue;
    const number = String(created.data['job_number']);
    const { data: read } = await shop.client.getDelivery({ params: { jobNumber: number } });
    expect([read.recipient_name, read.metadata['note']], what).toEqual([kept(text), kept(text)]);
    const [listed] = (await shop.client.listDeliveries({ query: { order_number: read.order_number } })).data;
    expect(listed?.recipient_name, what).toBe(kept(text));
  }
});

test('metadata may be named whatever a key can be, but not a prototype', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'a.b', '$where', '🌳', '0', '-1']) {
    const seen = await probe.ask('createDelivery', {
      key: shop.key,
      text: JSON.stringify({ ...parcel, metadata: { [name]: 'x' } }),
    });
    expect([seen.status, seen.data['metadata']], name).toEqual([201, { [name]: 'x' }]);
  }
  for (const json of ['{"__proto__":"x"}', '{"a\\u0000":1}', '{"\\ud800":1}', '{"":1}', '{" a":1}']) {
    const seen = await probe.ask('createDelivery', {
      key: shop.key,
      text: bodyWith(parcel, 'metadata', json),
    });
    expect(seen.status, json).toBe(400);
  }
});
