import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let one: TestService;
let other: TestService;
let receiver: TestReceiver;

beforeEach(async () => {
  one = await startService();
  other = await startService({ databaseUrl: one.databaseUrl });
  receiver = await openTestReceiver();
});
afterEach(async () => {
  await receiver.close();
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

/** A healthy endpoint with so many messages ready for it, and both nodes knowing of each other. */
async function backlog(limits: object, count: number): Promise<void> {
  const shop = await one.merchant();
  const { id } = (await shop.client.createWebhook({ body: { url: receiver.url, ...limits } })).data;
  for (let number = 0; number < count; number += 1) await shop.client.createDelivery({ body: parcel });
  await one.query('UPDATE webhook_endpoints SET lane = 0 WHERE id = $1', [id]);
  for (const node of [one, other, one]) await node.server.modules.webhooks.sender.heartbeat();
}

/** The node whose share is nothing is done at once; the other may hear of the messages a moment later. */
async function drainBoth(): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    await Promise.all([one.drain(), other.drain()]);
    const [left] = await one.query(
      'SELECT (SELECT count(*) FROM webhook_queue) + (SELECT count(*) FROM outbox) AS rows',
    );
    if (Number(left?.['rows']) === 0) return;
  }
}

describe('two nodes that send to one endpoint', () => {
  test.each([1, 3, 6])('have together no more than %i requests under way', async (max_in_flight) => {
    let atOnce = 0;
    let most = 0;
    receiver.answer((response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end();
      }, 10);
    });
    await backlog({ max_in_flight }, 60);
    await drainBoth();
    expect(receiver.received.length).toBe(60);
    expect(most).toBeLessThanOrEqual(max_in_flight);
  });

  test('send it together no more a second than it asked for', async () => {
    await backlog({ rate_per_second: 40 }, 60);
    await drainBoth();
    const tookMs = (receiver.received.at(-1)?.atMs ?? 0) - (receiver.received[0]?.atMs ?? 0);
    expect(receiver.received.length).toBe(60);
    // 60 at 40 a second, less one burst of 2 on each node.
    expect(tookMs).toBeGreaterThan(1_300);
  });

  test('leave all of it to the one that is left when the other stops', async () => {
    await backlog({ max_in_flight: 1 }, 12);
    await other.server.modules.webhooks.close();
    await one.server.modules.webhooks.sender.heartbeat();
    await one.drain();
    expect(receiver.received.length).toBe(12);
  });
});
