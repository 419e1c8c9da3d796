import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver('Mohamed Kamara');
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async (jobNumber: string) => (await shop.client.getDelivery({ params: { jobNumber } })).data;

test('a delivery reads as it was created, codes included', async () => {
  const { warnings: _warnings, ...created } = (await shop.client.createDelivery({ body: parcel })).data;
  expect(await read(created.job_number)).toEqual(created);
});

test('a delivery under way names its driver and when it entered each status', async () => {
  const { data: created } = await shop.client.createDelivery({ body: parcel });
  await shop.client.advanceDelivery({
    params: { jobNumber: created.job_number },
    body: { to_status: 'in_transit' },
  });
  const data = await read(created.job_number.toLowerCase());
  expect(data).toMatchObject({
    status: 'in_transit',
    driver: { name: 'Mohamed Kamara', vehicle_type: 'motorbike', plate: 'ABC 123' },
    pickup_code: created.pickup_code,
    delivered_at: null,
  });
  for (const at of [data.assigned_at, data.picked_up_at, data.in_transit_at])
    expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect(data.version).toBeGreaterThan(created.version);
});

test.each([UNKNOWN_JOB, 'SHP-1', 'nonsense'])('%s is not known', async (jobNumber) => {
  await expect(read(jobNumber)).rejects.toMatchObject({
    code: 'DELIVERY_NOT_FOUND',
    status: 404,
    message: `There is no delivery ${jobNumber}.`,
  });
});

test("another merchant's delivery is not known either", async () => {
  const { data: created } = await shop.client.createDelivery({ body: parcel });
  const other = await service.merchant();
  await expect(other.client.getDelivery({ params: { jobNumber: created.job_number } })).rejects.toMatchObject(
    { code: 'DELIVERY_NOT_FOUND', message: `There is no delivery ${created.job_number}.` },
  );
});
