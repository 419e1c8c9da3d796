import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { parcel } from '../kit/parcel.ts';
import { startService } from '../kit/service.ts';
import { figure, tell } from '../kit/seed.ts';

const MERCHANTS = figure(5, 25);
const ENDPOINTS_EACH = 20;
const DEAD_EACH = 12;
const PARCELS = figure(3, 10);
const HEALTHY = MERCHANTS * (ENDPOINTS_EACH - DEAD_EACH);
/** So long the dead hang: what comes before the first of them is given up, did not wait for any. */
const HANG_MS = 20_000;
const LOOKS_MAX = 1_200;

test(
  'dead receivers, three of five, keep no healthy one from its messages',
  { timeout: 300_000 },
  async () => {
    await using service = await startService({
      running: true,
      environment: { WEBHOOK_TIMEOUT_MS: String(HANG_MS) },
    });
    await using dead = await openDead();
    const healthy = await openTestReceiver();
    const shops = [];
    for (let number = 0; number < MERCHANTS; number += 1) {
      const shop = await service.merchant();
      shops.push(shop);
      for (let place = 0; place < ENDPOINTS_EACH; place += 1) {
        const url = place < DEAD_EACH ? dead.url(number * ENDPOINTS_EACH + place) : healthy.url;
        await shop.client.createWebhook({
          body: { url, description: place < DEAD_EACH ? 'dead' : 'healthy' },
        });
      }
    }
    // As if the dead had answered until now.
    await service.query('UPDATE webhook_endpoints SET lane = 0');

    const startedMs = performance.now();
    await Promise.all(
      shops.map(async (shop) => {
        for (let number = 0; number < PARCELS; number += 1)
          await shop.client.createDelivery({ body: parcel });
      }),
    );
    await healthy.got(HEALTHY * PARCELS);
    const tookMs = performance.now() - startedMs;
    expect(
      await service.query(`SELECT count(*)::int AS given_up FROM webhook_attempts WHERE error = 'timeout'`),
    ).toEqual([{ given_up: 0 }]);
    expect(new Set(healthy.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      MERCHANTS * PARCELS,
    );

    const standing = async () =>
      service.query(
        `SELECT e.description, e.lane, count(*)::int AS endpoints FROM webhook_endpoints e GROUP BY 1, 2 ORDER BY 1, 2`,
      );
    for (let looks = 0; looks < LOOKS_MAX && (await standing()).length > 2; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await standing()).toEqual([
      { description: 'dead', lane: 1, endpoints: MERCHANTS * DEAD_EACH },
      { description: 'healthy', lane: 0, endpoints: HEALTHY },
    ]);
    expect(
      await service.query(
        `SELECT count(*)::int AS lost FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.description = 'healthy' AND d.status <> 'succeeded'`,
      ),
    ).toEqual([{ lost: 0 }]);

    const againMs = performance.now();
    await Promise.all(shops.map((shop) => shop.client.createDelivery({ body: parcel })));
    await healthy.got(HEALTHY * (PARCELS + 1));
    tell(
      `fairness: ${HEALTHY} healthy endpoints beside ${MERCHANTS * DEAD_EACH} dead got ${HEALTHY * PARCELS} messages within ${Math.round(tookMs)} ms, and ${HEALTHY} more within ${Math.round(performance.now() - againMs)} ms once the dead were known`,
    );
    await healthy.close();
  },
);

/** One that hangs, one that drips and one that refuses, in turn, each at an address of its own. */
async function openDead() {
  const sockets = new Set<Socket>();
  const hold = (onSocket: (socket: Socket) => void) => (socket: Socket) => {
    sockets.add(socket);
    socket
      .on('close', () => sockets.delete(socket))
      .on('error', () => undefined)
      .resume();
    onSocket(socket);
  };
  const drip = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => socket.write('z'), 200);
    socket.on('close', () => clearInterval(timer));
  };
  const servers = [createServer(hold(() => undefined)), createServer(hold(drip)), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    ports.push((server.address() as AddressInfo).port);
  }
  const [hanging, dripping, refusing] = servers;
  await new Promise((resolve) => refusing?.close(resolve));
  return {
    url: (number: number) =>
      `http://127.0.${1 + Math.floor(number / 200)}.${1 + (number % 200)}:${ports[number % 3]}/hook`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        [hanging, dripping].map((server) => new Promise((resolve) => server?.close(resolve))),
      );
    },
  };
}
