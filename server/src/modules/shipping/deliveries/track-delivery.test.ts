import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEvents, type OpenEvents } from '../../../../test/kit/events.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

async function newDelivery(fields: object = {}): Promise<string> {
  const { data } = await shop.client.createDelivery({
    body: {
      pickup_city: 'Freetown',
      delivery_city: 'Lumley',
      delivery_address: '27 Freetown Road',
      recipient_phone: '078234567',
      ...fields,
    },
  });
  return data.job_number;
}

async function advance(
  jobNumber: string,
  toStatus: 'assigned' | 'picked_up' | 'in_transit' | 'delivered' | 'completed' | 'cancelled',
): Promise<void> {
  await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: toStatus } });
}

const trackUrl = (jobNumber: string): string => `${service.baseUrl}/shipping/deliveries/${jobNumber}/track`;
const stream = (jobNumber: string, headers: Record<string, string> = {}): Promise<OpenEvents> =>
  openEvents(trackUrl(jobNumber), { authorization: `Bearer ${shop.key}`, ...headers });

describe('tracking a delivery', () => {
  test('tells its status, its timeline and how many wrong codes may still be tried', async () => {
    const jobNumber = await newDelivery();
    await advance(jobNumber, 'in_transit');
    const { data } = await shop.client.trackDelivery({ params: { jobNumber } });
    expect(data).toMatchObject({
      job_number: jobNumber,
      status: 'in_transit',
      order_status: 'shipped',
      phase: 'to_dropoff',
      pickup_verified: true,
      delivery_verified: false,
    });
    expect(data.timeline.map((entry) => entry.status)).toEqual([
      'pending',
      'assigned',
      'picked_up',
      'in_transit',
    ]);
    expect(data.attempts_left).toEqual({ pickup: 5, delivery: 5 });
    expect(data.driver?.phone_masked).toMatch(/^\+232 76 \*\*\* \d{3}$/);
  });

  test('understands the number as people type it', async () => {
    const jobNumber = await newDelivery();
    const { data } = await shop.client.trackDelivery({
      params: { jobNumber: ` ${jobNumber.toLowerCase().replaceAll('0', 'o')} ` },
    });
    expect(data.job_number).toBe(jobNumber);
  });

  test('answers a long poll as soon as the delivery moves', async () => {
    const jobNumber = await newDelivery();
    const waiting = shop.client.trackDelivery({
      params: { jobNumber },
      query: { wait: 20, since_version: 1 },
    });
    await advance(jobNumber, 'assigned');
    expect((await waiting).data.status).toBe('assigned');
  });

  test('answers a long poll for which nothing changes when its time is over', async () => {
    const jobNumber = await newDelivery();
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber }, query: { wait: 1, since_version: 1 } })).data
        .version,
    ).toBe(1);
  });

  test('shows no code', async () => {
    const { data: created } = await shop.client.createDelivery({
      body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' },
    });
    const { data } = await shop.client.trackDelivery({ params: { jobNumber: created.job_number } });
    expect(JSON.stringify(data)).not.toContain(created.pickup_code);
    expect(JSON.stringify(data)).not.toContain(created.delivery_code);
  });

  test.each([
    ['a number that nobody has', 'SHP-0000-0000'],
    ['a malformed number', 'SHP-1'],
  ])('does not know %s', async (_what, jobNumber) => {
    await expect(shop.client.trackDelivery({ params: { jobNumber } })).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
      status: 404,
    });
  });

  test('does not know the delivery of another merchant', async () => {
    const jobNumber = await newDelivery();
    const other = await service.merchant();
    await expect(other.client.trackDelivery({ params: { jobNumber } })).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
      status: 404,
    });
  });
});

describe('where the courier is', () => {
  const pins = { pickup_lat: 8.4844, pickup_lng: -13.2344, delivery_lat: 8.4657, delivery_lng: -13.2704 };

  /** Puts the courier of a delivery somewhere, some seconds ago. */
  async function place(
    jobNumber: string,
    {
      lat,
      lng,
      secondsAgo = 0,
    }: { readonly lat: number; readonly lng: number; readonly secondsAgo?: number },
  ): Promise<void> {
    await service.query(
      `INSERT INTO driver_positions (driver_id, lat, lng, accuracy_m, recorded_at) SELECT driver_id, $2, $3, 12, now() - make_interval(secs => $4) FROM deliveries WHERE job_number = $1
       ON CONFLICT (driver_id) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, recorded_at = excluded.recorded_at`,
      [jobNumber, lat, lng, secondsAgo],
    );
  }
  const track = async (jobNumber: string) =>
    (await shop.client.trackDelivery({ params: { jobNumber } })).data;

  test('is told from the moment a courier is assigned until the parcel is handed over', async () => {
    const jobNumber = await newDelivery(pins);
    await advance(jobNumber, 'assigned');
    expect((await track(jobNumber)).location).toBeNull();
    await place(jobNumber, { lat: 8.4857, lng: -13.2317 });
    expect((await track(jobNumber)).location).toMatchObject({
      lat: 8.4857,
      lng: -13.2317,
      accuracy_m: 12,
      stale: false,
    });
    await advance(jobNumber, 'delivered');
    expect((await track(jobNumber)).location).toBeNull();
  });

  test('makes the time of arrival live: to the pickup first, then to the recipient', async () => {
    const jobNumber = await newDelivery(pins);
    await advance(jobNumber, 'assigned');
    await place(jobNumber, { lat: pins.pickup_lat, lng: pins.pickup_lng });
    // At the pickup's door only the handling is left.
    const atPickup = await track(jobNumber);
    expect(atPickup.eta_quality).toBe('live');
    expect(atPickup.eta_seconds).toBeGreaterThan(170);
    expect(atPickup.eta_seconds).toBeLessThan(181);
    await advance(jobNumber, 'in_transit');
    // 4.47 km as the crow flies, times 1.35, at a motorbike's 24 km/h, and 3 minutes: 18 minutes.
    expect(Math.round(((await track(jobNumber)).eta_seconds ?? 0) / 60)).toBe(18);
  });

  test('is stale after three minutes, and the time of arrival with it', async () => {
    const jobNumber = await newDelivery(pins);
    await advance(jobNumber, 'in_transit');
    await place(jobNumber, { lat: 8.48, lng: -13.24, secondsAgo: 170 });
    expect(await track(jobNumber)).toMatchObject({ location: { stale: false }, eta_quality: 'live' });
    await place(jobNumber, { lat: 8.48, lng: -13.24, secondsAgo: 190 });
    expect(await track(jobNumber)).toMatchObject({ location: { stale: true }, eta_quality: 'stale' });
  });

  test('without a position the time of arrival is as planned, and stale once that has passed', async () => {
    const jobNumber = await newDelivery();
    await service.query('DELETE FROM driver_positions');
    await advance(jobNumber, 'in_transit');
    expect(await track(jobNumber)).toMatchObject({ location: null, eta_quality: 'planned' });
    await service.query(
      `UPDATE deliveries SET estimated_delivery_at = now() - interval '1 minute' WHERE job_number = $1`,
      [jobNumber],
    );
    expect(await track(jobNumber)).toMatchObject({ eta_quality: 'stale', eta_seconds: 0 });
  });

  test('changes the ETag, and nothing else does while nothing happens', async () => {
    const jobNumber = await newDelivery(pins);
    await advance(jobNumber, 'assigned');
    const ask = (etag: string | null) =>
      fetch(trackUrl(jobNumber), {
        headers: { authorization: `Bearer ${shop.key}`, ...(etag ? { 'if-none-match': etag } : {}) },
      });
    await place(jobNumber, { lat: 8.4857, lng: -13.2317 });
    const etag = (await ask(null)).headers.get('etag');
    expect((await ask(etag)).status).toBe(304);
    await place(jobNumber, { lat: 8.4858, lng: -13.2318 });
    expect((await ask(etag)).status).toBe(200);
  });

  test('is made up where a delivery is simulated, on its way to both stops', async () => {
    const jobNumber = await newDelivery({ ...pins, simulate: { mode: 'auto', step_seconds: 60 } });
    const seen = new Map<string, number[]>();
    for (let quarter = 0; quarter < 20; quarter += 1) {
      service.advance(15_000);
      await service.drain();
      const { status, location } = await track(jobNumber);
      if (location) seen.set(status, [...(seen.get(status) ?? []), location.lng]);
    }
    service.advance(-300_000);
    expect([...seen.keys()]).toEqual(['assigned', 'picked_up', 'in_transit']);
    const [first = 0, ...rest] = seen.get('in_transit') ?? [];
    expect(rest.every((lng) => lng <= first)).toBe(true);
    expect(new Set(seen.get('assigned')).size).toBe(3);
  });
});

describe('a stream of tracking', () => {
  test('tells the present state, then each change, and ends after the last', async () => {
    const jobNumber = await newDelivery();
    await using events = await stream(jobNumber);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await events.next()).toMatchObject({
      name: 'tracking',
      id: '1',
      data: { job_number: jobNumber, status: 'pending', version: 1 },
    });
    await advance(jobNumber, 'assigned');
    expect((await events.next())?.data).toMatchObject({ status: 'assigned', version: 2 });
    await advance(jobNumber, 'completed');
    expect((await events.next())?.data).toMatchObject({
      status: 'completed',
      timeline: [{}, {}, {}, {}, {}, { status: 'completed' }],
    });
    expect(await events.next()).toBeNull();
    expect(events.preamble()).toBe('retry: 3000');
  });

  test('is the same answer as without a stream', async () => {
    const jobNumber = await newDelivery();
    await using events = await stream(jobNumber);
    const { eta_seconds: _later, ...plain } = (await shop.client.trackDelivery({ params: { jobNumber } }))
      .data;
    expect((await events.next())?.data).toMatchObject(plain);
  });

  test('goes on after the last event that its listener saw', async () => {
    const jobNumber = await newDelivery();
    await using events = await stream(jobNumber, { 'last-event-id': '1' });
    await advance(jobNumber, 'assigned');
    expect(await events.next()).toMatchObject({ id: '2', data: { status: 'assigned' } });
  });

  test('is not opened again for one who has seen the end', async () => {
    const jobNumber = await newDelivery();
    await advance(jobNumber, 'cancelled');
    const { version } = (await shop.client.trackDelivery({ params: { jobNumber } })).data;
    const answer = await fetch(trackUrl(jobNumber), {
      headers: {
        authorization: `Bearer ${shop.key}`,
        accept: 'text/event-stream',
        'last-event-id': String(version),
      },
    });
    expect(answer.status).toBe(204);
  });

  test('is refused like any other question', async () => {
    const answer = await fetch(trackUrl('SHP-0000-0000'), {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/event-stream' },
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { code: 'DELIVERY_NOT_FOUND' } },
    ]);
  });

  test('can be open ten times for one key and is then refused until one is closed', async () => {
    const jobNumber = await newDelivery();
    const open = await Promise.all(Array.from({ length: 10 }, () => stream(jobNumber)));
    await expect(stream(jobNumber)).rejects.toThrow('429');
    await open[0]?.[Symbol.asyncDispose]();
    await expect.poll(() => service.server.server.streams.count()).toBe(9);
    await using again = await stream(jobNumber);
    expect((await again.next())?.data).toMatchObject({ status: 'pending' });
    await Promise.all(open.map((one) => one[Symbol.asyncDispose]()));
  });

  test('reaches two hundred listeners with every status in order, and leaves nothing behind', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => service.key(shop.id)));
    const jobs = await Promise.all(Array.from({ length: 20 }, () => newDelivery()));
    const listeners = await Promise.all(
      keys.flatMap((key, at) =>
        Array.from({ length: 10 }, () =>
          openEvents(trackUrl(jobs[at] ?? ''), { authorization: `Bearer ${key}` }),
        ),
      ),
    );
    expect(service.server.modules.shipping.watch.size()).toBe(20);
    const way = ['assigned', 'picked_up', 'in_transit', 'delivered', 'completed'] as const;
    const seen = listeners.map(() => [] as string[]);
    const hearAll = () =>
      Promise.all(
        listeners.map(async (events, at) => seen[at]?.push(String((await events.next())?.data['status']))),
      );
    await hearAll();
    for (const status of way) {
      await Promise.all(jobs.map((jobNumber) => advance(jobNumber, status)));
      await hearAll();
    }
    expect(new Set(seen.map((statuses) => statuses.join()))).toEqual(new Set([['pending', ...way].join()]));
    await Promise.all(listeners.map((events) => events[Symbol.asyncDispose]()));
    await expect
      .poll(() => [service.server.server.streams.count(), service.server.modules.shipping.watch.size()])
      .toEqual([0, 0]);
  });
});
