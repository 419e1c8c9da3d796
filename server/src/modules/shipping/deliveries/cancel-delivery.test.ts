import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { withMap } from '../../../../test/kit/service-map.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;

async function jobIn(
  status: 'pending' | 'assigned' | 'picked_up' | 'in_transit' | 'delivered' | 'completed' | 'failed',
  fields = {},
): Promise<string> {
  const { data } = await shop.client.createDelivery({ body: { ...parcel, ...fields } });
  await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return data.job_number;
}

type Body = NonNullable<Parameters<TestMerchant['client']['cancelDelivery']>[0]['body']>;
const cancel = async (jobNumber: string, body?: Body) =>
  (await shop.client.cancelDelivery({ params: { jobNumber }, ...(body ? { body } : {}) })).data;

describe('cancelling a delivery', () => {
  test('is free while nobody has taken it', async () => {
    const jobNumber = await jobIn('pending', { cod_amount: 20 });
    const data = await cancel(jobNumber, { reason: 'customer_cancelled', note: 'Bought it in the shop.' });
    expect(data).toMatchObject({
      status: 'cancelled',
      order_status: 'cancelled',
      cod_status: 'none',
      version: 2,
      cancellation: {
        reason: 'customer_cancelled',
        note: 'Bought it in the shop.',
        by: 'merchant',
        fee: 0,
        refund: data.shipping_fee,
        at: data.cancelled_at,
      },
    });
    expect((await shop.client.getDelivery({ params: { jobNumber } })).data).toEqual(data);
  });

  test('needs no reason and no body', async () => {
    expect((await cancel(await jobIn('pending'))).cancellation).toMatchObject({
      reason: 'other',
      note: null,
    });
    expect((await cancel(await jobIn('pending'), {})).status).toBe('cancelled');
  });

  test('is free for five minutes after a driver came, and costs the base fee from then on', async () => {
    const [early, late] = [await jobIn('assigned'), await jobIn('assigned')];
    service.advance(4 * MINUTE_MS);
    expect((await cancel(early)).cancellation).toMatchObject({ fee: 0 });
    service.advance(2 * MINUTE_MS);
    const data = await cancel(late);
    expect(data.cancellation).toMatchObject({ fee: 25, refund: data.shipping_fee - 25 });
  });

  test('costs what the rate card says, at most the fee itself', async () => {
    await withMap(service, { card: { cancel_fee: 7.5 } }, async () => {
      const jobNumber = await jobIn('assigned');
      service.advance(6 * MINUTE_MS);
      expect((await cancel(jobNumber)).cancellation?.fee).toBe(7.5);
    });
    await withMap(service, { card: { cancel_fee: 5_000 } }, async () => {
      const jobNumber = await jobIn('assigned');
      service.advance(6 * MINUTE_MS);
      const data = await cancel(jobNumber);
      expect(data.cancellation).toMatchObject({ fee: data.shipping_fee, refund: 0 });
    });
  });

  test('again is answered with the same body and announced once', async () => {
    const jobNumber = await jobIn('pending');
    const first = await cancel(jobNumber, { reason: 'duplicate' });
    expect(await cancel(jobNumber, { reason: 'other', note: 'Again' })).toEqual(first);
    expect(
      await service.query(
        `SELECT facts->>'status' AS status FROM outbox WHERE entity = $1 AND kind = 'shipping.status.updated'`,
        [jobNumber],
      ),
    ).toEqual([{ status: 'cancelled' }]);
  });

  test('lets the order be sent anew', async () => {
    const jobNumber = await jobIn('pending', { order_number: 'ANEW' });
    await cancel(jobNumber);
    expect(
      (await shop.client.createDelivery({ body: { ...parcel, order_number: 'ANEW' } })).data.status,
    ).toBe('pending');
  });
});

describe('cancelling is refused', () => {
  test('for a delivery that is not there', async () => {
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1'])
      await expect(cancel(jobNumber)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
  });

  test.each(['picked_up', 'in_transit', 'delivered', 'completed', 'failed'] as const)(
    'for a delivery that is %s, naming that',
    async (status) => {
      const jobNumber = await jobIn(status);
      await expect(cancel(jobNumber)).rejects.toMatchObject({
        code: 'CANCELLATION_NOT_ALLOWED',
        status: 409,
        message: expect.stringContaining(status),
        details: { status },
      });
      expect((await shop.client.getDelivery({ params: { jobNumber } })).data).toMatchObject({
        status,
        cancellation: null,
      });
    },
  );

  test('with the advice to ask for a return while the parcel is under way', async () => {
    await expect(cancel(await jobIn('picked_up'))).rejects.toMatchObject({
      message: expect.stringContaining('return'),
    });
  });

  test('for a reason that nobody has', async () => {
    const jobNumber = await jobIn('pending');
    await expect(cancel(jobNumber, { reason: 'no_driver_available' as 'other' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path: 'reason' })] },
    });
  });
});
