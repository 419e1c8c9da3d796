import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB, wrongCode } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { RESENDS_PER_HOUR_MAX } from './resend-code.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  await service.driver();
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(() => service[Symbol.asyncDispose]());

const create = async (fields: object = {}) =>
  (await shop.client.createDelivery({ body: { ...parcel, ...fields } })).data;
const resend = (jobNumber: string) => shop.client.resendCode({ params: { jobNumber } });

describe('sending the code again', () => {
  test('repeats the same code, touches no tries, and gives a link to send it by hand', async () => {
    const made = await create();
    await shop.client.advanceDelivery({
      params: { jobNumber: made.job_number },
      body: { to_status: 'picked_up' },
    });
    await shop.client
      .verifyHandoff({
        params: { jobNumber: made.job_number },
        body: { type: 'delivery', code: wrongCode(made.delivery_code) },
      })
      .catch(() => undefined);
    const { data } = await resend(made.job_number);
    expect(data.notice).toMatchObject({
      kind: 'created',
      job_number: made.job_number,
      to: '+232 78 *** 567',
      status: 'skipped',
      reason: 'test_mode',
    });
    expect(data.notice.text).not.toContain(made.delivery_code);
    const link = new URL(data.whatsapp_url);
    expect([link.origin, link.pathname]).toEqual(['https://wa.me', '/23278234567']);
    expect(link.searchParams.get('text')).toContain(`${made.delivery_code}. ${made.tracking_url}`);
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: made.job_number } })).data.attempts_left
        .delivery,
    ).toBe(4);
  });

  test('works three times an hour', async () => {
    const { job_number: jobNumber } = await create({ notify_recipient: false });
    for (let time = 0; time < RESENDS_PER_HOUR_MAX; time += 1) await resend(jobNumber);
    await expect(resend(jobNumber)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('3 times this hour'),
    });
    service.advance(3_600_000);
    await resend(jobNumber);
  });

  test('of a parcel that is not there', async () => {
    await expect(resend(UNKNOWN_JOB)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    const stranger = await service.merchant();
    const { job_number: jobNumber } = await create();
    await expect(stranger.client.resendCode({ params: { jobNumber } })).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });

  test('of one that was delivered, or never will be', async () => {
    const [done, cancelled] = [await create(), await create()];
    await shop.client.advanceDelivery({
      params: { jobNumber: done.job_number },
      body: { to_status: 'delivered' },
    });
    await shop.client.cancelDelivery({ params: { jobNumber: cancelled.job_number } });
    await expect(resend(done.job_number)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(resend(cancelled.job_number)).rejects.toMatchObject({ code: 'DELIVERY_NOT_ACTIVE' });
  });

  test('to nobody, or to somebody who wants no messages', async () => {
    await expect(resend((await create({ recipient_phone: undefined })).job_number)).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_REACHABLE',
    });
    await service.query(`INSERT INTO notice_opt_outs VALUES ('+23276444555', now())`);
    await expect(resend((await create({ recipient_phone: '076 444555' })).job_number)).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_REACHABLE',
    });
  });
});

describe('the settings of messages', () => {
  test('are as usual until they are changed, for one mode', async () => {
    const fresh = await service.merchant();
    const { data: usual } = await fresh.client.getNoticeSettings();
    expect(usual).toMatchObject({
      kinds: expect.arrayContaining(['created', 'near']),
      locale: 'en',
      sender_name: null,
      updated_at: null,
    });
    const { data } = await fresh.client.updateNoticeSettings({ body: { kinds: [], sender_name: 'Ami' } });
    expect(data).toMatchObject({
      kinds: [],
      locale: 'en',
      sender_name: 'Ami',
      updated_at: expect.any(String),
    });
    expect((await fresh.client.updateNoticeSettings({ body: { sender_name: null } })).data).toMatchObject({
      kinds: [],
      sender_name: null,
    });
    await fresh.client.createDelivery({ body: parcel });
    await service.drain();
    expect((await fresh.client.listNotices()).data).toEqual([]);
  });
});
