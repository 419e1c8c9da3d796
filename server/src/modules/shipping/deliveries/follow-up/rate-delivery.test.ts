import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobIn } from '../../../../../test/kit/job-in.ts';
import { UNKNOWN_JOB } from '../../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

const made = (status: Parameters<typeof jobIn>[1], fields = {}) => jobIn(shop.client, status, fields);
const read = async (jobNumber: string) => (await shop.client.getDelivery({ params: { jobNumber } })).data;

describe('a rating', () => {
  test('is kept, can be corrected, and shows', async () => {
    const { params } = await made('delivered');
    const rate = async (stars: number, comment?: string) =>
      (await shop.client.rateDelivery({ params, body: { stars, ...(comment ? { comment } : {}) } })).data;
    expect((await rate(5, 'Early.')).rating).toMatchObject({ stars: 5, comment: 'Early.', by: 'merchant' });
    const { version } = await rate(4);
    expect(await rate(4)).toMatchObject({ version, rating: { stars: 4, comment: null } });
    expect((await read(params.jobNumber)).rating?.stars).toBe(4);
  });

  test('waits for the delivery and ends after 30 days', async () => {
    await expect(
      shop.client.rateDelivery({ params: { jobNumber: UNKNOWN_JOB }, body: { stars: 5 } }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await expect(
      shop.client.rateDelivery({ params: (await made('in_transit')).params, body: { stars: 5 } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const { params } = await made('completed');
    service.advance(31 * 86_400_000);
    await expect(shop.client.rateDelivery({ params, body: { stars: 5 } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });
});
