import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let mohamed: string;
let aminata: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
  mohamed = await service.driver('Mohamed Kamara');
  aminata = await service.driver('Aminata Koroma');
});
afterAll(() => service[Symbol.asyncDispose]());

const newJob = async (): Promise<string> =>
  (await shop.client.createDelivery({ body: parcel })).data.job_number;
const assign = async (jobNumber: string, driver_id: string) =>
  (await shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id } })).data;
const kindsOf = async (jobNumber: string) =>
  (await service.query('SELECT kind FROM outbox WHERE entity = $1 ORDER BY id', [jobNumber])).map(
    ({ kind }) => kind,
  );

describe('assigning a driver', () => {
  test('gives a waiting delivery its driver, and the merchant is told', async () => {
    const jobNumber = await newJob();
    const data = await assign(jobNumber, mohamed);
    expect(data).toMatchObject({
      status: 'assigned',
      order_status: 'processing',
      driver: { id: mohamed, name: 'Mohamed Kamara', plate: 'ABC 123' },
    });
    expect(await kindsOf(jobNumber)).toEqual(['shipping.delivery.created', 'shipping.status.updated']);
    expect((await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline.at(-1)).toMatchObject({
      status: 'assigned',
      actor_type: 'dispatcher',
      actor: 'Aminata Stores',
    });
  });

  test('to another one is no new status, but another driver', async () => {
    const jobNumber = await newJob();
    const first = await assign(jobNumber, mohamed);
    const second = await assign(jobNumber, aminata);
    expect(second).toMatchObject({
      status: 'assigned',
      assigned_at: first.assigned_at,
      driver: { id: aminata },
    });
    expect(await kindsOf(jobNumber)).toEqual([
      'shipping.delivery.created',
      'shipping.status.updated',
      'shipping.driver.changed',
    ]);
    expect((await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline).toHaveLength(2);
  });

  test('to the one it has changes nothing', async () => {
    const jobNumber = await newJob();
    const first = await assign(jobNumber, mohamed);
    expect(await assign(jobNumber, mohamed)).toEqual(first);
    expect(await kindsOf(jobNumber)).toHaveLength(2);
  });

  test('shows the dispatcher no code', async () => {
    const { data: created } = await shop.client.createDelivery({ body: parcel });
    const data = await assign(created.job_number, mohamed);
    expect(data).not.toHaveProperty('pickup_code');
    expect(data).not.toHaveProperty('delivery_code');
  });
});

describe('assigning is refused', () => {
  test('for a delivery that is not there', async () => {
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1'])
      await expect(assign(jobNumber, mohamed)).rejects.toMatchObject({
        code: 'DELIVERY_NOT_FOUND',
        status: 404,
      });
    await expect(assign(UNKNOWN_JOB, 'drv_nobody'), 'before the driver is looked for').rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });

  test('to a driver who is not there or has left', async () => {
    const jobNumber = await newJob();
    const gone = await service.driver('Gone');
    await service.query('UPDATE drivers SET active = false WHERE id = $1', [gone]);
    for (const driver of ['drv_nobody', gone])
      await expect(assign(jobNumber, driver)).rejects.toMatchObject({
        code: 'DRIVER_NOT_FOUND',
        status: 404,
      });
  });

  test('where somebody else has it than whoever assigns believes', async () => {
    const jobNumber = await newJob();
    const assignFrom = async (expected_driver_id: string | null, driver_id: string) =>
      shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id, expected_driver_id } });
    const driver = async () => (await shop.client.getDelivery({ params: { jobNumber } })).data.driver?.id;
    await assignFrom(null, mohamed);
    const third = await service.driver('Sorie Kanu');
    const refused = assignFrom(null, aminata);
    await expect(refused).rejects.toMatchObject({
      code: 'DRIVER_CHANGED',
      status: 409,
      message: `Delivery ${jobNumber} is with Mohamed Kamara now.`,
      details: { driver_id: mohamed },
    });
    await expect(assignFrom(third, aminata)).rejects.toMatchObject({ code: 'DRIVER_CHANGED' });
    expect(await driver()).toBe(mohamed);
    await assignFrom(null, mohamed);
    await assignFrom(mohamed, aminata);
    expect(await driver()).toBe(aminata);
    await shop.client.unassignDelivery({ params: { jobNumber }, body: { reason: 'Fell ill.' } });
    await expect(assignFrom(aminata, mohamed)).rejects.toMatchObject({
      message: `Delivery ${jobNumber} has no driver now.`,
      details: { driver_id: null },
    });
    await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'cancelled' } });
    await expect(assignFrom(mohamed, aminata), 'it is over').rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  test.each(['picked_up', 'in_transit', 'delivered', 'completed', 'cancelled', 'failed'] as const)(
    'once the delivery is %s',
    async (status) => {
      const jobNumber = await newJob();
      await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: status } });
      await expect(assign(jobNumber, aminata)).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        status: 409,
        details: { from: status, to: 'assigned', allowed: expect.any(Array) },
      });
    },
  );
});

test('of a hundred dispatchers at once, all agree on the driver and the merchant hears of one assignment', async () => {
  await service.query('UPDATE merchants SET writes_per_second = 100000');
  service.server.modules.merchants.authenticator.forget(shop.id);
  const jobNumber = await newJob();
  const settled = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => assign(jobNumber, at % 2 ? mohamed : aminata)),
  );
  expect(
    settled.filter(({ status }) => status === 'rejected').map((one) => (one as PromiseRejectedResult).reason),
  ).toEqual([]);
  const kinds = await kindsOf(jobNumber);
  expect(kinds.filter((kind) => kind === 'shipping.status.updated')).toHaveLength(1);
  const { version, driver } = (await shop.client.getDelivery({ params: { jobNumber } })).data;
  expect(version).toBe(kinds.length);
  expect([mohamed, aminata]).toContain(driver?.id);
});
