import { createClient } from '@cottontree/client';
import type { DeliverySummary } from '@cottontree/contract';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plannedAnew } from '../../../../test/kit/plans.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Body = NonNullable<NonNullable<Parameters<TestMerchant['client']['createDelivery']>[0]>['body']>;
type Query = NonNullable<NonNullable<Parameters<TestMerchant['client']['listDeliveries']>[0]>['query']>;

const MINUTE_MS = 60_000;
let service: TestService;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A merchant who is never told to slow down. */
async function openShop(): Promise<TestMerchant> {
  const shop = await service.merchant();
  await service.query(
    'UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000 WHERE id = $1',
    [shop.id],
  );
  return shop;
}

async function create(shop: TestMerchant, input: Partial<Body> = {}): Promise<string> {
  const { data } = await shop.client.createDelivery({
    body: {
      pickup_city: 'Freetown',
      delivery_city: 'Lumley',
      delivery_address: '27 Freetown Road',
      recipient_phone: '078234567',
      ...input,
    },
  });
  return data.job_number;
}

async function numbersOf(shop: TestMerchant, query: Query = {}): Promise<string[]> {
  const { data, meta } = await shop.client.listDeliveries({ query });
  expect(meta.total).toBeGreaterThanOrEqual(data.length);
  return data.map((delivery) => delivery.job_number);
}

describe('listing deliveries', () => {
  let shop: TestMerchant;
  beforeEach(async () => {
    shop = await openShop();
  });

  test('shows the newest first, without their codes', async () => {
    const first = await create(shop);
    service.advance(MINUTE_MS);
    const second = await create(shop);
    const { data, meta } = await shop.client.listDeliveries();
    expect(data.map((delivery) => delivery.job_number)).toEqual([second, first]);
    expect(meta).toEqual({ page: 1, limit: 20, total: 2, has_next_page: false, next_cursor: null });
    const { pickup_code, delivery_code, ...shown } = (
      await shop.client.getDelivery({ params: { jobNumber: second } })
    ).data;
    expect(data[0]).toEqual({ ...shown, tracking_url: data[0]?.tracking_url });
    // Whoever has the codes gets the recipient's link; a list has one that shows none.
    expect(data[0]?.tracking_url).not.toBe(shown.tracking_url);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`"(${pickup_code}|${delivery_code})"`));
  });

  test('is empty before there is anything', async () => {
    const { data, meta } = await shop.client.listDeliveries();
    expect({ data, meta }).toEqual({
      data: [],
      meta: { page: 1, limit: 20, total: 0, has_next_page: false, next_cursor: null },
    });
  });

  test('shows the oldest first when asked', async () => {
    const first = await create(shop);
    service.advance(MINUTE_MS);
    const second = await create(shop);
    expect(await numbersOf(shop, { sort: 'created_at' })).toEqual([first, second]);
  });

  test('finds by one status or several, and shows the driver', async () => {
    const [pending, assigned, cancelled] = [await create(shop), await create(shop), await create(shop)];
    await shop.client.advanceDelivery({ params: { jobNumber: assigned }, body: { to_status: 'assigned' } });
    await shop.client.cancelDelivery({ params: { jobNumber: cancelled } });
    expect(await numbersOf(shop, { status: 'pending' })).toEqual([pending]);
    const { data, meta } = await shop.client.listDeliveries({
      query: { status: 'assigned, cancelled,assigned' },
    });
    expect(new Set(data.map((delivery) => delivery.job_number))).toEqual(new Set([assigned, cancelled]));
    expect(meta.total).toBe(2);
    expect(data.find((delivery) => delivery.job_number === assigned)?.driver?.name).toBe('Mohamed Kamara');
    expect(await numbersOf(shop, { status: 'failed' })).toEqual([]);
  });

  test('finds by order, transaction, city and phone, alone and together', async () => {
    const wanted = await create(shop, {
      order_number: 'ORD-1',
      transaction_id: 'txn-1',
      delivery_city: 'Bo',
      recipient_phone: '076123456',
    });
    await create(shop, { order_number: 'ORD-2', transaction_id: 'txn-2' });
    for (const query of [
      { order_number: 'ORD-1' },
      { transaction_id: 'txn-1' },
      { delivery_city: 'Bo' },
      { recipient_phone: '+232 76 123 456' },
    ] satisfies Query[]) {
      expect(await numbersOf(shop, query)).toEqual([wanted]);
      expect(await numbersOf(shop, { ...query, status: 'pending', sort: 'created_at' })).toEqual([wanted]);
      expect(await numbersOf(shop, { ...query, status: 'failed' })).toEqual([]);
    }
    expect(
      await numbersOf(shop, {
        order_number: 'ORD-1',
        transaction_id: 'txn-1',
        delivery_city: 'Bo',
        recipient_phone: '076123456',
        status: 'pending',
        updated_since: '2020-01-01',
      }),
    ).toEqual([wanted]);
    expect(await numbersOf(shop, { order_number: 'ORD-1', transaction_id: 'txn-2' })).toEqual([]);
    expect(await numbersOf(shop, { delivery_city: 'Bo', recipient_phone: '078234567' })).toEqual([]);
  });

  test('finds what is behind its time, and what has its cash in one state or several', async () => {
    const late = await create(shop, { cod_amount: 50 });
    const done = await create(shop, { cod_amount: 60 });
    await shop.client.advanceDelivery({ params: { jobNumber: done }, body: { to_status: 'delivered' } });
    service.advance(24 * 60 * MINUTE_MS);
    const fresh = await create(shop);
    expect(await numbersOf(shop, { late: true })).toEqual([late]);
    expect(await numbersOf(shop, { late: true, status: 'in_transit' })).toEqual([]);
    expect(await numbersOf(shop, { late: false })).toEqual([fresh, done, late]);
    expect(await numbersOf(shop, { cod_status: 'to_collect' })).toEqual([late]);
    expect(await numbersOf(shop, { cod_status: 'to_collect,collected', sort: 'created_at' })).toEqual([
      late,
      done,
    ]);
    expect(await numbersOf(shop, { cod_status: 'to_collect,collected', status: 'delivered' })).toEqual([
      done,
    ]);
    expect(await numbersOf(shop, { cod_status: 'none', late: true })).toEqual([]);
  });

  test('finds by when it was made and when it changed', async () => {
    const early = await create(shop);
    service.advance(60 * MINUTE_MS);
    const late = await create(shop);
    const { data } = await shop.client.listDeliveries();
    const madeAt = data[0]?.created_at ?? '';
    for (const filter of [
      {},
      { status: 'pending' },
      { delivery_city: 'Lumley' },
      { recipient_phone: '078234567' },
    ] satisfies Query[]) {
      expect(await numbersOf(shop, { ...filter, created_from: madeAt })).toEqual([late]);
      expect(await numbersOf(shop, { ...filter, created_to: madeAt })).toEqual([early]);
      expect(await numbersOf(shop, { ...filter, created_from: madeAt, created_to: madeAt })).toEqual([]);
      expect(await numbersOf(shop, { ...filter, updated_since: madeAt })).toEqual([late]);
    }
    service.advance(60 * MINUTE_MS);
    await shop.client.cancelDelivery({ params: { jobNumber: early } });
    expect(await numbersOf(shop, { updated_since: new Date(Date.parse(madeAt) + 1).toISOString() })).toEqual([
      early,
    ]);
    expect(
      await numbersOf(shop, {
        created_from: '1970-01-01',
        created_to: '2199-12-31',
        updated_since: '1970-01-01',
      }),
    ).toEqual([late, early]);
    await expect(shop.client.listDeliveries({ query: { created_from: '0000-01-01' } })).rejects.toMatchObject(
      { code: 'VALIDATION_ERROR', status: 400 },
    );
  });

  test('says where a page stands, also past the end', async () => {
    for (let made = 0; made < 5; made += 1) await create(shop);
    expect((await shop.client.listDeliveries({ query: { limit: 2, page: 2 } })).meta).toMatchObject({
      page: 2,
      limit: 2,
      total: 5,
      has_next_page: true,
    });
    expect((await shop.client.listDeliveries({ query: { limit: 2, page: 3 } })).meta).toMatchObject({
      page: 3,
      total: 5,
      has_next_page: false,
      next_cursor: null,
    });
    for (const filter of [
      {},
      { status: 'pending' },
      { delivery_city: 'Lumley' },
      { recipient_phone: '078234567' },
    ] satisfies Query[]) {
      expect(await shop.client.listDeliveries({ query: { ...filter, limit: 2, page: 4 } })).toMatchObject({
        data: [],
        meta: { page: 4, limit: 2, total: 5, has_next_page: false },
      });
    }
  });

  test.each([
    {
      what: 'an unknown status',
      query: { status: 'pending,lost' },
      code: 'VALIDATION_ERROR',
      status: 400,
      says: /"lost"/,
    },
    {
      what: 'no status at all',
      query: { status: ',' },
      code: 'VALIDATION_ERROR',
      status: 400,
      says: /status/,
    },
    {
      what: 'a date that does not exist',
      query: { created_from: '2026-02-30' },
      code: 'VALIDATION_ERROR',
      status: 400,
      says: /created_from/,
    },
    {
      what: 'a cursor of its own making',
      query: { cursor: 'bm9wZQ' },
      code: 'VALIDATION_ERROR',
      status: 400,
      says: /cursor/,
    },
    {
      what: 'a page too deep',
      query: { page: 1_001, limit: 100 },
      code: 'PAGE_TOO_DEEP',
      status: 400,
      says: /cursor/,
    },
    {
      what: 'a phone that cannot exist',
      query: { recipient_phone: '12' },
      code: 'INVALID_PHONE',
      status: 422,
      says: /recipient_phone/,
    },
  ])('refuses $what', async ({ query, code, status, says }) => {
    const refused = shop.client.listDeliveries({ query });
    await expect(refused).rejects.toMatchObject({ code, status });
    await expect(refused).rejects.toThrow(says);
  });

  test("never shows another merchant's deliveries, nor those of the other mode", async () => {
    const [mine, theirs] = [await create(shop, { order_number: 'ORD-9' }), await service.merchant()];
    const live = {
      client: createClient({
        baseUrl: service.baseUrl,
        apiKey: await service.key(shop.id, { livemode: true }),
        retries: 0,
      }),
    };
    for (const query of [
      {},
      { status: 'pending' },
      { order_number: 'ORD-9' },
      { delivery_city: 'Lumley' },
      { recipient_phone: '078234567' },
      { updated_since: '2020-01-01' },
    ] satisfies Query[]) {
      expect(await numbersOf(shop, query)).toEqual([mine]);
      for (const other of [theirs, live])
        expect(await other.client.listDeliveries({ query })).toMatchObject({ data: [], meta: { total: 0 } });
    }
    const { meta } = await shop.client
      .listDeliveries({ query: { limit: 1 } })
      .then(async () => (await create(shop), shop.client.listDeliveries({ query: { limit: 1 } })));
    expect((await theirs.client.listDeliveries({ query: { cursor: meta.next_cursor ?? '' } })).data).toEqual(
      [],
    );
  });

  test('takes hostile text for what it is', async () => {
    await create(shop);
    for (const text of ["' OR 1=1 --", '%', '_', '\\', '$1', '{}', '"', '\u202e', '𝕊'.repeat(30), 'null']) {
      expect(await numbersOf(shop, { order_number: text })).toEqual([]);
      expect(await numbersOf(shop, { transaction_id: text })).toEqual([]);
      expect(await numbersOf(shop, { delivery_city: text })).toEqual([]);
    }
  });

  test('is planned once for all who ask for everything or for one status, also among more than any memory holds', async () => {
    await create(shop);
    const database = new Client(service.server.runtime.ownerConnection);
    await database.connect();
    try {
      const own = `jsonb_build_object('job_number', 'SHP-' || n, 'tracking_token', 'planned-' || n, 'order_number', 'P-' || n, 'transaction_id', 'P-' || n, 'quote_nonce', null, 'created_at', d.created_at - random() * interval '900 days')`;
      await database.query(
        `INSERT INTO deliveries SELECT (made).* FROM (SELECT jsonb_populate_record(d, ${own}) AS made FROM deliveries d, generate_series(1, 5000) n WHERE d.merchant_id = $1 OFFSET 0) m`,
        [shop.id],
      );
      await database.query('ANALYZE deliveries');
      const values = [shop.id, false, '2021-01-01T00:00:00Z', '', 21];
      const lists = {
        'deliveries.list.whole.newest': values,
        'deliveries.list.whole.oldest': values,
        'deliveries.list.ofStatus.newest': [...values, 'pending'],
      };
      expect(await plannedAnew(database, lists)).toEqual([]);
    } finally {
      await database.query('DELETE FROM deliveries WHERE merchant_id = $1', [shop.id]);
      await database.end();
    }
  });

  test('streams every row as CSV', async () => {
    const made = new Set<string>();
    for (let row = 0; row < 103; row += 1) made.add(await create(shop));
    const answer = await fetch(`${service.baseUrl}/shipping/deliveries?status=pending`, {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
    });
    const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n');
    expect(head).toMatch(/^job_number,/);
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(made);
    expect(lines).toHaveLength(103);
  });
});

describe('walking a list', () => {
  let shop: TestMerchant;
  let all: readonly DeliverySummary[];
  const statuses = ['pending', 'cancelled', 'assigned'] as const;

  beforeAll(async () => {
    shop = await openShop();
    const made: string[] = [];
    for (let row = 0; row < 42; row += 1)
      made.push(
        await create(shop, {
          delivery_city: row % 4 ? 'Lumley' : 'Bo',
          order_number: `ORD-${row % 5}`,
          allow_duplicate: true,
        }),
      );
    await Promise.all(
      made.map((jobNumber, row) =>
        row % 3 === 1
          ? shop.client.cancelDelivery({ params: { jobNumber } })
          : row % 3 === 2
            ? shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'assigned' } })
            : null,
      ),
    );
    // Many of one moment, so that only the job number tells them apart.
    await service.query(
      `UPDATE deliveries SET created_at = timestamptz '2026-05-01' + (ascii(right(job_number, 1)) % 4) * interval '1 hour' WHERE merchant_id = $1`,
      [shop.id],
    );
    all = (await shop.client.listDeliveries({ query: { limit: 100 } })).data;
  });

  const limits = fc.record({
    limit: fc.integer({ min: 1, max: 17 }),
    sort: fc.constantFrom('created_at' as const, '-created_at' as const),
  });
  const status = fc.subarray([...statuses], { minLength: 1 }).map((chosen) => chosen.join(','));
  const everyFilter = fc.record(
    {
      limit: fc.integer({ min: 1, max: 17 }),
      sort: fc.constantFrom('created_at' as const, '-created_at' as const),
      status,
      delivery_city: fc.constantFrom('Lumley', 'Bo'),
      order_number: fc.constantFrom('ORD-0', 'ORD-3'),
      created_from: fc.constantFrom('2026-05-01T01:00:00Z', '2026-04-01'),
      created_to: fc.constantFrom('2026-05-01T03:00:00Z', '2026-05-01T02:00:00Z'),
      updated_since: fc.constant('2026-01-01'),
    },
    { requiredKeys: ['limit'] },
  );
  const query: fc.Arbitrary<Query> = fc.oneof(
    limits,
    fc.tuple(limits, status).map(([limit, status]) => ({ ...limit, status })),
    everyFilter,
  );

  /** What the list ought to be: the plain list, filtered and sorted here. */
  function expected({
    sort,
    status,
    delivery_city,
    order_number,
    created_from,
    created_to,
  }: Query): string[] {
    const kept = all.filter(
      (one) =>
        (status === undefined || status.split(',').includes(one.status)) &&
        (delivery_city === undefined || one.delivery_city === delivery_city) &&
        (order_number === undefined || one.order_number === order_number) &&
        (created_from === undefined || Date.parse(one.created_at) >= Date.parse(created_from)) &&
        (created_to === undefined || Date.parse(one.created_at) < Date.parse(created_to)),
    );
    const ascending = kept
      .toSorted((one, other) =>
        `${one.created_at}${one.job_number}` < `${other.created_at}${other.job_number}` ? -1 : 1,
      )
      .map((one) => one.job_number);
    return sort === 'created_at' ? ascending : ascending.toReversed();
  }

  async function walk(
    filter: Query,
    next: (meta: { readonly page: number; readonly next_cursor?: string | null }) => Query,
  ): Promise<string[]> {
    const seen: string[] = [];
    let step: Query = {};
    for (let pages = 1; ; pages += 1) {
      const { data, meta } = await shop.client.listDeliveries({ query: { ...filter, ...step } });
      seen.push(...data.map((one) => one.job_number));
      expect(meta).toMatchObject({ page: pages, limit: filter.limit, total: expected(filter).length });
      if (!meta.has_next_page) return seen;
      expect(data).toHaveLength(filter.limit ?? 20);
      step = next(meta);
    }
  }

  test('by page and by cursor gives everything that fits, once and in order', async () => {
    expect(all).toHaveLength(42);
    await fc.assert(
      fc.asyncProperty(query, async (filter) => {
        expect(await walk(filter, (meta) => ({ page: meta.page + 1 }))).toEqual(expected(filter));
        expect(await walk(filter, (meta) => ({ cursor: meta.next_cursor ?? '' }))).toEqual(expected(filter));
      }),
      { numRuns: 80 },
    );
  });

  test('by cursor misses and repeats nothing while others come in', async () => {
    const [busy, before] = [await openShop(), new Set<string>()];
    for (let row = 0; row < 12; row += 1) before.add(await create(busy));
    for (const sort of ['-created_at', 'created_at'] as const) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const [{ data, meta }] = await Promise.all([
          busy.client.listDeliveries({ query: { limit: 3, sort, ...(cursor ? { cursor } : {}) } }),
          create(busy),
        ]);
        seen.push(...data.map((one) => one.job_number));
        cursor = meta.next_cursor;
      } while (cursor && seen.length < 60);
      expect(new Set(seen).size).toBe(seen.length);
      expect([...before].filter((jobNumber) => !seen.includes(jobNumber))).toEqual([]);
    }
  });
});

test('a total and its page are of one moment while statuses change', async () => {
  const shop = await openShop();
  const made = await Promise.all(Array.from({ length: 40 }, () => create(shop)));
  const work = { isOver: false };
  const changes = (async () => {
    for (const [row, jobNumber] of made.entries()) {
      if (row % 2) await shop.client.cancelDelivery({ params: { jobNumber } });
      else
        await Promise.all([
          shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'assigned' } }),
          create(shop),
        ]);
    }
    work.isOver = true;
  })();
  let looks = 0;
  for (; !work.isOver || looks === 0; looks += 1) {
    for (const query of [
      {},
      { status: 'pending' },
      { status: 'assigned,cancelled' },
      { delivery_city: 'Lumley' },
    ] satisfies Query[]) {
      const { data, meta } = await shop.client.listDeliveries({ query: { ...query, limit: 100 } });
      expect(meta.total).toBe(data.length);
    }
  }
  await changes;
  expect(looks).toBeGreaterThan(2);
});
