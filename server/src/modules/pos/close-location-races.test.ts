import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { openTill } from '../../../test/kit/till.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A stall where the one bag that lay there is sold, so that it could be closed. */
type Stall = {
  readonly client: TestMerchant['client'];
  readonly merchantId: string;
  readonly location_id: string;
  readonly variant_id: string;
  readonly saleId: string;
};

async function openStall(): Promise<Stall> {
  const { client, id: merchantId } = await service.merchant();
  const { id: location_id } = (await client.createLocation({ body: { name: 'Stall' } })).data;
  const till = openTill({ client });
  const { variantId: variant_id } = await till.goods({ name: 'Bag', sku: 'BAG', stock: 0 });
  const items = [{ variant_id, delta: 1, reason: 'purchase' as const }];
  await client.createStockAdjustment({ body: { location_id, items } });
  const { id: saleId } = await till.sell({ productId: '', variantId: variant_id }, { location_id });
  return { client, merchantId, location_id, variant_id, saleId };
}

/** Longer than a connection of the pool waits for a lock before the work begins anew. */
const WAITS_MS = 200;

/** Who waits for a lock, and since when at least: whoever waits for long has tried and looked again before. */
async function waiting(sinceMs = 0): Promise<number> {
  const rows = await service.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND clock_timestamp() - query_start >= make_interval(secs => $1 / 1000.0)",
    [sinceMs],
  );
  return rows.length;
}

type Way = (stall: Stall) => Promise<() => Promise<unknown>>;

const ways: Readonly<Record<string, Way>> = {
  'a refund': async ({ client, saleId }) => {
    return () => client.refundSale({ params: { id: saleId }, body: { everything: true } });
  },
  'a void': async ({ client, saleId }) => {
    return () => client.voidSale({ params: { id: saleId }, body: {} });
  },
  'an adjustment': async ({ client, location_id, variant_id }) => {
    const items = [{ variant_id, delta: 2, reason: 'purchase' as const }];
    return () => client.createStockAdjustment({ body: { location_id, items } });
  },
  'a count': async ({ client, location_id, variant_id }) => {
    const { id } = (await client.createStockCount({ body: { location_id, variant_ids: [variant_id] } })).data;
    await client.addStockCountLines({ params: { id }, body: { items: [{ variant_id, counted: 3 }] } });
    return () => client.submitStockCount({ params: { id }, body: {} });
  },
  'an import': async ({ client, location_id }) => {
    const csv = `sku,name,price,stock,location_id\nBAG,Bag,150,4,${location_id}\n`;
    return () => client.importProducts({ body: { csv } });
  },
};

/** Brings something to the stall and closes it at once, a table being held up until the closing has decided or waits for it. */
async function race(stall: Stall, bring: () => Promise<unknown>, heldUp = 'stock_levels') {
  const { client, merchantId, location_id } = stall;
  const holder = new Connection({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${heldUp} WHERE merchant_id = $1 FOR UPDATE`, [merchantId]);
    const bringing = bring();
    await expect.poll(() => waiting(WAITS_MS), { interval: 10, timeout: 20_000 }).toBeGreaterThan(0);
    let hasClosed = false;
    const closing = client.deleteLocation({ params: { id: location_id } }).finally(() => (hasClosed = true));
    const both = Promise.allSettled([bringing, closing]);
    await expect
      .poll(async () => hasClosed || (await waiting()) > 1, { interval: 10, timeout: 20_000 })
      .toBe(true);
    const closedFirst = hasClosed;
    await holder.query('COMMIT');
    const [brought, closed] = await both;
    const [now] = await service.query(
      `SELECT l.deleted_at IS NOT NULL AS closed, coalesce(sum(s.on_hand), 0)::int AS there
       FROM locations l LEFT JOIN stock_levels s ON s.location_id = l.id WHERE l.id = $1 GROUP BY l.deleted_at`,
      [location_id],
    );
    return { brought: brought.status, closed: closed.status, closedFirst, now };
  } finally {
    await holder.end();
  }
}

describe('of closing a location and bringing stock there at once', () => {
  test.each(Object.keys(ways))('%s is there before it, or finds it closed', async (name) => {
    const stall = await openStall();
    const { brought, closed, now } = await race(stall, await (ways[name] as Way)(stall));
    expect(now?.['closed']).toBe(closed === 'fulfilled');
    if (now?.['closed']) expect(now).toEqual({ closed: true, there: 0 });
    else
      expect({ brought, there: Number(now?.['there']) > 0 }).toEqual({ brought: 'fulfilled', there: true });
  });
});

describe('of closing a location and selling there at once', () => {
  const sellAt =
    ({ client, location_id }: Stall) =>
    () =>
      client.createSale({
        body: {
          items: [{ custom_name: 'Parcel', unit_price: 20 }],
          payments: [{ channel: 'cash' }],
          location_id,
        },
      });

  test('a sale that was begun is there before it', async () => {
    const stall = await openStall();
    const raced = await race(stall, sellAt(stall), 'sale_counters');
    expect(raced).toMatchObject({ brought: 'fulfilled', closed: 'fulfilled', closedFirst: false });
  });

  test('a sale that read the location open finds it closed', async () => {
    const stall = await openStall();
    const { client, merchantId, location_id } = stall;
    const holder = new Connection({ connectionString: service.databaseUrl });
    await holder.connect();
    try {
      // The closing has the location, and waits for the feed of tills.
      await holder.query('BEGIN');
      await holder.query('SELECT FROM till_feeds WHERE merchant_id = $1 FOR UPDATE', [merchantId]);
      const closing = client.deleteLocation({ params: { id: location_id } });
      await expect.poll(() => waiting(), { interval: 10, timeout: 20_000 }).toBe(1);
      const selling = Promise.allSettled([sellAt(stall)()]);
      await expect.poll(() => waiting(), { interval: 10, timeout: 20_000 }).toBe(2);
      await holder.query('COMMIT');
      await closing;
      expect(await selling).toMatchObject([
        {
          status: 'rejected',
          reason: {
            code: 'STATE_CONFLICT',
            message: 'The location Stall is not active. Activate it, or name another.',
            details: { from: 'inactive', to: 'used', allowed: ['active'], location_id },
          },
        },
      ]);
    } finally {
      await holder.end();
    }
  });
});

test('a count that was begun at a location that is closed since takes no more figures, and is cancelled, not submitted', async () => {
  const { client, location_id, variant_id } = await openStall();
  const params = {
    id: (await client.createStockCount({ body: { location_id, variant_ids: [variant_id] } })).data.id,
  };
  await client.addStockCountLines({ params, body: { items: [{ variant_id, counted: 3 }] } });
  await client.deleteLocation({ params: { id: location_id } });
  await expect(
    client.addStockCountLines({ params, body: { items: [{ variant_id, counted: 4 }] } }),
  ).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'open', to: 'open', allowed: ['cancelled'], location_id },
  });
  await expect(client.submitStockCount({ params, body: {} })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'open', to: 'submitted', allowed: ['cancelled'], location_id },
  });
  expect((await client.cancelStockCount({ params, body: {} })).data.status).toBe('cancelled');
});
