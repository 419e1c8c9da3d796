import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB, wrongCode } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

type Job = { readonly jobNumber: string; readonly pickup: string; readonly delivery: string };

async function jobIn(
  status: 'pending' | 'assigned' | 'picked_up' | 'in_transit' | 'delivered' | 'cancelled' | 'failed',
): Promise<Job> {
  const { data } = await shop.client.createDelivery({ body: parcel });
  await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return { jobNumber: data.job_number, pickup: data.pickup_code, delivery: data.delivery_code };
}

type Type = 'pickup' | 'delivery';
const verify = async (jobNumber: string, type: Type, code: string | number) =>
  (await shop.client.verifyHandoff({ params: { jobNumber }, body: { type, code } })).data;
const track = async (jobNumber: string) => (await shop.client.trackDelivery({ params: { jobNumber } })).data;
const factsOf = async (jobNumber: string) =>
  (
    await service.query(
      `SELECT facts FROM outbox WHERE entity = $1 AND kind = 'shipping.status.updated' ORDER BY sequence`,
      [jobNumber],
    )
  ).map(({ facts }) => facts as Record<string, unknown>);

describe('the right code', () => {
  test('at the shop hands the parcel to the driver', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    expect(await verify(jobNumber, 'pickup', pickup)).toMatchObject({
      job_number: jobNumber,
      type: 'pickup',
      verified: true,
      already_verified: false,
      status: 'picked_up',
      order_status: 'shipped',
      pickup_verified: true,
      delivery_verified: false,
      attempts_left: 5,
    });
    expect((await factsOf(jobNumber)).at(-1)).toMatchObject({
      status: 'picked_up',
      order_status: 'shipped',
      pickup_verified: true,
      delivery_verified: false,
    });
  });

  test('at the door hands it over', async () => {
    const { jobNumber, delivery } = await jobIn('in_transit');
    const { data } = await shop.client.verifyHandoff({
      params: { jobNumber },
      body: { code_type: 'delivery', code: delivery, recipient_name: 'Fatmata Koroma' },
    });
    expect(data).toMatchObject({
      status: 'delivered',
      order_status: 'delivered',
      delivery_verified: true,
      attempts_left: 5,
    });
    expect((await track(jobNumber)).timeline.at(-1)).toMatchObject({
      status: 'delivered',
      actor_type: 'merchant',
      note: 'Taken by Fatmata Koroma',
    });
  });

  test('at the door of a parcel whose way was not reported enters the milestone in between', async () => {
    const { jobNumber, delivery } = await jobIn('picked_up');
    expect((await verify(jobNumber, 'delivery', delivery)).status).toBe('delivered');
    expect((await track(jobNumber)).timeline.map(({ status }) => status)).toEqual([
      'pending',
      'assigned',
      'picked_up',
      'in_transit',
      'delivered',
    ]);
    expect((await factsOf(jobNumber)).slice(-2)).toEqual([
      expect.objectContaining({ status: 'in_transit', order_status: 'shipped', delivery_verified: false }),
      expect.objectContaining({ status: 'delivered', order_status: 'delivered', delivery_verified: true }),
    ]);
  });

  test('may come as a number that has lost its zeros', async () => {
    for (let tried = 0; tried < 60; tried += 1) {
      const { jobNumber, pickup } = await jobIn('assigned');
      if (!pickup.startsWith('0')) continue;
      expect((await verify(jobNumber, 'pickup', Number(pickup))).verified).toBe(true);
      return;
    }
  });

  test('again is answered without another event', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    const first = await verify(jobNumber, 'pickup', pickup);
    expect(await verify(jobNumber, 'pickup', pickup)).toEqual({ ...first, already_verified: true });
    expect(await factsOf(jobNumber)).toHaveLength(2);
    const delivered = await jobIn('delivered');
    expect(await verify(delivered.jobNumber, 'pickup', delivered.pickup)).toMatchObject({
      already_verified: true,
      status: 'delivered',
    });
  });

  test('recorded offline counts from when it was entered, but not before what came before it', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    const assignedAt = (await track(jobNumber)).status_updated_at;
    const { data } = await shop.client.verifyHandoff({
      params: { jobNumber },
      body: { type: 'pickup', code: pickup, occurred_at: '2020-01-01T10:00:00Z' },
    });
    expect(data.verified_at).toBe(assignedAt);
    const entry = (await track(jobNumber)).timeline.at(-1);
    expect(Date.parse(entry?.recorded_at ?? '')).toBeGreaterThanOrEqual(Date.parse(entry?.at ?? ''));
  });

  test('collects the cash', async () => {
    const { data } = await shop.client.createDelivery({ body: { ...parcel, cod_amount: 50 } });
    await shop.client.advanceDelivery({
      params: { jobNumber: data.job_number },
      body: { to_status: 'in_transit' },
    });
    await verify(data.job_number, 'delivery', data.delivery_code);
    expect((await shop.client.getDelivery({ params: { jobNumber: data.job_number } })).data.cod_status).toBe(
      'collected',
    );
  });
});

describe('a code is refused', () => {
  test('without a type or six digits', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    const send = (body: object) =>
      shop.client.verifyHandoff({ params: { jobNumber }, body: body as { code: string } });
    await expect(send({ code: pickup })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'type' }] },
    });
    for (const code of [
      '12345',
      '1234567',
      '12345a',
      '１２３４５６',
      '',
      -1,
      1.5,
      1_000_000,
      null,
      [pickup],
    ]) {
      await expect(send({ type: 'pickup', code })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: [expect.objectContaining({ path: 'code' })] },
      });
    }
    expect((await track(jobNumber)).attempts_left).toEqual({ pickup: 5, delivery: 5 });
  });

  test('for a delivery that is not there', async () => {
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1'])
      await expect(verify(jobNumber, 'pickup', '493817')).rejects.toMatchObject({
        code: 'DELIVERY_NOT_FOUND',
        status: 404,
      });
  });

  test.each(['cancelled', 'failed'] as const)(
    'for a delivery that is %s, also when it is the right one',
    async (status) => {
      const { jobNumber, pickup, delivery } = await jobIn(status);
      await expect(verify(jobNumber, 'pickup', pickup)).rejects.toMatchObject({
        code: 'DELIVERY_NOT_ACTIVE',
        status: 409,
      });
      await expect(verify(jobNumber, 'delivery', wrongCode(delivery))).rejects.toMatchObject({
        code: 'DELIVERY_NOT_ACTIVE',
      });
    },
  );

  test.each([
    ['pending', 'pickup'],
    ['pending', 'delivery'],
    ['assigned', 'delivery'],
  ] as const)('while %s, for it is too early for the %s; nothing is counted', async (status, type) => {
    const job = await jobIn(status);
    for (const code of [job[type], wrongCode(job[type])])
      await expect(verify(job.jobNumber, type, code)).rejects.toMatchObject({
        code: 'HANDOFF_NOT_READY',
        status: 409,
        details: { status },
      });
    expect((await track(job.jobNumber)).attempts_left).toEqual({ pickup: 5, delivery: 5 });
  });

  test('while a courier is searched again for what the first one had to give back', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    const params = { jobNumber };
    await shop.client.unassignDelivery({ params, body: { reason: 'Broke down.' } });
    for (const code of [pickup, wrongCode(pickup)])
      await expect(verify(jobNumber, 'pickup', code)).rejects.toMatchObject({
        code: 'HANDOFF_NOT_READY',
        status: 409,
        details: { status: 'assigned' },
      });
    expect((await track(jobNumber)).attempts_left).toEqual({ pickup: 5, delivery: 5 });
    await shop.client.assignDelivery({ params, body: { driver_id: await service.driver() } });
    expect(await verify(jobNumber, 'pickup', pickup)).toMatchObject({ status: 'picked_up' });
  });

  test('when it is wrong, and says how many tries are left, of this code alone', async () => {
    const { jobNumber, pickup, delivery } = await jobIn('assigned');
    await expect(verify(jobNumber, 'pickup', wrongCode(pickup))).rejects.toMatchObject({
      code: 'INVALID_HANDOFF_CODE',
      status: 422,
      message: 'Incorrect pickup code. 4 attempts left.',
      details: { attempts_left: 4 },
    });
    await expect(verify(jobNumber, 'pickup', delivery), 'the other code of the job').rejects.toMatchObject({
      details: { attempts_left: 3 },
    });
    expect((await track(jobNumber)).attempts_left).toEqual({ pickup: 3, delivery: 5 });
    expect((await verify(jobNumber, 'pickup', pickup)).attempts_left).toBe(3);
    await expect(verify(jobNumber, 'delivery', wrongCode(delivery))).rejects.toMatchObject({
      message: 'Incorrect delivery code. 4 attempts left.',
    });
  });

  test('when it is wrong after the handoff, without being counted', async () => {
    const { jobNumber, pickup } = await jobIn('picked_up');
    for (let tried = 0; tried < 7; tried += 1)
      await expect(verify(jobNumber, 'pickup', wrongCode(pickup))).rejects.toMatchObject({
        code: 'INVALID_HANDOFF_CODE',
        details: { attempts_left: 5 },
      });
    expect((await verify(jobNumber, 'pickup', pickup)).already_verified).toBe(true);
  });

  test('after the fifth wrong one, also when it is right', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    for (const left of [4, 3, 2, 1, 0])
      await expect(verify(jobNumber, 'pickup', wrongCode(pickup))).rejects.toMatchObject({
        status: 422,
        details: { attempts_left: left },
      });
    for (const code of [pickup, wrongCode(pickup)])
      await expect(verify(jobNumber, 'pickup', code)).rejects.toMatchObject({
        code: 'HANDOFF_LOCKED',
        status: 423,
        details: { attempts_left: 0 },
      });
  });

  test('in a repeated request as the first time, counted once', async () => {
    const { jobNumber, pickup } = await jobIn('assigned');
    const request = {
      params: { jobNumber },
      body: { type: 'pickup' as const, code: wrongCode(pickup) },
      idempotencyKey: `guess-${jobNumber}`,
    };
    for (let sent = 0; sent < 3; sent += 1)
      await expect(shop.client.verifyHandoff(request)).rejects.toMatchObject({
        code: 'INVALID_HANDOFF_CODE',
        details: { attempts_left: 4 },
      });
    expect((await track(jobNumber)).attempts_left.pickup).toBe(4);
  });

  test('once a merchant has sent 50 wrong ones in an hour, but never hides that one is locked', async () => {
    const clumsy = await service.merchant();
    await service.query('UPDATE merchants SET writes_per_second = 100000');
    const jobs = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const { data } = await clumsy.client.createDelivery({ body: parcel });
        await clumsy.client.advanceDelivery({
          params: { jobNumber: data.job_number },
          body: { to_status: 'assigned' },
        });
        return data;
      }),
    );
    const guess = (job: (typeof jobs)[number] | undefined, code: string) =>
      clumsy.client.verifyHandoff({
        params: { jobNumber: job?.job_number ?? '' },
        body: { type: 'pickup', code },
      });
    for (const job of jobs.slice(0, 10))
      for (let tried = 0; tried < 5; tried += 1)
        await expect(guess(job, wrongCode(job.pickup_code))).rejects.toMatchObject({ status: 422 });
    const last = jobs.at(-1);
    await expect(guess(last, last?.pickup_code ?? '')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    await expect(guess(jobs[0], jobs[0]?.pickup_code ?? '')).rejects.toMatchObject({
      code: 'HANDOFF_LOCKED',
    });
    service.advance(3_600_000);
    expect((await guess(last, last?.pickup_code ?? '')).data.status).toBe('picked_up');
  });
});

test('a live key guesses on its own account', async () => {
  const key = await service.key(shop.id, { livemode: true });
  const post = (path: string, body: object) =>
    fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { jobNumber, pickup } = await jobIn('assigned');
  expect(
    (await post(`/shipping/deliveries/${jobNumber}/verify`, { type: 'pickup', code: pickup })).status,
  ).toBe(404);
});
