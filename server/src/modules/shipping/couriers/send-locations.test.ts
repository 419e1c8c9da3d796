import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCourier, type Courier } from '../../../../test/kit/courier.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const from = { lat: 8.484, lng: -13.234 };
const to = { lat: 8.454, lng: -13.275 };
const KM_NORTH = 1 / 111.2;

let service: TestService;
let shop: TestMerchant;
let live: Client;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
    retries: 0,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const now = (): Date => service.server.runtime.context.world.now();
const point = (place: { lat: number; lng: number }, secondsAgo = 0) => ({
  ...place,
  accuracy_m: 10,
  recorded_at: new Date(now().getTime() - secondsAgo * 1_000).toISOString(),
});

async function atWork(): Promise<Courier> {
  const courier = await openCourier(service);
  await courier.ask('setShift', { body: { online: true } });
  service.advance(600_000);
  return courier;
}

const send = (courier: Courier, points: readonly ReturnType<typeof point>[]) =>
  courier.ask('sendLocations', { body: { points: [...points] } });
const rowsOf = (table: string, courier: Courier) =>
  service.query(`SELECT * FROM ${table} WHERE driver_id = $1 ORDER BY recorded_at`, [courier.id]);

describe('a shift', () => {
  test('that is over does not begin again when the request that began it is sent again', async () => {
    const { id, client } = await service.courier();
    const begin = () => client.setShift({ body: { online: true }, idempotencyKey: 'begin-1' });
    const begun = (await begin()).data;
    expect(begun.online).toBe(true);
    await client.setShift({ body: { online: false } });
    expect((await begin()).data).toEqual(begun);
    expect(
      await service.query('SELECT ended_at IS NOT NULL AS ended FROM driver_shifts WHERE driver_id = $1', [
        id,
      ]),
    ).toEqual([{ ended: true }]);
  });

  test('that begins or ends wakes whoever looks for couriers; said again it wakes nobody', async () => {
    const { client } = await service.courier();
    const wake = vi.spyOn(service.server.modules.shipping, 'wake');
    const woken: boolean[] = [];
    for (const online of [false, true, true, false, false]) {
      wake.mockClear();
      await client.setShift({ body: { online, ...(online ? to : {}) } });
      woken.push(wake.mock.calls.some(([loop]) => loop === 'couriers.offer'));
    }
    expect(woken).toEqual([false, true, false, true, false]);
    wake.mockRestore();
  });

  test('begins and ends, each once, and says what is still under way', async () => {
    const courier = await openCourier(service);
    expect(await courier.ask('setShift', { body: { online: false } })).toEqual({
      online: false,
      since: null,
      zone: null,
      jobs_under_way: 0,
      notice: null,
    });
    const begun = await courier.ask('setShift', { body: { online: true, ...to } });
    expect(begun).toMatchObject({ online: true, zone: { code: 'FT-LUM' }, jobs_under_way: 0, notice: null });
    service.advance(60_000);
    expect((await courier.ask('setShift', { body: { online: true } })).since).toBe(begun.since);
    const jobNumber = (await shop.client.createDelivery({ body: parcel })).data.job_number;
    const [offer] = await courier.ask('listOffers');
    await courier.ask('acceptOffer', { params: { id: offer?.id ?? '' } });
    expect(offer?.job_number).toBe(jobNumber);
    expect(await courier.ask('setShift', { body: { online: false } })).toMatchObject({
      online: false,
      jobs_under_way: 1,
      notice: expect.stringContaining('1 parcel under way'),
    });
    expect(
      await service.query('SELECT ended_at IS NOT NULL AS ended FROM driver_shifts WHERE driver_id = $1', [
        courier.id,
      ]),
    ).toEqual([{ ended: true }]);
  });

  test('has a whole place or none', async () => {
    const courier = await openCourier(service);
    await expect(courier.ask('setShift', { body: { online: true, lat: 8 } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'lng' }] },
    });
  });
});

describe('positions', () => {
  test('of a batch in any order: the last is known, and the way is kept by the minute', async () => {
    const courier = await atWork();
    const points = [0, 30, 61, 90, 130]
      .map((secondsAgo) => point(from, secondsAgo))
      .toReversed()
      .toSorted((one) => (one.lat > 0 ? 1 : -1));
    expect(await send(courier, points)).toMatchObject({ accepted: 5, ignored: 0 });
    expect(await rowsOf('driver_positions', courier)).toMatchObject([{ ...from, accuracy_m: 10 }]);
    expect(await rowsOf('driver_track', courier)).toHaveLength(3);
  });

  test('without a time are where the courier is now', async () => {
    const courier = await atWork();
    const before = now().toISOString();
    const { accepted, recorded_at } = await courier.ask('sendLocations', { body: { points: [from] } });
    expect(accepted).toBe(1);
    expect(String(recorded_at) >= before && String(recorded_at) <= now().toISOString()).toBe(true);
  });

  test('sent twice, and twice at once, are kept once', async () => {
    const courier = await atWork();
    const batch = [point(from, 120), point(to, 60)];
    const answers = await Promise.all([send(courier, batch), send(courier, batch), send(courier, batch)]);
    expect(answers.map(({ accepted }) => accepted).toSorted()).toEqual([0, 0, 2]);
    expect(await send(courier, batch)).toMatchObject({ accepted: 0, ignored: 2 });
    expect(await rowsOf('driver_track', courier)).toHaveLength(2);
  });

  test('are refused beyond a hundred, with a time that is none, and off shift', async () => {
    const courier = await atWork();
    await expect(
      send(
        courier,
        Array.from({ length: 101 }, () => point(from)),
      ),
    ).rejects.toMatchObject({ code: 'TOO_MANY_ITEMS', status: 400 });
    await expect(send(courier, [{ ...point(from), recorded_at: 'yesterday' }])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'points.0.recorded_at' }] },
    });
    await courier.ask('setShift', { body: { online: false } });
    await expect(send(courier, [point(from)])).rejects.toMatchObject({ code: 'NOT_ON_SHIFT', status: 409 });
  });
});

describe('on the way', () => {
  const pins = {
    pickup_lat: from.lat,
    pickup_lng: from.lng,
    pickup_address: '14 Siaka Stevens Street',
    delivery_lat: to.lat,
    delivery_lng: to.lng,
  };
  const milestonesOf = async (jobNumber: string) =>
    (
      await service.query(
        `SELECT facts ->> 'milestone' AS milestone FROM outbox WHERE entity = $1 AND kind = 'shipping.milestone' ORDER BY id`,
        [jobNumber],
      )
    ).map(({ milestone }) => milestone);

  test('the courier arrives, comes near and arrives again; each is told once', async () => {
    const courier = await atWork();
    const jobNumber = (await shop.client.createDelivery({ body: { ...parcel, ...pins } })).data.job_number;
    const offer = (await courier.ask('listOffers')).find(({ job_number }) => job_number === jobNumber);
    await courier.ask('acceptOffer', { params: { id: offer?.id ?? '' } });
    for (const place of [from, from]) {
      service.advance(60_000);
      await send(courier, [point(place)]);
    }
    await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'in_transit' } });
    for (const place of [
      from,
      { ...to, lat: to.lat + 2 * KM_NORTH },
      { ...to, lat: to.lat + 1.5 * KM_NORTH },
      to,
      to,
    ]) {
      service.advance(60_000);
      await send(courier, [point(place)]);
    }
    expect(await milestonesOf(jobNumber)).toEqual(['arrived_pickup', 'near', 'arrived_dropoff']);
  });

  test('a live parcel is in transit once its courier is 150 metres away five minutes after pickup; a test parcel only when asked', async () => {
    const courier = await atWork();
    const take = async (client: Client): Promise<string> => {
      const { data } = await client.createDelivery({ body: { ...parcel, ...pins } });
      await service.query(
        `UPDATE deliveries SET status = 'assigned', driver_id = $2, assigned_at = now() WHERE job_number = $1`,
        [data.job_number, courier.id],
      );
      await client.verifyHandoff({
        params: { jobNumber: data.job_number },
        body: { type: 'pickup', code: data.pickup_code },
      });
      return data.job_number;
    };
    const [real, trial] = [await take(live), await take(shop.client)];
    const statusOf = async (client: Client, jobNumber: string) =>
      (await client.trackDelivery({ params: { jobNumber } })).data.status;
    service.advance(240_000);
    await send(courier, [point({ ...from, lat: from.lat + 0.3 * KM_NORTH })]);
    expect(await statusOf(live, real), 'four minutes').toBe('picked_up');
    service.advance(61_000);
    await send(courier, [point({ ...from, lat: from.lat + 0.1 * KM_NORTH })]);
    expect(await statusOf(live, real), '100 metres').toBe('picked_up');
    service.advance(61_000);
    await send(courier, [point({ ...from, lat: from.lat + 0.3 * KM_NORTH })]);
    expect([await statusOf(live, real), await statusOf(shop.client, trial)]).toEqual([
      'in_transit',
      'picked_up',
    ]);
    expect((await live.trackDelivery({ params: { jobNumber: real } })).data.timeline.at(-1)).toMatchObject({
      status: 'in_transit',
      actor_type: 'system',
    });
  });

  test('where the courier was before the parcel was picked up, told afterwards, moves nothing and tells nobody', async () => {
    const courier = await atWork();
    const { data } = await live.createDelivery({ body: { ...parcel, ...pins } });
    const params = { jobNumber: data.job_number };
    await service.query(
      `UPDATE deliveries SET status = 'assigned', driver_id = $2, assigned_at = now() WHERE job_number = $1`,
      [data.job_number, courier.id],
    );
    const before = point(to);
    service.advance(60_000);
    await live.verifyHandoff({ params, body: { type: 'pickup', code: data.pickup_code } });
    service.advance(600_000);
    expect(await send(courier, [before])).toMatchObject({ accepted: 1 });
    expect([(await live.trackDelivery({ params })).data.status, await milestonesOf(data.job_number)]).toEqual(
      ['picked_up', []],
    );
    await send(courier, [point(to)]);
    expect([(await live.trackDelivery({ params })).data.status, await milestonesOf(data.job_number)]).toEqual(
      ['in_transit', ['arrived_dropoff']],
    );
  });
});
