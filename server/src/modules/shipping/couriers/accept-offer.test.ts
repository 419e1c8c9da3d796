import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCourier, type Courier } from '../../../../test/kit/courier.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import {
  startService,
  type TestMerchant,
  type TestPerson,
  type TestService,
} from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let mohamed: Courier;
let aminata: Courier;
let hawa: TestPerson;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  mohamed = await onShift('Mohamed Kamara');
  aminata = await onShift('Aminata Koroma');
  hawa = await service.operator('dispatcher');
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

async function onShift(name: string): Promise<Courier> {
  const courier = await openCourier(service, name);
  await service.query('UPDATE drivers SET jobs_max = 20 WHERE id = $1', [courier.id]);
  await courier.ask('setShift', { body: { online: true, lat: 8.484, lng: -13.234 } });
  return courier;
}

const newJob = async (fields: object = {}): Promise<string> =>
  (await shop.client.createDelivery({ body: { ...parcel, ...fields } })).data.job_number;
const offerOf = async (courier: Courier, jobNumber: string): Promise<string> => {
  const offer = (await courier.ask('listOffers', { query: { limit: 100 } })).find(
    ({ job_number }) => job_number === jobNumber,
  );
  return offer?.id ?? expect.fail(`${jobNumber} is not on offer.`);
};
const accept = (courier: Courier, id: string, idempotencyKey?: string) =>
  courier.ask('acceptOffer', { params: { id }, ...(idempotencyKey ? { idempotencyKey } : {}) });
const codeOf = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === 'fulfilled'
    ? 'ok'
    : String((settled.reason as { code?: string }).code ?? settled.reason);
const kindsOf = async (jobNumber: string) =>
  (await service.query('SELECT kind FROM outbox WHERE entity = $1 ORDER BY id', [jobNumber])).map(
    ({ kind }) => kind,
  );
const statusesOf = async (jobNumber: string) =>
  (await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline.map(({ status }) => status);

describe('a waiting test delivery', () => {
  test('is on offer to every courier on shift without a time limit, and stays in search', async () => {
    const jobNumber = await newJob();
    for (const courier of [mohamed, aminata]) {
      const offer = (await courier.ask('listOffers')).find(({ job_number }) => job_number === jobNumber);
      expect(offer).toMatchObject({
        id: expect.stringMatching(/^off_/),
        expires_at: null,
        livemode: false,
        pickup: { city: 'Freetown' },
        dropoff: { city: 'Lumley' },
      });
    }
    expect((await shop.client.trackDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'pending',
      phase: 'searching',
    });
  });

  test('shows a courier no code, and nothing of the recipient, before it is accepted', async () => {
    const { data } = await shop.client.createDelivery({
      body: {
        ...parcel,
        recipient_name: 'Fatmata Bangura',
        delivery_instructions: 'Ring Fatmata',
        delivery_landmark: 'Blue gate',
      },
    });
    const text = JSON.stringify(await mohamed.ask('listOffers', { query: { limit: 100 } }));
    expect(text).toContain(data.job_number);
    for (const secret of [
      data.pickup_code,
      data.delivery_code,
      'Fatmata',
      data.recipient_phone ?? '',
      '78234567',
      '27 Freetown Road',
      'Blue gate',
    ])
      expect(text).not.toContain(secret);
  });

  test('goes to the courier who accepts, with whom to call and without a code', async () => {
    const { data } = await shop.client.createDelivery({
      body: { ...parcel, recipient_name: 'Fatmata Bangura' },
    });
    const job = await accept(mohamed, await offerOf(mohamed, data.job_number));
    expect(job).toMatchObject({
      job_number: data.job_number,
      status: 'assigned',
      phase: 'to_pickup',
      dropoff: { contact_name: 'Fatmata Bangura', contact_phone: data.recipient_phone },
    });
    for (const code of [data.pickup_code, data.delivery_code])
      expect(JSON.stringify(job)).not.toContain(code);
    expect(await kindsOf(data.job_number)).toEqual(['shipping.delivery.created', 'shipping.status.updated']);
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: data.job_number } })).data.timeline.at(-1),
    ).toMatchObject({ status: 'assigned', actor_type: 'driver', actor: 'Mohamed Kamara' });
    expect((await aminata.ask('listOffers')).map(({ job_number }) => job_number)).not.toContain(
      data.job_number,
    );
  });

  test('accepted again by its courier is answered the same, with and without an Idempotency-Key', async () => {
    const jobNumber = await newJob();
    const id = await offerOf(mohamed, jobNumber);
    const first = await accept(mohamed, id, 'once');
    expect(await accept(mohamed, id, 'once')).toEqual(first);
    expect(await accept(mohamed, id)).toEqual(first);
    expect(await kindsOf(jobNumber)).toHaveLength(2);
  });
});

describe('accepting is refused', () => {
  test("for an offer that is not there, or is another courier's", async () => {
    const id = await offerOf(mohamed, await newJob());
    for (const wrong of [id, 'off_00000000000000000000000000', 'x', `${id}0`])
      await expect(accept(aminata, wrong)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND', status: 404 });
  });

  test('once it was declined', async () => {
    const jobNumber = await newJob();
    const id = await offerOf(mohamed, jobNumber);
    expect(await mohamed.ask('declineOffer', { params: { id }, body: { reason: 'Too far' } })).toEqual({
      id,
      status: 'declined',
    });
    expect((await mohamed.ask('listOffers')).map(({ job_number }) => job_number)).not.toContain(jobNumber);
    await expect(accept(mohamed, id)).rejects.toMatchObject({ code: 'OFFER_EXPIRED', status: 409 });
  });

  test('once another courier has it', async () => {
    const jobNumber = await newJob();
    const [his, hers] = [await offerOf(mohamed, jobNumber), await offerOf(aminata, jobNumber)];
    await accept(aminata, hers);
    await expect(accept(mohamed, his)).rejects.toMatchObject({ code: 'OFFER_TAKEN', status: 409 });
  });

  test('once the delivery is cancelled', async () => {
    const jobNumber = await newJob();
    const id = await offerOf(mohamed, jobNumber);
    await shop.client.cancelDelivery({ params: { jobNumber } });
    await expect(accept(mohamed, id)).rejects.toMatchObject({ code: 'DELIVERY_NOT_ACTIVE', status: 409 });
  });

  test('off shift', async () => {
    const id = await offerOf(mohamed, await newJob());
    await mohamed.ask('setShift', { body: { online: false } });
    expect(await mohamed.ask('listOffers')).toEqual([]);
    await expect(accept(mohamed, id)).rejects.toMatchObject({ code: 'NOT_ON_SHIFT', status: 409 });
    await mohamed.ask('setShift', { body: { online: true, lat: 8.484, lng: -13.234 } });
  });

  test('beyond what the courier may carry: what waits for anybody is offered no more either', async () => {
    const small = await onShift('Small Rider');
    const jobs = await Promise.all([
      newJob({ cod_amount: 11 }),
      newJob({ package_size: 'xlarge' }),
      newJob({ cod_amount: 10 }),
    ]);
    const offered = async () =>
      (await small.ask('listOffers')).map(({ job_number }) => job_number).filter((one) => jobs.includes(one));
    await service.query(`UPDATE drivers SET vehicle_type = 'van' WHERE id = $1`, [small.id]);
    expect((await offered()).toSorted()).toEqual(jobs.toSorted());
    const [cash, large, light] = await Promise.all(jobs.map((job) => offerOf(small, job)));
    await service.query(`UPDATE drivers SET cash_limit = 1000, vehicle_type = 'motorbike' WHERE id = $1`, [
      small.id,
    ]);
    expect(await offered()).toEqual([jobs[2]]);
    const refusal = (limit: string) => ({ code: 'COURIER_LIMIT_REACHED', details: { limit } });
    await expect(accept(small, cash ?? '')).rejects.toMatchObject(refusal('cash'));
    await expect(accept(small, large ?? '')).rejects.toMatchObject(refusal('vehicle'));
    await service.query('UPDATE drivers SET jobs_max = 0 WHERE id = $1', [small.id]);
    expect(await offered()).toEqual([]);
    await expect(accept(small, light ?? '')).rejects.toMatchObject(refusal('jobs'));
  });

  test('the cash of a test parcel counts together with what is under way and in hand, of its merchant alone', async () => {
    const rider = await onShift('Cash Rider');
    await service.query('UPDATE drivers SET cash_limit = 2000 WHERE id = $1', [rider.id]);
    const [first, second, free] = [
      await newJob({ cod_amount: 15 }),
      await newJob({ cod_amount: 6 }),
      await newJob(),
    ];
    const other = await service.merchant();
    const theirs = (await other.client.createDelivery({ body: { ...parcel, cod_amount: 6 } })).data
      .job_number;
    await accept(rider, await offerOf(rider, first));
    const offered = new Set((await rider.ask('listOffers')).map(({ job_number }) => job_number));
    expect([second, free, theirs].map((job) => offered.has(job))).toEqual([false, true, true]);
  });
});

describe('in a race', () => {
  test('of a hundred accepts by twenty couriers exactly one courier wins, and the merchant hears of one assignment', async () => {
    const couriers = await Promise.all(Array.from({ length: 20 }, (_, at) => onShift(`Courier ${at}`)));
    const jobNumber = await newJob();
    const offers = await Promise.all(
      couriers.map(async (courier) => ({ courier, id: await offerOf(courier, jobNumber) })),
    );
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => offers[at % 20]).flatMap((one) =>
        one ? [accept(one.courier, one.id)] : [],
      ),
    );
    const { driver } = (await shop.client.getDelivery({ params: { jobNumber } })).data;
    const winner = couriers.findIndex(({ id }) => id === driver?.id);
    expect(winner).toBeGreaterThanOrEqual(0);
    expect(settled.map(codeOf)).toEqual(settled.map((_, at) => (at % 20 === winner ? 'ok' : 'OFFER_TAKEN')));
    expect(await kindsOf(jobNumber)).toEqual(['shipping.delivery.created', 'shipping.status.updated']);
  });

  test('of a courier with himself the load limit holds', async () => {
    const greedy = await onShift('Greedy');
    await service.query('UPDATE drivers SET jobs_max = 3 WHERE id = $1', [greedy.id]);
    const jobs = await Promise.all(Array.from({ length: 10 }, () => newJob()));
    const ids = await Promise.all(jobs.map((jobNumber) => offerOf(greedy, jobNumber)));
    const settled = (await Promise.allSettled(ids.map((id) => accept(greedy, id)))).map(codeOf);
    expect(settled.toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'COURIER_LIMIT_REACHED'),
      'ok',
      'ok',
      'ok',
    ]);
  });

  test('with a cancellation one of both wins', async () => {
    for (let round = 0; round < 15; round += 1) {
      const jobNumber = await newJob();
      const id = await offerOf(mohamed, jobNumber);
      const [accepted, cancelled] = (
        await Promise.allSettled([accept(mohamed, id), shop.client.cancelDelivery({ params: { jobNumber } })])
      ).map(codeOf);
      expect(cancelled, 'within five minutes of the assignment it is free').toBe('ok');
      expect(['ok', 'DELIVERY_NOT_ACTIVE']).toContain(accepted);
      expect(await statusesOf(jobNumber)).toEqual(
        accepted === 'ok' ? ['pending', 'assigned', 'cancelled'] : ['pending', 'cancelled'],
      );
    }
  });

  test('with a dispatcher there is one assigned status, whoever has it in the end', async () => {
    for (let round = 0; round < 15; round += 1) {
      const jobNumber = await newJob();
      const id = await offerOf(mohamed, jobNumber);
      const byHand = hawa.client.assignDelivery({ params: { jobNumber }, body: { driver_id: aminata.id } });
      const [accepted, given] = (await Promise.allSettled([accept(mohamed, id), byHand])).map(codeOf);
      expect(given).toBe('ok');
      expect(['ok', 'OFFER_TAKEN']).toContain(accepted);
      expect((await shop.client.getDelivery({ params: { jobNumber } })).data.driver?.id).toBe(aminata.id);
      expect(await statusesOf(jobNumber)).toEqual(['pending', 'assigned']);
    }
  });
});
