import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import type { FinishedRequest } from '../../kernel/effect/finished-request.ts';
import { createRequestRecorder } from './record-requests.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.drain();
  await service.query('DELETE FROM request_log');
  shop = await service.merchant();
});

const logged = () =>
  service.query(
    'SELECT operation, method, path, status, code, requests, id, key_id, duration_ms FROM request_log WHERE merchant_id = $1 ORDER BY operation, status',
    [shop.id],
  );

test('reads are counted by the minute, writes and refusals are kept one by one', async () => {
  for (const _time of [1, 2, 3]) await shop.client.listZones();
  await shop.client.createKey({ body: { name: 'Till' } });
  await expect(shop.client.getDelivery({ params: { jobNumber: 'SHP-0000-0000' } })).rejects.toThrow(
    /no delivery/,
  );
  await expect(shop.client.createKey({ body: { scopes: [] } })).rejects.toThrow(/scopes/);
  await service.drain();
  expect(await logged()).toEqual([
    expect.objectContaining({
      operation: 'createKey',
      method: 'POST',
      path: '/v1/keys',
      status: 201,
      code: null,
      requests: 1,
      id: expect.stringMatching(/^req_/),
    }),
    expect.objectContaining({ operation: 'createKey', status: 400, code: 'VALIDATION_ERROR', requests: 1 }),
    expect.objectContaining({
      operation: 'getDelivery',
      path: '/v1/shipping/deliveries/SHP-0000-0000',
      status: 404,
      code: 'DELIVERY_NOT_FOUND',
      requests: 1,
    }),
    expect.objectContaining({ operation: 'listZones', path: '/v1/shipping/zones', status: 200, requests: 3 }),
  ]);
});

test('the reads of one minute add up, whichever batch or node they come with', async () => {
  await shop.client.listZones();
  await service.drain();
  await shop.client.listZones();
  await shop.client.listZones();
  await service.drain();
  const rows = await logged();
  expect(rows.reduce((sum, row) => sum + Number(row['requests']), 0)).toBe(3);
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(Number(rows[0]?.['duration_ms'])).toBeGreaterThan(0);
});

test('no key that stands in a path is kept', async () => {
  await expect(shop.client.getWebhook({ params: { id: shop.key } })).rejects.toThrow();
  await service.drain();
  expect(JSON.stringify(await logged())).not.toContain(shop.key.slice(0, 20));
});

test('what comes while there is no room left is forgotten, and the rest is written', async () => {
  const recorder = createRequestRecorder(service.server.runtime.context);
  const caller = await service.server.modules.merchants.authenticator.authenticate(shop.key);
  if (!caller) throw new Error('The key of the shop does not open.');
  const request = (at: number): FinishedRequest => ({
    requestId: `req_${at}`,
    operation: 'createKey',
    method: 'POST',
    path: '/v1/keys',
    status: 201,
    code: null,
    durationMs: 1,
    caller,
    exchanged: { params: {}, query: {}, body: undefined, answer: undefined },
  });
  for (let at = 0; at < 6_000; at += 1) recorder.record(request(at));
  expect(await recorder.flush()).toBe(5_000);
  expect(
    await service.query('SELECT count(*)::int AS rows FROM request_log WHERE merchant_id = $1', [shop.id]),
  ).toEqual([{ rows: 5_000 }]);
  expect(await recorder.flush()).toBe(0);
});

test('a key knows to the minute when it was last used', async () => {
  const other = await service.key(shop.id);
  await shop.client.listZones();
  await service.drain();
  const used = (await shop.client.listKeys()).data.map(({ last_used_at, last_four }) => [
    last_four === shop.key.slice(-4),
    last_used_at?.slice(17) ?? null,
  ]);
  expect(used).toContainEqual([true, '00.000Z']);
  expect(used).toContainEqual([false, null]);
  expect(other).toMatch(/^sk_test_/);
});

test('Idempotency-Keys are kept for 30 days', async () => {
  const keep = (key: string, days: number) =>
    service.query(`INSERT INTO idempotency_keys VALUES ($1, false, $2, '\\x00', '', '\\x00', $3)`, [
      shop.id,
      key,
      new Date(service.server.runtime.context.world.now().getTime() - days * 86_400_000),
    ]);
  await keep('young', 29.9);
  await keep('old', 30.1);
  await service.drain();
  expect(await service.query('SELECT key FROM idempotency_keys WHERE merchant_id = $1', [shop.id])).toEqual([
    { key: 'young' },
  ]);
});

test('there is a partition for each of the coming days, and none for those past their time', async () => {
  const days = async (): Promise<string[]> =>
    (
      await service.query(
        `SELECT right(relname, 8) AS day FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'request_log'::regclass AND relname ~ '\\d{8}$' ORDER BY 1`,
      )
    ).map(({ day }) => String(day));
  const dayAt = (offset: number): string =>
    new Date(service.server.runtime.context.world.now().getTime() + offset * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
  // The database was made a while ago, which may have been yesterday.
  expect((await days()).filter((day) => day >= dayAt(-1))).toEqual([-1, 0, 1, 2].map(dayAt));
  service.advance(9 * 86_400_000);
  await service.drain();
  expect(await days()).toEqual([-7, -1, 0, 1, 2].map(dayAt));
});
