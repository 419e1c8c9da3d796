import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNKNOWN_JOB, wrongCode } from '../../../../../test/kit/parcel.ts';
import { recorded, startRide, type Ride } from '../../../../../test/kit/ride.ts';
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
});
afterAll(() => service[Symbol.asyncDispose]());

test('a courier sees the jobs of all merchants that are his, those under way first, the latest of each first', async () => {
  const other = await startRide(service, await service.merchant());
  const done = await other.job();
  await service.query('UPDATE deliveries SET driver_id = $1 WHERE job_number = $2', [
    mohamed.driverId,
    done.job_number,
  ]);
  await mohamed.take('failJob', done.job_number, { reason: 'pickup_refused' });
  service.advance(1_000);
  const first = await mohamed.job();
  service.advance(1_000);
  const second = await mohamed.job();
  await aminata.job();
  const numbers = async (query?: object) =>
    (await mohamed.client.listJobs({ query: query ?? {} })).data.map(({ job_number }) => job_number);
  expect(await numbers()).toEqual([second, first, done].map(({ job_number }) => job_number));
  expect(await numbers({ status: 'failed,delivered' })).toEqual([done.job_number]);
  expect(await mohamed.client.listJobs({ query: { limit: 2, page: 2 } })).toMatchObject({
    data: [{ job_number: done.job_number }],
    meta: { page: 2, limit: 2, total: 3, has_next_page: false },
  });
  expect((await mohamed.client.listJobs({ query: { page: 9 } })).meta).toMatchObject({ total: 3 });
});

test('a status that does not exist is refused by name', async () => {
  await expect(mohamed.client.listJobs({ query: { status: 'lost' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('"lost"'),
  });
});

test('one job is read by its courier alone', async () => {
  const { job_number } = await mohamed.job();
  expect(await mohamed.get(job_number.toLowerCase())).toMatchObject({
    job_number,
    status: 'assigned',
    attempts_left: { pickup: 5, delivery: 5 },
  });
  for (const unknown of [UNKNOWN_JOB, 'SHP-1'])
    await expect(mohamed.get(unknown)).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
      message: `There is no delivery ${unknown}.`,
    });
  await expect(aminata.get(job_number)).rejects.toMatchObject({
    code: 'DELIVERY_NOT_FOUND',
    message: `There is no delivery ${job_number}.`,
  });
});

test('no answer, list, message, log or kept event that a courier causes holds a handoff code', async () => {
  const job = await mohamed.job({ require_photo: false });
  const { job_number: jobNumber, pickup_code, delivery_code } = job;
  const now = (): string => service.server.runtime.context.world.now().toISOString();
  const seen: unknown[] = [await mohamed.get(jobNumber), await mohamed.client.listJobs()];
  const say = async (said: Promise<unknown>) =>
    void seen.push(
      await said.catch((error: { code: string; message: string; details: unknown }) => ({
        ...error,
        message: error.message,
      })),
    );
  for (const code of [wrongCode(pickup_code), pickup_code])
    await say(
      mohamed.client.verifyCode({
        params: { jobNumber },
        body: { type: 'pickup', code },
        idempotencyKey: `code-${jobNumber}-${seen.length}`,
      }),
    );
  await say(
    mohamed.sync([
      recorded('verify', jobNumber, { type: 'delivery', code: wrongCode(delivery_code), occurred_at: now() }),
    ]),
  );
  await say(
    mohamed.sync([
      recorded('verify', jobNumber, { type: 'delivery', code: delivery_code, occurred_at: now() }),
    ]),
  );
  await say(mohamed.get(jobNumber));
  const codes = [pickup_code, delivery_code, wrongCode(pickup_code), wrongCode(delivery_code)];
  const kept = await Promise.all(
    ['driver_events', 'idempotency_keys', 'request_log', 'driver_syncs'].map((table) =>
      service.query(`SELECT t::text AS row FROM ${table} t`),
    ),
  );
  expect(kept[0]?.length).toBeGreaterThanOrEqual(2);
  expect(seen).toHaveLength(7);
  const facts = await service.query(
    `SELECT facts::text FROM outbox WHERE entity = $1 AND kind <> 'shipping.delivery.created'`,
    [jobNumber],
  );
  const text = JSON.stringify([seen, kept, facts])
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, '')
    .replaceAll(/\\x[0-9a-f]+/g, '');
  for (const code of codes) expect(text.match(new RegExp(`(?<![0-9a-z])${code}(?![0-9a-z])`))).toBeNull();
  expect(await mohamed.statusOf(jobNumber)).toBe('delivered');
});
