import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

async function newDelivery(): Promise<string> {
  const { data } = await shop.client.createDelivery({ body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road', recipient_phone: '078234567' } });
  return data.job_number;
}

describe('tracking a delivery', () => {
  test('tells its status, its timeline and how many wrong codes may still be tried', async () => {
    const jobNumber = await newDelivery();
    await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'in_transit' } });
    const { data } = await shop.client.trackDelivery({ params: { jobNumber } });
    expect(data).toMatchObject({ job_number: jobNumber, status: 'in_transit', order_status: 'shipped', phase: 'to_dropoff', pickup_verified: true, delivery_verified: false });
    expect(data.timeline.map((entry) => entry.status)).toEqual(['pending', 'assigned', 'picked_up', 'in_transit']);
    expect(data.attempts_left).toEqual({ pickup: 5, delivery: 5 });
    expect(data.driver?.phone_masked).toMatch(/^\+232 76 \*\*\* \d{3}$/);
  });

  test('understands the number as people type it', async () => {
    const jobNumber = await newDelivery();
    const { data } = await shop.client.trackDelivery({ params: { jobNumber: ` ${jobNumber.toLowerCase().replaceAll('0', 'o')} ` } });
    expect(data.job_number).toBe(jobNumber);
  });

  test('answers a long poll as soon as the delivery moves', async () => {
    const jobNumber = await newDelivery();
    const waiting = shop.client.trackDelivery({ params: { jobNumber }, query: { wait: 20, since_version: 1 } });
    await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'assigned' } });
    expect((await waiting).data.status).toBe('assigned');
  });

  test('shows no code', async () => {
    const { data: created } = await shop.client.createDelivery({ body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' } });
    const { data } = await shop.client.trackDelivery({ params: { jobNumber: created.job_number } });
    expect(JSON.stringify(data)).not.toContain(created.pickup_code);
    expect(JSON.stringify(data)).not.toContain(created.delivery_code);
  });

  test.each([
    ['a number that nobody has', 'SHP-0000-0000'],
    ['a malformed number', 'SHP-1'],
  ])('does not know %s', async (_what, jobNumber) => {
    await expect(shop.client.trackDelivery({ params: { jobNumber } })).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
  });

  test('does not know the delivery of another merchant', async () => {
    const jobNumber = await newDelivery();
    const other = await service.merchant();
    await expect(other.client.trackDelivery({ params: { jobNumber } })).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
  });
});
