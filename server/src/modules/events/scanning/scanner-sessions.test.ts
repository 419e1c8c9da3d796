import { createClient, type Client } from '@cottontree/client';
import { operations } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { WRONG_CODES_PER_MINUTE_MAX } from './attempt.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  doors = await openDoors(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const session = async (): Promise<{ readonly id: string; readonly client: Client }> => {
  const { data } = await shop.client.createWidgetSession({ body: { widget: 'ticket_scanner' } });
  return { id: data.id, client: createClient({ baseUrl: service.baseUrl, apiKey: data.token, retries: 0 }) };
};
const buyOne = async () => (await doors.buy())[0] ?? expect.fail('no ticket was sold');
const now = (): string => service.server.runtime.context.world.now().toISOString();
const scansOf = async (scanId: string) =>
  (await shop.client.listScans({ params: { id: doors.id } })).data.find(({ id }) => id === scanId);

/** How a session says at each operation who it is, and the scan that this made. */
const naming = {
  scanTicket: async (client: Client, device_id: string) =>
    (await client.scanTicket({ params: { id: doors.id }, body: { code: (await buyOne()).qr, device_id } }))
      .data.scan_id ?? '',
  syncScans: async (client: Client, device_id: string) =>
    (
      await client.syncScans({
        params: { id: doors.id },
        body: {
          device_id,
          device_time: now(),
          scans: [
            {
              nonce: crypto.randomUUID(),
              code: (await buyOne()).qr,
              scanned_at: now(),
              offline_result: 'admitted',
            },
          ],
        },
      })
    ).data.results[0]?.scan_id ?? '',
  undoScan: async (client: Client, device_id: string) => {
    const scanId = await naming.scanTicket(client, device_id);
    return (
      await client.undoScan({ params: { id: doors.id, scanId }, body: { reason: 'Mistake', device_id } })
    ).data.id;
  },
};

test("every operation that takes a device's name is looked at", () => {
  const named = Object.values(operations)
    .filter((one) => 'body' in one && 'device_id' in ((one.body as { properties?: object }).properties ?? {}))
    .map(({ id }) => id.replace('AtDoor', ''));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(naming).toSorted());
});

test('whatever a session calls itself, its scans are its own', async () => {
  const [mine, other] = [await session(), await session()];
  const { data: device } = await shop.client.createScannerDevice({
    params: { id: doors.id },
    body: { name: 'Door 2' },
  });
  for (const [operation, make] of Object.entries(naming)) {
    for (const name of ['door-1', device.id, other.id]) {
      const scan = await scansOf(await make(mine.client, name));
      expect([scan?.device_id, scan?.device_name], `${operation} as ${name}`).toEqual([mine.id, name]);
    }
  }
});

test('nobody takes back the scan of another by naming its device', async () => {
  const [mine, other] = [await session(), await session()];
  const keyed = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['tickets:scan'] }),
    retries: 0,
  });
  const undoAs = (client: Client, scanId: string, device_id: string) =>
    client.undoScan({ params: { id: doors.id, scanId }, body: { reason: 'Mistake', device_id } });
  const ofSession = await naming.scanTicket(mine.client, 'door-1');
  const ofKey =
    (
      await shop.client.scanTicket({
        params: { id: doors.id },
        body: { code: (await buyOne()).qr, device_id: 'door-1' },
      })
    ).data.scan_id ?? '';
  for (const name of ['door-1', mine.id, other.id]) {
    await expect(undoAs(other.client, ofSession, name), name).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(undoAs(other.client, ofKey, name), name).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(undoAs(keyed, ofSession, name), name).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  }
  expect((await undoAs(mine.client, ofSession, 'another name')).data.result).toBe('undone');
});

test('wrong codes are counted for the session, by whatever names they come', async () => {
  const [{ client }, other] = [await session(), await session()];
  const guess = (by: Client, at: number): Promise<string> =>
    by.scanTicket({ params: { id: doors.id }, body: { code: '7K4PD-9QWX3', device_id: `door-${at}` } }).then(
      () => 'admitted',
      (error: { code: string }) => error.code,
    );
  const said: string[] = [];
  for (let at = 0; at <= WRONG_CODES_PER_MINUTE_MAX; at += 1) said.push(await guess(client, at));
  expect(new Set(said.slice(0, -1)).size).toBe(1);
  expect(said.at(-1)).toBe('RATE_LIMITED');
  expect(await guess(other.client, 0)).toBe(said[0]);
});
