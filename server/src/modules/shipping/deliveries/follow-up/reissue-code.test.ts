import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobIn } from '../../../../../test/kit/job-in.ts';
import { UNKNOWN_JOB, wrongCode } from '../../../../../test/kit/parcel.ts';
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
describe('a new code', () => {
  test('opens a locked handoff again, and the old one is dead', async () => {
    const { params, created } = await made('picked_up');
    for (let tried = 1; tried <= 5; tried += 1)
      await shop.client
        .verifyHandoff({ params, body: { type: 'delivery', code: wrongCode(created.delivery_code, tried) } })
        .catch(() => undefined);
    await expect(
      shop.client.verifyHandoff({ params, body: { type: 'delivery', code: created.delivery_code } }),
    ).rejects.toMatchObject({ code: 'HANDOFF_LOCKED' });

    const { data } = await shop.client.reissueCode({ params, body: { type: 'delivery' } });
    expect(data.delivery_code).toMatch(/^\d{6}$/);
    expect([created.delivery_code, created.pickup_code]).not.toContain(data.delivery_code);
    expect(data).toMatchObject({ pickup_code: created.pickup_code, status: 'picked_up' });
    await expect(
      shop.client.verifyHandoff({ params, body: { type: 'delivery', code: created.delivery_code } }),
    ).rejects.toMatchObject({ code: 'INVALID_HANDOFF_CODE', details: { attempts_left: 4 } });
    expect(
      (await shop.client.verifyHandoff({ params, body: { type: 'delivery', code: data.delivery_code } })).data
        .status,
    ).toBe('delivered');
  });

  test('is told to endpoints that ask for it, without the code', async () => {
    await shop.client.createWebhook({
      body: { url: 'http://127.0.0.1:65534/hook', events: ['shipping.code.reissued'] },
    });
    const { params } = await made('assigned');
    const { data } = await shop.client.reissueCode({ params, body: { type: 'pickup' } });
    await service.drain();
    const [message] = (await shop.client.listMessages({ query: { event: 'shipping.code.reissued' } })).data;
    const told = (await shop.client.getMessage({ params: { id: message?.id ?? '' } })).data;
    expect(JSON.stringify(told)).not.toContain(data.pickup_code);
    expect(told).toMatchObject({ entity: params.jobNumber });
  });

  test('is made by 20 requests at once only as often as allowed', async () => {
    const { params } = await made('pending');
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => shop.client.reissueCode({ params, body: { type: 'pickup' } })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('is refused for what is not there, done, made anew three times, and over', async () => {
    await expect(
      shop.client.reissueCode({ params: { jobNumber: UNKNOWN_JOB }, body: { type: 'pickup' } }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    const { params } = await made('picked_up');
    await expect(shop.client.reissueCode({ params, body: { type: 'pickup' } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'picked_up' },
    });
    for (let made = 0; made < 3; made += 1)
      await shop.client.reissueCode({ params, body: { type: 'delivery' } });
    await expect(shop.client.reissueCode({ params, body: { type: 'delivery' } })).rejects.toMatchObject({
      code: 'TOO_MANY_REISSUES',
      status: 409,
    });
    await expect(
      shop.client.reissueCode({ params: (await made('cancelled')).params, body: { type: 'delivery' } }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_ACTIVE' });
  });
});
