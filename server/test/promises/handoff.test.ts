import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await newShop();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

async function newShop(): Promise<TestMerchant> {
  const merchant = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  return merchant;
}

async function jobIn(status: 'pending' | 'assigned' | 'picked_up' | 'in_transit') {
  const { data } = await shop.client.createDelivery({ body: parcel });
  await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return data;
}

const statusesIn = async (jobNumber: string) =>
  (
    await service.query(`SELECT facts->>'status' AS status FROM outbox WHERE entity = $1 ORDER BY sequence`, [
      jobNumber,
    ])
  ).map(({ status }) => status);

/** Sends a code without an Idempotency-Key and answers status and code of what comes back. */
async function guess(merchant: TestMerchant, jobNumber: string, body: object): Promise<string> {
  const response = await fetch(`${service.baseUrl}/shipping/deliveries/${jobNumber}/verify`, {
    method: 'POST',
    headers: { 'x-api-key': merchant.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${error?.code ?? 'verified'}`;
}

const counter = (answers: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(answers)]
      .toSorted()
      .map((answer) => [answer, answers.filter((one) => one === answer).length]),
  );

describe('two hundred wrong codes at once', () => {
  test.each([
    ['each a request of its own', false],
    ['each with an Idempotency-Key', true],
  ])('are evaluated five times at most, %s; then not even the right one opens', async (_how, withKeys) => {
    shop = await newShop();
    const job = await jobIn('assigned');
    const send = (code: string): Promise<string> =>
      withKeys
        ? shop.client
            .verifyHandoff({ params: { jobNumber: job.job_number }, body: { type: 'pickup', code } })
            .then(
              () => '200 verified',
              (error: { status: number; code: string }) => `${error.status} ${error.code}`,
            )
        : guess(shop, job.job_number, { type: 'pickup', code });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => send(wrongCode(job.pickup_code, at + 1))),
    );
    const counted = counter(answers);
    expect(counted['422 INVALID_HANDOFF_CODE']).toBe(5);
    // Those that found the queue too long were not evaluated either.
    expect(
      (counted['423 HANDOFF_LOCKED'] ?? 0) + (counted['503 SERVICE_UNAVAILABLE'] ?? 0),
      JSON.stringify(counted),
    ).toBe(195);
    expect(await send(job.pickup_code)).toBe('423 HANDOFF_LOCKED');
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })).data.attempts_left.pickup,
    ).toBe(0);
  });

  test('over as many deliveries are evaluated fifty times at most', async () => {
    const clumsy = await newShop();
    const jobs = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const { data } = await clumsy.client.createDelivery({ body: parcel });
        await clumsy.client.advanceDelivery({
          params: { jobNumber: data.job_number },
          body: { to_status: 'assigned' },
        });
        return data;
      }),
    );
    const counted = counter(
      await Promise.all(
        jobs.flatMap((job) =>
          [1, 2].map((nth) =>
            guess(clumsy, job.job_number, { type: 'pickup', code: wrongCode(job.pickup_code, nth) }),
          ),
        ),
      ),
    );
    expect(counted).toEqual({ '422 INVALID_HANDOFF_CODE': 50, '429 RATE_LIMITED': 70 });
    const [{ sum } = {}] = await service.query(
      'SELECT sum(pickup_attempts)::int FROM deliveries WHERE merchant_id = $1',
      [clumsy.id],
    );
    expect(sum, 'a guess that was not evaluated is not counted').toBe(50);
  });
});

describe('the right code from many hands at once', () => {
  test('moves the parcel once, and is right for everybody', async () => {
    shop = await newShop();
    const job = await jobIn('picked_up');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        guess(shop, job.job_number, { type: 'delivery', code: job.delivery_code }),
      ),
    );
    expect(counter(answers)).toEqual({ '200 verified': 40 });
    expect(await statusesIn(job.job_number)).toEqual([
      'pending',
      'assigned',
      'picked_up',
      'in_transit',
      'delivered',
    ]);
  });

  test('among wrong ones opens or is locked out, and what was told is what is', async () => {
    for (let round = 0; round < 5; round += 1) {
      shop = await newShop();
      const job = await jobIn('assigned');
      const codes = Array.from({ length: 12 }, (_, at) =>
        at === 6 ? job.pickup_code : wrongCode(job.pickup_code, at + 1),
      );
      const answers = await Promise.all(
        codes.map((code) => guess(shop, job.job_number, { type: 'pickup', code })),
      );
      const { status, attempts_left: left } = (
        await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })
      ).data;
      expect(status).toBe(answers[6] === '200 verified' ? 'picked_up' : 'assigned');
      expect(left.pickup).toBeGreaterThanOrEqual(0);
      if (status === 'assigned') expect([answers[6], left.pickup]).toEqual(['423 HANDOFF_LOCKED', 0]);
    }
  });
});

describe('cancelling while the parcel is handed over', () => {
  test('one of the two happens, and status, timeline, messages, money and counters say which', async () => {
    shop = await newShop();
    const won = { cancelled: 0, picked_up: 0 };
    for (let round = 0; round < 24; round += 1) {
      const job = await jobIn('assigned');
      const jobNumber = job.job_number;
      const verify = () => guess(shop, jobNumber, { type: 'pickup', code: job.pickup_code });
      const cancel = () =>
        shop.client.cancelDelivery({ params: { jobNumber } }).then(
          () => '200',
          (error: { code: string }) => error.code,
        );
      const [one, other] = await Promise.all(round % 2 ? [verify(), cancel()] : [cancel(), verify()]);
      const [verified, cancelled] = round % 2 ? [one, other] : [other, one];

      const { data } = await shop.client.getDelivery({ params: { jobNumber } });
      const status = data.status as keyof typeof won;
      won[status] += 1;
      expect([verified, cancelled]).toEqual(
        status === 'picked_up'
          ? ['200 verified', 'CANCELLATION_NOT_ALLOWED']
          : ['409 DELIVERY_NOT_ACTIVE', '200'],
      );
      expect(await statusesIn(jobNumber)).toEqual(['pending', 'assigned', status]);
      expect(
        (await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline.map(
          (entry) => entry.status,
        ),
      ).toEqual(['pending', 'assigned', status]);
      expect([data.cancelled_at !== null, data.picked_up_at !== null, data.cancellation !== null]).toEqual(
        status === 'cancelled' ? [true, false, true] : [false, true, false],
      );
    }
    for (const status of ['cancelled', 'picked_up'] as const)
      expect((await shop.client.listDeliveries({ query: { status } })).meta.total).toBe(won[status]);
    expect((await shop.client.listDeliveries()).meta.total).toBe(24);
  });
});
