import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

test('each message of a long way tells what was verified when that status was entered, not afterwards', async () => {
  const { data } = await shop.client.createDelivery({
    body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' },
  });
  await shop.client.advanceDelivery({
    params: { jobNumber: data.job_number },
    body: { to_status: 'delivered' },
  });
  const facts = await service.query(
    `SELECT facts ->> 'status' AS status, facts -> 'pickup_verified' AS pickup, facts -> 'delivery_verified' AS delivery FROM outbox WHERE entity = $1 AND sequence > 1 ORDER BY sequence`,
    [data.job_number],
  );
  expect(facts).toEqual([
    { status: 'assigned', pickup: false, delivery: false },
    { status: 'picked_up', pickup: true, delivery: false },
    { status: 'in_transit', pickup: true, delivery: false },
    { status: 'delivered', pickup: true, delivery: true },
  ]);
});
