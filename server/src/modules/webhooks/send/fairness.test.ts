import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
});
afterEach(() => receiver.close());

const register = async (client = shop.client, more: object = {}, url = receiver.url) =>
  (await client.createWebhook({ body: { url, ...more } })).data.id;
const createParcels = async (count: number): Promise<string[]> => {
  const jobs: string[] = [];
  for (let number = 0; number < count; number += 1)
    jobs.push((await shop.client.createDelivery({ body: parcel })).data.job_number);
  return jobs;
};
const laneOf = async (id: string) =>
  (await service.query('SELECT lane FROM webhook_endpoints WHERE id = $1', [id]))[0]?.['lane'];
const lanesOfQueue = async (id: string) =>
  (
    await service.query('SELECT DISTINCT lane FROM webhook_queue WHERE endpoint_id = $1 AND state = 1', [id])
  ).map((row) => row['lane']);

describe('an endpoint', () => {
  test('is on probation until it has answered once, and again after a failure; what waits for it moves along', async () => {
    const id = await register();
    expect(await laneOf(id)).toBe(1);
    await createParcels(1);
    await service.drain();
    expect(await laneOf(id)).toBe(0);

    receiver.answer(500);
    await createParcels(40);
    const { webhooks } = service.server.modules;
    await webhooks.fanOut();
    expect(await lanesOfQueue(id)).toEqual([0]);
    await webhooks.sender.turn();
    await webhooks.sender.settled();
    await webhooks.upkeep.turn();
    expect(await laneOf(id)).toBe(1);
    expect(await lanesOfQueue(id)).toEqual([1]);

    receiver.answer(200);
    service.advance(60_000);
    await service.drain();
    expect(await laneOf(id)).toBe(0);
    expect(
      new Set(
        (await shop.client.listWebhookDeliveries({ query: { limit: 100 } })).data.map(({ status }) => status),
      ),
    ).toEqual(new Set(['succeeded']));
  });

  test.each([
    { left: 0, stands: 1 },
    { left: 1, stands: 0 },
  ])(
    'that stands in lane $stands gets also what was planned while it was still in lane $left',
    async ({ left, stands }) => {
      const id = await register();
      const { webhooks } = service.server.modules;
      receiver.answer(stands === 0 ? 200 : 500, 200);
      await createParcels(1);
      await webhooks.fanOut();
      await webhooks.sender.turn();
      await webhooks.sender.settled();
      expect(await laneOf(id)).toBe(stands);
      await service.query(
        `UPDATE webhook_queue SET run_at = run_at + interval '1 day' WHERE endpoint_id = $1`,
        [id],
      );

      await createParcels(3);
      await service.query('UPDATE webhook_endpoints SET lane = $2 WHERE id = $1', [id, left]);
      await webhooks.fanOut();
      await service.query('UPDATE webhook_endpoints SET lane = $2 WHERE id = $1', [id, stands]);
      expect(await lanesOfQueue(id)).toEqual([left]);
      await service.drain();
      expect(receiver.received.length).toBe(4);
    },
  );

  test('gets no more requests at once than it asked for, and only one while it fails', async () => {
    let atOnce = 0;
    let most = 0;
    receiver.answer((response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end();
      }, 5);
    });
    const id = await register(shop.client, { max_in_flight: 3 });
    await createParcels(30);
    await service.query('UPDATE webhook_endpoints SET lane = 0 WHERE id = $1', [id]);
    await service.drain();
    expect(most).toBe(3);
    expect(receiver.received.length).toBe(30);
  });

  test('gets no more requests a second than it asked for', async () => {
    const id = await register(shop.client, { rate_per_second: 50 });
    await createParcels(20);
    await service.query('UPDATE webhook_endpoints SET lane = 0 WHERE id = $1', [id]);
    await service.drain();
    expect(receiver.received.length).toBe(20);
    const tookMs = (receiver.received.at(-1)?.atMs ?? 0) - (receiver.received[0]?.atMs ?? 0);
    // 50 a second in bursts of 5: the last of 20 comes no sooner than 0.3 s after the first.
    expect(tookMs).toBeGreaterThan(280);
  });

  test('that wants its messages in order gets those of one parcel one after the other, whatever happens between', async () => {
    await register(shop.client, { ordered: true, max_in_flight: 8 });
    await service.driver();
    const [first = '', second = ''] = await createParcels(2);
    for (const jobNumber of [first, second])
      await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'delivered' } });
    receiver.answer((response, { body, headers }) => {
      const failsNow = body.includes(first) && headers['x-service-attempt'] === '1';
      response.writeHead(failsNow ? 500 : 200).end();
    });
    for (let round = 0; round < 12; round += 1) {
      await service.drain();
      service.advance(60_000);
    }
    const told = (job: string) =>
      receiver.received
        .filter(({ body }) => body.includes(job))
        .map(({ body, headers }) => [JSON.parse(body).data.object.status, headers['x-service-attempt']]);
    const path = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered'];
    expect(told(second)).toEqual(path.map((status) => [status, '1']));
    expect(told(first)).toEqual(
      path.flatMap((status) => [
        [status, '1'],
        [status, '2'],
      ]),
    );
  });
});

describe('receivers that hang', () => {
  test('do not keep other endpoints of the same merchant waiting, however much waits for them', async () => {
    await using running = await startService({ running: true, environment: { WEBHOOK_TIMEOUT_MS: '25000' } });
    const hanging = await openTestReceiver();
    hanging.answer(() => undefined);
    const busy = await running.merchant();
    for (let number = 0; number < 12; number += 1)
      await register(busy.client, { max_in_flight: 20, description: 'hanging' }, hanging.url);
    await register(busy.client, {}, receiver.url);
    await running.query('UPDATE webhook_endpoints SET lane = 0');
    // 40 for each of 12 would fill the merchant's 192 places for good, if hanging ones counted.
    for (let number = 0; number < 40; number += 1) await busy.client.createDelivery({ body: parcel });
    await receiver.got(40);
    for (let number = 0; number < 5; number += 1) await busy.client.createDelivery({ body: parcel });
    await receiver.got(45);
    expect(
      await running.query(`SELECT count(*)::int AS given_up FROM webhook_attempts WHERE error IS NOT NULL`),
    ).toEqual([{ given_up: 0 }]);
    await hanging.close();
  }, 300_000);

  test('do not keep the others waiting', async () => {
    await using running = await startService({ running: true, environment: { WEBHOOK_TIMEOUT_MS: '25000' } });
    const hanging = await openTestReceiver();
    hanging.answer(() => undefined);
    const busy = await running.merchant();
    for (let number = 0; number < 15; number += 1) await register(busy.client, {}, hanging.url);
    await running.query('UPDATE webhook_endpoints SET lane = 0');
    const other = await running.merchant();
    await other.client.createWebhook({ body: { url: receiver.url } });
    for (let number = 0; number < 20; number += 1) await busy.client.createDelivery({ body: parcel });
    await hanging.got(15);
    for (let number = 0; number < 20; number += 1) await other.client.createDelivery({ body: parcel });
    await receiver.got(20);
    expect(await running.query('SELECT DISTINCT status, error FROM webhook_attempts_all')).not.toContainEqual(
      expect.objectContaining({ error: 'timeout' }),
    );
    await hanging.close();
  });
});
