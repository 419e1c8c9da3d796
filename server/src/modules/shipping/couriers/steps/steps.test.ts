import type { CashCollected } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNKNOWN_JOB, wrongCode } from '../../../../../test/kit/parcel.ts';
import { startRide, type Ride } from '../../../../../test/kit/ride.ts';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { verifyCode } from './steps.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let mohamed: Ride;
let aminata: Ride;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  mohamed = await startRide(service, shop);
  aminata = await startRide(service, shop, 'Aminata Koroma');
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const factsOf = async (jobNumber: string, kind: string) =>
  (
    await service.query('SELECT facts FROM outbox WHERE entity = $1 AND kind = $2 ORDER BY id', [
      jobNumber,
      kind,
    ])
  ).map(({ facts }) => facts as Record<string, unknown>);
const track = async (jobNumber: string) => (await shop.client.trackDelivery({ params: { jobNumber } })).data;
const MINUTE = 60_000;

/** A parcel that the courier has picked up. */
async function pickedUp(fields: object = {}) {
  const job = await mohamed.job(fields);
  await mohamed.take('verifyCode', job.job_number, { type: 'pickup', code: job.pickup_code });
  return job;
}

describe('a courier carries a parcel', () => {
  test('from the shop to the door, and both ends are seen to be reached', async () => {
    const { job_number, pickup_code, delivery_code } = await mohamed.job();
    expect(await mohamed.take('arriveAtStop', job_number, { at: 'pickup' })).toMatchObject({
      status: 'assigned',
      phase: 'at_pickup',
      next_steps: ['verify_pickup', 'fail'],
    });
    expect(await mohamed.take('verifyCode', job_number, { type: 'pickup', code: pickup_code })).toMatchObject(
      { status: 'picked_up', pickup_verified: true, phase: 'to_dropoff' },
    );
    expect(await mohamed.take('departWithParcel', job_number)).toMatchObject({ status: 'in_transit' });
    expect(await mohamed.take('arriveAtStop', job_number, { at: 'dropoff' })).toMatchObject({
      phase: 'at_dropoff',
      arrived_dropoff_at: expect.any(String),
    });
    expect(
      await mohamed.take('verifyCode', job_number, {
        type: 'delivery',
        code: Number(delivery_code),
        recipient_name: 'Fatmata Koroma',
      }),
    ).toMatchObject({ status: 'delivered', phase: null, next_steps: [] });
    expect((await factsOf(job_number, 'shipping.milestone')).map(({ milestone }) => milestone)).toEqual([
      'arrived_pickup',
      'arrived_dropoff',
    ]);
    const { timeline, proof } = await track(job_number);
    expect(timeline.at(-1)).toMatchObject({
      status: 'delivered',
      actor_type: 'driver',
      actor: 'Mohamed Kamara',
      note: 'Taken by Fatmata Koroma',
    });
    expect(proof).toEqual({ photo_url: null, signature_url: null, recipient_name: 'Fatmata Koroma' });
  });

  test('and what was told twice happened once', async () => {
    const { job_number } = await mohamed.job();
    const first = await mohamed.take('arriveAtStop', job_number, { at: 'pickup' });
    expect(await mohamed.take('arriveAtStop', job_number, { at: 'pickup' })).toEqual(first);
    expect(await factsOf(job_number, 'shipping.milestone')).toHaveLength(1);
  });

  test('and arriving at the door without having departed has departed', async () => {
    const { job_number } = await pickedUp();
    expect(
      await mohamed.take('arriveAtStop', job_number, { at: 'delivery' }),
      'the door by its other name',
    ).toMatchObject({ status: 'in_transit', phase: 'at_dropoff' });
    expect(await mohamed.take('departWithParcel', job_number)).toMatchObject({
      status: 'in_transit',
      phase: 'at_dropoff',
    });
    expect((await track(job_number)).timeline.map(({ status }) => status)).toEqual([
      'pending',
      'assigned',
      'picked_up',
      'in_transit',
    ]);
  });

  test('with everybody to call at a tap', async () => {
    const { job_number } = await mohamed.job({
      delivery_landmark: 'Blue gate',
      delivery_instructions: 'Call first.',
    });
    const { pickup, dropoff } = await mohamed.take('arriveAtStop', job_number, { at: 'pickup' });
    expect(pickup).toMatchObject({
      contact_phone: '+23276123456',
      call_url: 'tel:+23276123456',
      whatsapp_url: 'https://wa.me/23276123456',
    });
    expect(dropoff).toMatchObject({
      contact_name: 'Fatmata Koroma',
      call_url: 'tel:+23278234567',
      landmark: 'Blue gate',
      instructions: 'Call first.',
      map_url: expect.stringContaining('27%20Freetown%20Road'),
    });
  });

  test('sent again with the same key, is answered the same', async () => {
    const { job_number } = await pickedUp();
    const send = async () =>
      (
        await mohamed.client.recordAttempt({
          params: { jobNumber: job_number },
          body: { reason: 'recipient_not_home', contact: 'call' },
          idempotencyKey: 'try-1',
        })
      ).data;
    const first = await send();
    expect(await send()).toEqual(first);
    expect(first.contact_attempts).toHaveLength(1);
  });
});

describe('cash at the door', () => {
  test('is collected with the code, and the whole of it', async () => {
    const { job_number, delivery_code } = await pickedUp({ cod_amount: 150 });
    const verify = (cod_collected: CashCollected) =>
      mohamed.take('verifyCode', job_number, { type: 'delivery', code: delivery_code, cod_collected });
    await expect(verify(149)).rejects.toMatchObject({
      code: 'COD_AMOUNT_MISMATCH',
      status: 422,
      details: { expected: 150, given: 149 },
    });
    await expect(verify('much')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'cod_collected' }] },
    });
    await expect(verify({ amount: 149.99 })).rejects.toMatchObject({
      code: 'COD_AMOUNT_MISMATCH',
      details: { expected: 150, given: 149.99 },
    });
    await expect(verify({ amount: 150.001 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    expect(await mohamed.get(job_number)).toMatchObject({
      cod_status: 'to_collect',
      attempts_left: { delivery: 5 },
    });
    expect(await verify({ amount: '150.00' })).toMatchObject({
      status: 'delivered',
      cod_status: 'collected',
    });
    expect(await verify({ amount: 1 }), 'the right code again changes nothing').toMatchObject({
      status: 'delivered',
    });
  });

  test('is the whole of it where the courier says nothing else', async () => {
    const silent = await pickedUp({ cod_amount: 80 });
    expect(
      await mohamed.take('verifyCode', silent.job_number, { type: 'delivery', code: silent.delivery_code }),
    ).toMatchObject({ status: 'delivered', cod_status: 'collected' });
    const plain = await pickedUp({ cod_amount: 80.5 });
    expect(
      await mohamed.take('verifyCode', plain.job_number, {
        type: 'delivery',
        code: plain.delivery_code,
        cod_collected: 80.5,
      }),
    ).toMatchObject({ status: 'delivered', cod_status: 'collected' });
  });

  test('where there is none is not to be named', async () => {
    const { job_number, delivery_code } = await pickedUp();
    await expect(
      mohamed.take('verifyCode', job_number, {
        type: 'delivery',
        code: delivery_code,
        cod_collected: { amount: 5 },
      }),
    ).rejects.toMatchObject({ code: 'COD_AMOUNT_MISMATCH', details: { expected: 0 } });
  });
});

describe('without codes', () => {
  test('a parcel is picked up, and delivered against a signature', async () => {
    const { job_number } = await mohamed.job({ require_pickup_code: false, require_delivery_code: false });
    expect(await mohamed.take('pickUpParcel', job_number)).toMatchObject({
      status: 'picked_up',
      pickup_verified: false,
      next_steps: expect.arrayContaining(['depart', 'deliver']),
    });
    expect(await mohamed.take('pickUpParcel', job_number)).toMatchObject({ status: 'picked_up' });
    await expect(mohamed.take('deliverParcel', job_number)).rejects.toMatchObject({
      code: 'PROOF_REQUIRED',
      status: 409,
      details: { missing: ['photo_or_signature'] },
    });
    await mohamed.take('keepProof', job_number, {
      signature_points: [
        [
          [0, 0],
          [10, 5],
        ],
      ],
    });
    await expect(
      mohamed.take('deliverParcel', job_number, { cod_collected: { amount: 3 } }),
    ).rejects.toMatchObject({ code: 'COD_AMOUNT_MISMATCH' });
    expect(
      await mohamed.take('deliverParcel', job_number, { recipient_name: 'The neighbour' }),
    ).toMatchObject({ status: 'delivered', delivery_verified: false });
    expect((await track(job_number)).proof).toMatchObject({
      signature_url: expect.stringMatching(/\/f\/[\w-]{22}$/),
      recipient_name: 'The neighbour',
    });
  });

  test('nothing goes where the merchant wants them', async () => {
    const { job_number } = await mohamed.job();
    await expect(mohamed.take('pickUpParcel', job_number)).rejects.toMatchObject({
      code: 'PROOF_REQUIRED',
      details: { missing: ['pickup_code'] },
    });
    const other = await pickedUp({ require_photo: true });
    await expect(mohamed.take('deliverParcel', other.job_number)).rejects.toMatchObject({
      code: 'PROOF_REQUIRED',
      details: { missing: ['delivery_code', 'photo'] },
    });
  });

  test('photo and signature that the merchant wants come before the code', async () => {
    const { job_number, delivery_code } = await pickedUp({ require_photo: true, require_signature: true });
    await expect(
      mohamed.take('verifyCode', job_number, { type: 'delivery', code: delivery_code }),
    ).rejects.toMatchObject({ code: 'PROOF_REQUIRED', details: { missing: ['photo', 'signature'] } });
    expect((await track(job_number)).attempts_left.delivery, 'nothing was counted').toBe(5);
  });
});

describe('giving up', () => {
  test('at a closed shop needs no more than that it is closed', async () => {
    const { job_number } = await mohamed.job();
    await expect(mohamed.take('failJob', job_number, { reason: 'recipient_not_home' })).rejects.toMatchObject(
      { code: 'STATE_CONFLICT', status: 409 },
    );
    expect(
      await mohamed.take('failJob', job_number, { reason: 'pickup_closed', note: 'Shutters down' }),
    ).toMatchObject({ status: 'failed' });
    const { data } = await shop.client.getDelivery({ params: { jobNumber: job_number } });
    expect(data.failure).toMatchObject({ reason: 'pickup_closed', by: 'driver', note: 'Shutters down' });
    expect(data.related_jobs, 'nothing is brought back that was never fetched').toEqual([]);
  });

  test.each(['pickup_closed', 'pickup_not_ready', 'pickup_refused'] as const)(
    'at the door is never for %s, neither an attempt nor the end',
    async (reason) => {
      const { job_number } = await pickedUp();
      for (const step of ['recordAttempt', 'failJob'] as const)
        await expect(mohamed.take(step, job_number, { reason })).rejects.toMatchObject({
          code: 'STATE_CONFLICT',
          message: expect.stringContaining(reason),
          details: { from: 'picked_up' },
        });
      const { data } = await shop.client.getDelivery({ params: { jobNumber: job_number } });
      expect(data).toMatchObject({ status: 'picked_up', failure: null });
      expect(await factsOf(job_number, 'shipping.attempt.failed')).toEqual([]);
    },
  );

  test('at the door needs two tries and ten minutes, and says what is missing', async () => {
    const { job_number } = await pickedUp();
    const give = () => mohamed.take('failJob', job_number, { reason: 'recipient_not_home' });
    await expect(give()).rejects.toMatchObject({
      code: 'ATTEMPTS_REQUIRED',
      status: 409,
      details: { attempts: 0, attempts_required: 2, wait_until: null },
    });
    expect(
      await mohamed.take('recordAttempt', job_number, {
        reason: 'recipient_not_home',
        contact: 'call',
        note: 'Rang',
      }),
    ).toMatchObject({ phase: 'attempt_failed', status: 'picked_up' });
    await expect(give()).rejects.toMatchObject({ details: { attempts: 1, wait_until: expect.any(String) } });
    service.advance(9 * MINUTE);
    await mohamed.take('recordAttempt', job_number, { reason: 'recipient_not_home' });
    await expect(give()).rejects.toMatchObject({ code: 'ATTEMPTS_REQUIRED', details: { attempts: 2 } });
    service.advance(MINUTE);
    expect(await give()).toMatchObject({
      status: 'failed',
      phase: 'returning',
      contact_attempts: [
        { contact: 'call', note: 'Rang' },
        { contact: null, note: null },
      ],
    });
    expect(await factsOf(job_number, 'shipping.attempt.failed')).toHaveLength(2);
    const back = (await shop.client.getDelivery({ params: { jobNumber: job_number } })).data.related_jobs[0];
    expect(back).toMatchObject({ kind: 'return' });
    expect(
      await mohamed.take('arriveAtStop', back?.job_number ?? '', { at: 'pickup' }),
      'the same courier brings it back',
    ).toMatchObject({ kind: 'return', status: 'assigned' });
  });

  test('counts the wait from when he arrived', async () => {
    const { job_number } = await pickedUp();
    await mohamed.take('arriveAtStop', job_number, { at: 'dropoff' });
    service.advance(11 * MINUTE);
    for (const contact of ['call', 'whatsapp'] as const)
      await mohamed.take('recordAttempt', job_number, { reason: 'recipient_unreachable', contact });
    expect(await mohamed.take('failJob', job_number, { reason: 'recipient_unreachable' })).toMatchObject({
      status: 'failed',
    });
  });

  test('keeps the first try and the nineteen latest', async () => {
    const { job_number } = await pickedUp();
    await mohamed.take('recordAttempt', job_number, {
      reason: 'recipient_not_home',
      contact: 'call',
      note: 'first',
    });
    for (let tried = 2; tried <= 22; tried += 1) {
      service.advance(1_000);
      await mohamed.take('recordAttempt', job_number, {
        reason: 'recipient_not_home',
        contact: 'call',
        note: String(tried),
      });
    }
    const [row = {}] = await service.query('SELECT attempts FROM deliveries WHERE job_number = $1', [
      job_number,
    ]);
    const notes = (row['attempts'] as { note: string }[]).map(({ note }) => note);
    expect(notes).toEqual(['first', ...Array.from({ length: 19 }, (_, at) => String(at + 4))]);
  });
});

describe('a step is refused', () => {
  const bodies = {
    arriveAtStop: { at: 'pickup' },
    verifyCode: { type: 'pickup', code: '493817' },
    pickUpParcel: {},
    departWithParcel: {},
    deliverParcel: {},
    keepProof: { recipient_name: 'A' },
    recordAttempt: { reason: 'other', contact: 'call' },
    failJob: { reason: 'pickup_closed' },
  } as const;
  const names = Object.keys(bodies) as (keyof typeof bodies)[];

  test.each(names)("%s: for another courier's job in the same words as for none", async (name) => {
    const { job_number } = await mohamed.job();
    const refusal = async (jobNumber: string) => {
      const error = (await aminata
        .take(name, jobNumber, bodies[name] as never)
        .catch((thrown: unknown) => thrown)) as {
        code: string;
        message: string;
        status: number;
        details: unknown;
      };
      return JSON.stringify([error.code, error.status, error.message.replace(jobNumber, 'N'), error.details]);
    };
    const expected = JSON.stringify(['DELIVERY_NOT_FOUND', 404, 'There is no delivery N.', {}]);
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1', job_number])
      expect(await refusal(jobNumber)).toBe(expected);
    expect(await mohamed.statusOf(job_number)).toBe('assigned');
  });

  test.each(names)('%s: once the delivery was cancelled', async (name) => {
    const { job_number } = await mohamed.job();
    await shop.client.cancelDelivery({ params: { jobNumber: job_number } });
    await expect(mohamed.take(name, job_number, bodies[name] as never)).rejects.toMatchObject({
      code: 'DELIVERY_NOT_ACTIVE',
    });
  });

  test.each(['departWithParcel', 'deliverParcel', 'keepProof', 'recordAttempt'] as const)(
    '%s: before pickup',
    async (name) => {
      const { job_number } = await mohamed.job();
      await expect(mohamed.take(name, job_number, bodies[name] as never)).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        details: { from: 'assigned' },
      });
    },
  );

  test('for a delivery code before pickup, and for a wrong one, which is counted', async () => {
    const job = await mohamed.job();
    await expect(
      mohamed.take('verifyCode', job.job_number, { type: 'delivery', code: job.delivery_code }),
    ).rejects.toMatchObject({ code: 'HANDOFF_NOT_READY' });
    await expect(
      mohamed.take('verifyCode', job.job_number, { type: 'pickup', code: wrongCode(job.pickup_code) }),
    ).rejects.toMatchObject({ code: 'INVALID_HANDOFF_CODE', details: { attempts_left: 4 } });
    await expect(
      shop.client.verifyHandoff({
        params: { jobNumber: job.job_number },
        body: { type: 'pickup', code: wrongCode(job.pickup_code, 2) },
      }),
      'merchant and courier share the tries',
    ).rejects.toMatchObject({ details: { attempts_left: 3 } });
  });
});

test('two hundred wrong codes at once from shop and courier are evaluated five times at most; then not even the right one opens', async () => {
  const { job_number, pickup_code } = await mohamed.job();
  // Past the door, whose rate would let too few of them in.
  const unhurried: DriverCall = {
    requestId: 'req_test',
    sessionId: 'ses_test',
    driver: { id: mohamed.driverId, name: 'Mohamed Kamara', phone: '+23276500014' },
    now: service.server.runtime.context.world.now(),
    idempotency: null,
  };
  const send = (code: string, at: number): Promise<string> => {
    const sent: Promise<unknown> =
      at % 2
        ? verifyCode(
            { params: { jobNumber: job_number }, query: {}, body: { type: 'pickup', code } },
            unhurried,
            service.server.modules.shipping,
          )
        : shop.client.verifyHandoff({ params: { jobNumber: job_number }, body: { type: 'pickup', code } });
    return sent.then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
  };
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => send(wrongCode(pickup_code, at + 1), at)),
  );
  expect(answers.filter((answer) => answer === 'INVALID_HANDOFF_CODE')).toHaveLength(5);
  expect(
    answers.filter(
      (answer) => !['INVALID_HANDOFF_CODE', 'HANDOFF_LOCKED', 'SERVICE_UNAVAILABLE'].includes(answer),
    ),
  ).toEqual([]);
  for (const at of [0, 1]) expect(await send(pickup_code, at)).toBe('HANDOFF_LOCKED');
  expect(await mohamed.statusOf(job_number)).toBe('assigned');
});
