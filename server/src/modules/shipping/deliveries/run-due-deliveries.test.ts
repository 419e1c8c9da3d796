import { createClient, type Client } from '@cottontree/client';
import type { DeliveryStatus } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
let shop: TestMerchant;
let live: Client;
let driver: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
    retries: 0,
  });
  driver = await service.driver();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const create = async (client: Client, fields = {}) =>
  (await client.createDelivery({ body: { ...parcel, ...fields } })).data;
const read = async (client: Client, jobNumber: string) =>
  (await client.getDelivery({ params: { jobNumber } })).data;
const timelineOf = async (client: Client, jobNumber: string) =>
  (await client.trackDelivery({ params: { jobNumber } })).data.timeline;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Moves the wall clock, does what became due, and puts the clock back. */
async function after(hours: number, look: () => Promise<void>): Promise<void> {
  service.advance(hours * HOUR_MS);
  await service.drain();
  await look();
  service.advance(-hours * HOUR_MS);
}

describe('a delivery that no driver takes', () => {
  test('is cancelled after four hours, free of charge', async () => {
    const { job_number: jobNumber, shipping_fee: fee } = await create(live);
    await after(3.9, async () => expect((await read(live, jobNumber)).status).toBe('pending'));
    await after(4.1, async () => {
      expect(await read(live, jobNumber)).toMatchObject({
        status: 'cancelled',
        order_status: 'cancelled',
        cancellation: { reason: 'no_driver_available', by: 'system', fee: 0, refund: fee },
      });
    });
  });

  test('with a pickup window is cancelled at its end', async () => {
    const { job_number: jobNumber } = await create(live, {
      pickup_window_start: inHours(5),
      pickup_window_end: inHours(6),
    });
    await after(5.5, async () => expect((await read(live, jobNumber)).status).toBe('pending'));
    await after(6.1, async () => expect((await read(live, jobNumber)).status).toBe('cancelled'));
  });

  test('is not cancelled once one has come', async () => {
    const { job_number: jobNumber } = await create(live);
    await live.assignDelivery({ params: { jobNumber }, body: { driver_id: driver } });
    await after(48, async () => expect((await read(live, jobNumber)).status).toBe('assigned'));
  });

  test('in test mode waits for ever', async () => {
    const { job_number: jobNumber } = await create(shop.client);
    await after(500, async () => expect((await read(shop.client, jobNumber)).status).toBe('pending'));
  });
});

test('one delivery that cannot be moved does not hold up the others', async () => {
  const [broken, sound] = [
    await create(shop.client, { simulate: { mode: 'auto', step_seconds: 150 } }),
    await create(shop.client, { simulate: { mode: 'auto', step_seconds: 300 } }),
  ];
  await service.query(`UPDATE deliveries SET simulation = '{}' WHERE job_number = $1`, [broken.job_number]);
  service.advance(300_000);
  await service.drain();
  expect((await read(shop.client, sound.job_number)).status).toBe('assigned');
  await service.query('UPDATE deliveries SET simulation = NULL, due_at = NULL WHERE job_number = $1', [
    broken.job_number,
  ]);
});

describe('a delivered parcel', () => {
  async function delivered(fields = {}): Promise<string> {
    const { job_number: jobNumber, pickup_code: pickup, delivery_code: code } = await create(live, fields);
    await live.assignDelivery({ params: { jobNumber }, body: { driver_id: driver } });
    await live.verifyHandoff({ params: { jobNumber }, body: { type: 'pickup', code: pickup } });
    expect(
      (await live.verifyHandoff({ params: { jobNumber }, body: { type: 'delivery', code } })).data.status,
    ).toBe('delivered');
    return jobNumber;
  }

  test('is completed at once where the code proved it', async () => {
    const jobNumber = await delivered();
    await service.drain();
    expect(await read(live, jobNumber)).toMatchObject({ status: 'completed', order_status: 'completed' });
    expect((await timelineOf(live, jobNumber)).at(-1)).toMatchObject({
      status: 'completed',
      actor_type: 'system',
    });
  });

  test('stays open while its cash is not settled', async () => {
    const jobNumber = await delivered({ cod_amount: 30 });
    await after(100, async () =>
      expect(await read(live, jobNumber)).toMatchObject({ status: 'delivered', cod_status: 'collected' }),
    );
  });
});

describe('a simulated delivery', () => {
  async function simulate(simulation: object, seconds: number): Promise<DeliveryStatus[]> {
    const { job_number: jobNumber } = await create(shop.client, {
      simulate: { mode: 'auto', step_seconds: 1, ...simulation },
    });
    for (let second = 0; second < seconds; second += 1) {
      service.advance(1_000);
      await service.drain();
    }
    return (await timelineOf(shop.client, jobNumber)).map(({ status }) => status);
  }

  test('moves one step at a time', async () => {
    const { job_number: jobNumber } = await create(shop.client, { simulate: { step_seconds: 300 } });
    const seen: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      seen.push((await read(shop.client, jobNumber)).status);
      service.advance(300_000);
      await service.drain();
    }
    expect(seen).toEqual(['pending', 'assigned', 'picked_up', 'in_transit', 'delivered']);
  });

  test.each([
    ['delivered', ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered']],
    ['failed', ['pending', 'assigned', 'picked_up', 'in_transit', 'failed']],
    ['cancelled', ['pending', 'assigned', 'cancelled']],
    ['no_driver', ['pending', 'cancelled']],
    ['returned', ['pending', 'assigned', 'picked_up', 'in_transit', 'failed']],
  ])('with the outcome %s', async (outcome, expected) => {
    expect(await simulate({ outcome }, 7)).toEqual(expected);
  });

  test('enters wrong codes at the door before the right one', async () => {
    const { job_number: jobNumber } = await create(shop.client, {
      simulate: { mode: 'auto', step_seconds: 1, wrong_codes: 2 },
    });
    for (let second = 0; second < 8; second += 1) {
      service.advance(1_000);
      await service.drain();
    }
    expect((await shop.client.trackDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'delivered',
      attempts_left: { delivery: 3 },
    });
  });

  test('is chosen by the recipient’s phone', async () => {
    const { job_number: jobNumber } = await create(shop.client, { recipient_phone: '+23299000004' });
    service.advance(10_000);
    await service.drain();
    expect(await read(shop.client, jobNumber)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'no_driver_available', by: 'system' },
    });
  });

  test('stops where the merchant takes over', async () => {
    const { job_number: jobNumber } = await create(shop.client, {
      simulate: { mode: 'auto', step_seconds: 60 },
    });
    service.advance(60_000);
    await service.drain();
    await shop.client.cancelDelivery({ params: { jobNumber } });
    service.advance(600_000);
    await service.drain();
    expect((await timelineOf(shop.client, jobNumber)).map(({ status }) => status)).toEqual([
      'pending',
      'assigned',
      'cancelled',
    ]);
  });
});

describe('a test clock', () => {
  test('makes due what an advance passes, each thing at its own moment', async () => {
    const other = await service.merchant();
    const { data: clock } = await other.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } });
    const { job_number: waiting } = await create(other.client);
    const { job_number: moving } = await create(other.client, {
      simulate: { mode: 'auto', step_seconds: 100 },
    });
    await other.client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 250 } });
    expect((await read(other.client, moving)).status).toBe('picked_up');
    await other.client.advanceTestClock({ params: { id: clock.id }, body: { to: '2026-12-01T14:00:00Z' } });
    expect(await read(other.client, waiting)).toMatchObject({
      status: 'cancelled',
      cancelled_at: '2026-12-01T13:00:00.000Z',
    });
    expect(
      (await timelineOf(other.client, moving)).map(({ status, at }) => `${status} ${at.slice(11, 19)}`),
    ).toEqual([
      'pending 09:00:00',
      'assigned 09:01:40',
      'picked_up 09:03:20',
      'in_transit 09:05:00',
      'delivered 09:06:40',
      'completed 09:06:40',
    ]);
  });

  test('stands still while the wall clock runs', async () => {
    const other = await service.merchant();
    await other.client.createTestClock();
    const { job_number: jobNumber } = await create(other.client, {
      simulate: { mode: 'auto', step_seconds: 1 },
    });
    await after(10, async () => expect((await read(other.client, jobNumber)).status).toBe('pending'));
  });
});
