import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobIn } from '../../../../test/kit/job-in.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Client = TestMerchant['client'];

let service: TestService;
let port: Client;

beforeAll(async () => {
  service = await startService();
  port = (await service.operator('dispatcher')).client;
});
afterAll(() => service[Symbol.asyncDispose]());

const HOUR_MS = 3_600_000;
const DAYS_30_SECONDS = 30 * 86_400;

/** What the board and the page of one job say of it, and whether it is listed and counted among the late ones. */
async function saidOf(jobNumber: string, merchantId: string) {
  const narrowed = { merchant_id: merchantId, limit: 100 };
  const of = async (query: object) =>
    (await port.listDispatchDeliveries({ query: { ...narrowed, ...query } })).data.find(
      ({ job_number }) => job_number === jobNumber,
    );
  const { lateness, minutes_late } = (await port.getDispatchDelivery({ params: { jobNumber } })).data;
  const listed = await of({});
  return {
    page: [lateness, minutes_late],
    list: [listed?.lateness, listed?.minutes_late],
    amongLate: (await of({ late: true })) !== undefined,
  };
}

const lateCount = async () =>
  (await port.getDispatchBoard()).data.columns.reduce((sum, { late }) => sum + late, 0);

test('lateness is judged by the test clock of its merchant, where one stands, on the board as on the page of a job', async () => {
  const [clocked, plain] = [await service.merchant(), await service.merchant()];
  const { created: ours } = await jobIn(clocked.client, 'pending');
  const { created: theirs } = await jobIn(plain.client, 'pending');
  const before = await lateCount();
  const { data: clock } = await clocked.client.createTestClock({});
  const later = { params: { id: clock.id }, body: { seconds: HOUR_MS / 1000 } };
  await clocked.client.advanceTestClock(later);
  const said = await saidOf(ours.job_number, clocked.id);
  expect(said).toMatchObject({ page: ['late', expect.any(Number)], amongLate: true });
  expect(said.list).toEqual(said.page);
  expect((await saidOf(theirs.job_number, plain.id)).amongLate).toBe(false);
  expect(await lateCount()).toBe(before + 1);
  // The present moves on, the clock stands: what was made by it is on time, whatever the wall says.
  const { created: fresh } = await jobIn(clocked.client, 'pending');
  service.advance(6 * HOUR_MS);
  const still = await saidOf(fresh.job_number, clocked.id);
  expect(still).toMatchObject({ page: ['on_time', expect.any(Number)], amongLate: false });
  expect(still.list).toEqual(still.page);
  expect((await saidOf(theirs.job_number, plain.id)).amongLate).toBe(true);
});

test('what was made by a clock that is far ahead stands on the board, under way and ended', async () => {
  const { client, id } = await service.merchant();
  const { data: clock } = await client.createTestClock({});
  await client.advanceTestClock({ params: { id: clock.id }, body: { seconds: DAYS_30_SECONDS } });
  const { created: pending } = await jobIn(client, 'pending');
  const { created: done } = await jobIn(client, 'delivered');
  const found = async (query: object) =>
    (await port.listDispatchDeliveries({ query: { merchant_id: id, ...query } })).data.map(
      ({ job_number }) => job_number,
    );
  expect(await found({})).toEqual([pending.job_number]);
  expect(await found({ status: 'delivered,completed' })).toEqual([done.job_number]);
});
