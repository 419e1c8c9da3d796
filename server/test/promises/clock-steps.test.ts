import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAccounts } from '../../src/accounts/index.ts';
import { verifyMerchants } from '../../src/merchants/index.ts';
import { verifyShipping } from '../../src/shipping/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { parcel } from '../kit/parcel.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestPerson, type TestService } from '../kit/service.ts';
import { openReceiver, type Receiver } from '../kit/receiver.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = figure(8, 200);

let service: TestService;
let shop: TestMerchant;
let courier: TestPerson;
let desk: TestPerson;
let receiver: Receiver;

/** PostgreSQL's clock is the machine's; the service's is stepped, so that the two differ. */
beforeAll(async () => {
  service = await startService({ judgesClock: true });
  shop = await service.merchant();
  [courier, desk] = [await service.courier(), await service.operator()];
  receiver = await openReceiver();
  await shop.client.createWebhook({ body: { url: receiver.url, events: ['*'] } });
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function whileOff<T>(ms: number, work: () => Promise<T>): Promise<T> {
  service.advance(ms);
  try {
    return await work();
  } finally {
    service.advance(-ms);
  }
}
const create = (idempotencyKey?: string) =>
  shop.client.createDelivery({ body: parcel, ...(idempotencyKey ? { idempotencyKey } : {}) });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );

test.each([-HOUR_MS, HOUR_MS])('a clock that is an hour off (%i ms) ends nothing early', async (ms) => {
  const key = `order-${ms}`;
  const first = await create(key);
  const { data: quote } = await shop.client.getQuote({
    query: { pickup_city: 'Freetown', delivery_city: 'Lumley' },
  });
  await whileOff(ms, async () => {
    expect((await create(key)).data.job_number).toBe(first.data.job_number);
    await courier.client.getDriverAccount({});
    await desk.client.getOperatorAccount({});
    await service.drain();
  });
  expect((await create(key)).data.job_number).toBe(first.data.job_number);
  expect(await codeOf(shop.client.createDelivery({ body: { ...parcel, quote_id: quote.quote_id } }))).toBe(
    'ok',
  );
  expect(await codeOf(courier.client.getDriverAccount({}))).toBe('ok');
  expect(await codeOf(desk.client.getOperatorAccount({}))).toBe('ok');
});

test('a clock that was 400 days ahead for a while has ended, deleted and forgotten nothing for good', async () => {
  const first = await create('before');
  await shop.client.advanceDelivery({
    params: { jobNumber: first.data.job_number },
    body: { to_status: 'completed' },
  });
  await service.drain();
  const kept = async () =>
    (
      await service.query(`SELECT (SELECT count(*)::int FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM webhook_messages) AS messages, (SELECT count(*)::int FROM webhook_attempts) AS attempts,
    (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM deliveries WHERE erased_at IS NULL) AS remembered, (SELECT count(*)::int FROM notices) AS notices`)
    )[0];
  const before = await kept();
  await whileOff(400 * DAY_MS, async () => {
    expect(await codeOf(shop.client.trackDelivery({ params: { jobNumber: first.data.job_number } }))).toBe(
      'ok',
    );
    await service.drain();
  });
  expect(await kept()).toEqual(before);
  expect((await create('before')).data.job_number).toBe(first.data.job_number);
  expect(await codeOf(courier.client.getDriverAccount({}))).toBe('ok');
});

test(
  `steps to and fro under work leave every time in order and every message sent once (seed ${seed})`,
  { timeout: 60_000 + STEPS * 5_000 },
  async () => {
    const chance = createChance(seed);
    let offMs = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const { data } = await create();
      const params = { jobNumber: data.job_number };
      for (const to_status of ['assigned', 'picked_up', 'in_transit', 'delivered'] as const) {
        const ms = chance.between(-HOUR_MS, HOUR_MS);
        service.advance(ms);
        offMs += ms;
        await shop.client.advanceDelivery({ params, body: { to_status } });
        if (chance.happens(0.3)) await service.drain();
      }
      const { timeline } = (await shop.client.trackDelivery({ params })).data;
      const times = timeline.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }
    service.advance(-offMs);
    await service.drain();
    service.advance(2 * HOUR_MS);
    await service.drain();
    const [row] = await service.query(
      `SELECT (SELECT count(*)::int FROM webhook_attempts WHERE duration_ms < 0) AS negative, (SELECT count(*)::int FROM webhook_queue) AS queued, (SELECT count(*)::int FROM outbox) AS left`,
    );
    expect(row).toEqual({ negative: 0, queued: 0, left: 0 });
    const ids = receiver.received.map(({ webhookId }) => webhookId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const verify of [verifyShipping, verifyMerchants, verifyAccounts])
      expect(await readSnapshot(service.server.ground.ownerConnection, verify)).toEqual([]);
    tell(
      `R12: ${STEPS * 4} steps of up to an hour, ${ids.length} webhooks sent once each, no time out of order`,
    );
  },
);
