import { createClient, type Client } from '@cottontree/client';
import type { Input, Operations } from '@cottontree/contract';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, test } from 'vitest';
import { openCourier, type Courier } from '../../../../test/kit/courier.ts';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import {
  startService,
  type TestMerchant,
  type TestPerson,
  type TestService,
} from '../../../../test/kit/service.ts';
import { courierLoops } from './search-couriers.ts';

const pickup = { lat: 8.484, lng: -13.234 };
const KM_NORTH = 1 / 111.2;
const OFFER_MS = 30_000;

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
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());
// Nobody of one test stands in the way of the next.
beforeEach(() =>
  service.query('UPDATE driver_shifts SET ended_at = greatest(now(), started_at) WHERE ended_at IS NULL'),
);
afterEach(() => service.query('UPDATE dispatch_searches SET next_at = NULL'));

async function courierAt(
  km: number,
  columns: Readonly<Record<string, number | string | boolean>> = {},
): Promise<Courier> {
  const courier = await openCourier(service);
  const set = Object.keys(columns).map((column, at) => `${column} = $${at + 2}`);
  if (set.length > 0)
    await service.query(`UPDATE drivers SET ${set.join(', ')} WHERE id = $1`, [
      courier.id,
      ...Object.values(columns),
    ]);
  await courier.ask('setShift', { body: { online: true, lat: pickup.lat + km * KM_NORTH, lng: pickup.lng } });
  return courier;
}

const newJob = async (fields: object = {}, client = live): Promise<string> =>
  (
    await client.createDelivery({
      body: {
        ...parcel,
        pickup_lat: pickup.lat,
        pickup_lng: pickup.lng,
        pickup_address: '14 Siaka Stevens Street',
        ...fields,
      },
    })
  ).data.job_number;
const offersOf = async (courier: Courier) => courier.ask('listOffers');
const phaseOf = async (jobNumber: string, client = live) =>
  (await client.trackDelivery({ params: { jobNumber } })).data.phase;
const asked = async (jobNumber: string) =>
  (await service.query(
    'SELECT driver_id, round, status FROM offers WHERE job_number = $1 ORDER BY created_at, id',
    [jobNumber],
  )) as readonly { driver_id: string; round: number; status: string }[];
const kindsOf = async (jobNumber: string) =>
  (
    await service.query(
      `SELECT m.event FROM webhook_messages m WHERE m.entity = $1 ORDER BY m.sequence, m.id`,
      [jobNumber],
    )
  ).map(({ event }) => event);

/** Lets the offers made so far run out, and the next be made. */
async function wait(ms = OFFER_MS): Promise<void> {
  service.advance(ms);
  await service.drain();
}

describe('a live delivery', () => {
  test('is offered to the nearest courier first, for thirty seconds, and then to the next', async () => {
    const [near, middle, far] = [await courierAt(0.5), await courierAt(1), await courierAt(1.5)];
    const jobNumber = await newJob();
    await service.drain();
    expect(await phaseOf(jobNumber)).toBe('offered');
    const [offer] = await offersOf(near);
    expect(offer).toMatchObject({ job_number: jobNumber, distance_km: 0.5, livemode: true });
    expect(
      Date.parse(offer?.expires_at ?? '') - service.server.runtime.context.world.now().getTime(),
    ).toBeLessThanOrEqual(OFFER_MS);
    expect([await offersOf(middle), await offersOf(far)]).toEqual([[], []]);
    await wait();
    await expect(near.ask('acceptOffer', { params: { id: offer?.id ?? '' } })).rejects.toMatchObject({
      code: 'OFFER_EXPIRED',
    });
    await wait();
    expect((await asked(jobNumber)).map(({ driver_id }) => driver_id)).toEqual([near.id, middle.id, far.id]);
  });

  test('is offered to the next at once when somebody declines, and not to the same one again', async () => {
    const [near, far] = [await courierAt(0.5), await courierAt(1)];
    const jobNumber = await newJob();
    await service.drain();
    const [offer] = await offersOf(near);
    await near.ask('declineOffer', { params: { id: offer?.id ?? '' } });
    await service.drain();
    expect((await offersOf(far)).map(({ job_number }) => job_number)).toEqual([jobNumber]);
    for (let round = 0; round < 8; round += 1) await wait();
    expect((await asked(jobNumber)).filter(({ driver_id }) => driver_id === near.id)).toHaveLength(1);
  });

  test('reaches out 2, then 4, then 8 kilometres, and no farther', async () => {
    const [four, eight, beyond] = [await courierAt(3.5), await courierAt(7), await courierAt(9)];
    const jobNumber = await newJob();
    await service.drain();
    expect(await asked(jobNumber), 'nobody is within 2 km').toEqual([]);
    await wait();
    expect(await asked(jobNumber)).toMatchObject([{ driver_id: four.id, round: 2 }]);
    await wait();
    expect((await asked(jobNumber)).at(-1)).toMatchObject({ driver_id: eight.id, round: 3 });
    for (let round = 0; round < 10; round += 1) await wait();
    expect((await asked(jobNumber)).map(({ driver_id }) => driver_id)).not.toContain(beyond.id);
  }, 300_000);

  test('is asked for in six rounds and then waits, until nobody came for four hours', async () => {
    const only = await courierAt(1);
    const jobNumber = await newJob();
    await service.drain();
    for (let round = 0; round < 10; round += 1) await wait();
    expect(
      (await asked(jobNumber)).map(({ driver_id, round, status }) => [driver_id, round, status]),
    ).toEqual([1, 2, 3, 4, 5, 6].map((round) => [only.id, round, 'expired']));
    expect((await live.trackDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'pending',
      phase: 'searching',
    });
    await wait(4 * 3_600_000);
    expect((await live.getDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'no_driver_available' },
    });
  });

  test("passes over couriers whose load, cash or vehicle stands against it, and other merchants' riders and those for test parcels", async () => {
    const stranger = await service.merchant();
    await courierAt(0.1, { jobs_max: 0 });
    await courierAt(0.2, { cash_limit: 100 });
    await courierAt(0.3, { vehicle_type: 'bicycle' });
    await courierAt(0.4, { merchant_id: stranger.id, livemode: true });
    await courierAt(0.5, { merchant_id: shop.id, livemode: false });
    await courierAt(0.6, { livemode: false });
    const own = await courierAt(0.9, { merchant_id: shop.id, livemode: true });
    const jobNumber = await newJob({ cod_amount: 10, package_size: 'large' });
    await service.drain();
    expect(await asked(jobNumber)).toMatchObject([{ driver_id: own.id }]);
  });

  test('for later is searched for from 45 minutes before its pickup', async () => {
    const near = await courierAt(0.5);
    const startsAt = service.server.runtime.context.world.now().getTime() + 3 * 3_600_000;
    const window = {
      pickup_window_start: new Date(startsAt).toISOString(),
      pickup_window_end: new Date(startsAt + 3_600_000).toISOString(),
    };
    const jobNumber = await newJob({ service_level: 'standard', ...window });
    await service.drain();
    expect(await asked(jobNumber)).toEqual([]);
    service.advance(startsAt - 45 * 60_000 - service.server.runtime.context.world.now().getTime());
    await near.ask('sendLocations', {
      body: {
        points: [
          {
            lat: pickup.lat,
            lng: pickup.lng,
            recorded_at: service.server.runtime.context.world.now().toISOString(),
          },
        ],
      },
    });
    await service.drain();
    expect(await asked(jobNumber)).toMatchObject([{ driver_id: near.id }]);
  });

  test('given back is offered to another, and no status comes twice', async () => {
    const couriers = [await courierAt(0.4), await courierAt(0.6), await courierAt(0.8)];
    const jobNumber = await newJob();
    for (const courier of couriers) {
      await service.drain();
      const [offer] = await offersOf(courier);
      await courier.ask('acceptOffer', { params: { id: offer?.id ?? '' } });
      expect((await live.getDelivery({ params: { jobNumber } })).data).toMatchObject({
        status: 'assigned',
        driver: { id: courier.id },
      });
      await courier.ask('giveUpJob', {
        params: { jobNumber },
        ...(courier === couriers[0] ? {} : { body: { reason: 'Flat tyre' } }),
      });
      expect((await live.trackDelivery({ params: { jobNumber } })).data).toMatchObject({
        status: 'assigned',
        phase: 'searching',
        driver: null,
      });
    }
    await service.drain();
    expect(
      (await live.trackDelivery({ params: { jobNumber } })).data.timeline.map(({ status }) => status),
    ).toEqual(['pending', 'assigned']);
    expect((await kindsOf(jobNumber)).filter((kind) => kind === 'shipping.status.updated')).toHaveLength(1);
    expect((await kindsOf(jobNumber)).filter((kind) => kind === 'shipping.driver.changed')).toHaveLength(5);
    await wait(5 * 3_600_000);
    expect((await live.getDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'no_driver_available' },
    });
  });

  test('is offered once, however many nodes look for couriers at the same time', async () => {
    for (let rider = 0; rider < 6; rider += 1) await courierAt(0.5 + rider / 10);
    const jobs = [];
    for (let made = 0; made < 12; made += 1) jobs.push(await newJob());
    await Promise.all(Array.from({ length: 4 }, () => service.drain()));
    const made = await service.query('SELECT job_number FROM offers WHERE job_number = ANY ($1)', [jobs]);
    expect(new Set(made.map(({ job_number }) => job_number)).size).toBe(made.length);
    expect(made.length).toBeGreaterThan(0);
  });

  test('is no longer offered once its courier goes off shift, and the next is asked', async () => {
    const [near, far] = [await courierAt(0.5), await courierAt(1)];
    const jobNumber = await newJob();
    await service.drain();
    await near.ask('setShift', { body: { online: false } });
    await service.drain();
    expect((await offersOf(far)).map(({ job_number }) => job_number)).toEqual([jobNumber]);
  });
});

describe('giving a job back is refused', () => {
  test('to whoever does not have it', async () => {
    const courier = await courierAt(0.5);
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1', await newJob()]) {
      await expect(
        courier.ask('giveUpJob', { params: { jobNumber }, body: { reason: 'x' } }),
      ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
    }
  });

  test('once the parcel is fetched', async () => {
    const courier = await courierAt(0.5);
    const jobNumber = await newJob({}, shop.client);
    const offer = (await courier.ask('listOffers', { query: { limit: 100 } })).find(
      ({ job_number }) => job_number === jobNumber,
    );
    await courier.ask('acceptOffer', { params: { id: offer?.id ?? '' } });
    await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'picked_up' } });
    await expect(
      courier.ask('giveUpJob', { params: { jobNumber }, body: { reason: 'x' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT', status: 409 });
  });
});

test('a delivery that came in later than thought is searched for after the next sweep, also where that came in the middle of a turn', async () => {
  const loops = new Map(courierLoops(service.server.modules.shipping).map((loop) => [loop.name, loop.turn]));
  const turn = async (name: string): Promise<void> => void (await loops.get(name)?.());
  const late = await newJob();
  service.advance(600_000);
  await newJob();
  await turn('couriers.offer');
  await service.query('DELETE FROM dispatch_searches WHERE job_number = $1', [late]);
  await newJob();
  await Promise.all([turn('couriers.offer'), turn('couriers.sweep')]);
  await turn('couriers.offer');
  expect(
    await service.query('SELECT job_number FROM dispatch_searches WHERE job_number = $1', [late]),
  ).toHaveLength(1);
});

describe('a dispatcher', () => {
  let hawa: TestPerson;
  beforeAll(async () => {
    hawa = await service.operator('dispatcher');
  });
  const start = async (
    jobNumber: string,
    body: Input<Operations['startOffers']>['body'],
    client: Client = hawa.client,
  ) => (await client.startOffers({ params: { jobNumber }, body })).data;

  test('offers a test delivery to the nearest, without an end; whoever declines passes it on', async () => {
    const [near, far] = [await courierAt(0.5), await courierAt(1)];
    const jobNumber = await newJob({}, shop.client);
    expect(await start(jobNumber, { mode: 'nearest' })).toMatchObject({
      phase: 'offered',
      offers: [{ driver_id: near.id, expires_at: null }],
    });
    await wait(3_600_000);
    const offer = (await offersOf(near)).find(({ job_number }) => job_number === jobNumber);
    await near.ask('declineOffer', { params: { id: offer?.id ?? '' } });
    await far.ask('sendLocations', {
      body: {
        points: [{ ...pickup, recorded_at: service.server.runtime.context.world.now().toISOString() }],
      },
    });
    await service.drain();
    expect((await offersOf(far)).map(({ job_number }) => job_number)).toContain(jobNumber);
  });

  test('offers to all free couriers of the zone at once, and one gets it', async () => {
    const couriers = [await courierAt(0.1), await courierAt(0.2), await courierAt(0.3)];
    const elsewhere = await courierAt(25);
    const jobNumber = await newJob();
    const { offers } = await start(jobNumber, { mode: 'broadcast' });
    expect(offers.map(({ driver_id }) => driver_id).toSorted()).toEqual(
      couriers.map(({ id }) => id).toSorted(),
    );
    expect(await offersOf(elsewhere)).toEqual([]);
    const settled = await Promise.allSettled(
      couriers.map((courier) =>
        courier.ask('acceptOffer', {
          params: { id: offers.find(({ driver_id }) => driver_id === courier.id)?.id ?? '' },
        }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'OFFER_TAKEN' });
  });

  test('has the best courier assigned without asking', async () => {
    const near = await courierAt(0.5);
    await courierAt(1);
    const jobNumber = await newJob();
    expect(await start(jobNumber, { mode: 'auto' })).toMatchObject({
      status: 'assigned',
      driver_id: near.id,
      offers: [],
    });
    expect((await live.trackDelivery({ params: { jobNumber } })).data.timeline.at(-1)).toMatchObject({
      status: 'assigned',
      actor_type: 'system',
    });
  });

  test('names couriers wherever they are, or has nobody asked', async () => {
    const far = await courierAt(100);
    await courierAt(0.5);
    const jobNumber = await newJob();
    expect((await start(jobNumber, { mode: 'broadcast', driver_ids: [far.id] })).offers).toMatchObject([
      { driver_id: far.id },
    ]);
    expect(await start(jobNumber, { mode: 'manual' })).toMatchObject({ phase: 'searching', offers: [] });
    await wait();
    expect(await phaseOf(jobNumber)).toBe('searching');
  });

  test('is refused a delivery out of reach, a courier who is none, too many, and a delivery that has its courier', async () => {
    const near = await courierAt(0.5);
    const jobNumber = await newJob();
    const stranger = await service.merchant();
    await expect(
      start(jobNumber, { mode: 'manual', driver_ids: Array.from({ length: 101 }, () => near.id) }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_ITEMS', status: 400 });
    for (const client of [stranger.client, shop.client])
      await expect(start(jobNumber, { mode: 'auto' }, client)).rejects.toMatchObject({
        code: 'DELIVERY_NOT_FOUND',
        status: 404,
      });
    await expect(start(jobNumber, { mode: 'nearest', driver_ids: ['drv_nobody'] })).rejects.toMatchObject({
      code: 'DRIVER_NOT_FOUND',
      status: 404,
    });
    await start(jobNumber, { mode: 'auto' });
    await expect(start(jobNumber, { mode: 'auto' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
    });
  });
});
