import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant({ name: 'Aminata Stores' });
});

const create = async (fields: object = {}) =>
  (await shop.client.createDelivery({ body: { ...parcel, ...fields } })).data;
const walk = (
  jobNumber: string,
  to_status: 'assigned' | 'picked_up' | 'delivered' | 'failed' | 'cancelled',
) => shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status } });
async function told() {
  await service.drain();
  return (await shop.client.listNotices({ query: { limit: 100 } })).data.toReversed();
}
const kinds = async () => (await told()).map(({ kind }) => kind);

describe('the recipient of a parcel', () => {
  test('is told its link and code on creation; in test mode that only stands in the list, with the code masked', async () => {
    const made = await create();
    const [notice] = await told();
    expect(notice).toMatchObject({
      kind: 'created',
      audience: 'recipient',
      job_number: made.job_number,
      to: '+232 78 *** 567',
      status: 'skipped',
      reason: 'test_mode',
      attempts: 0,
      sent_at: null,
      next_attempt_at: null,
      livemode: false,
    });
    expect(notice?.text).toContain(
      (await shop.client.trackDelivery({ params: { jobNumber: made.job_number } })).data.tracking_url,
    );
    expect(notice?.text).not.toContain(made.tracking_url);
    expect(notice?.text).toContain('******');
    expect(notice?.text).not.toContain(made.delivery_code);
    const [row] = await service.query('SELECT address, facts::text FROM notices WHERE merchant_id = $1', [
      shop.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(made.delivery_code);
    expect(String(row?.['address'])).not.toContain('78234567');
  });

  test('is told the cash to have ready', async () => {
    await create({ cod_amount: 150.5 });
    expect((await told())[0]?.text).toContain('Cash NLe 150.50.');
  });

  test('is not told where the merchant said so, or no phone is known', async () => {
    await create({ notify_recipient: false });
    await create({ recipient_phone: undefined });
    expect(await told()).toEqual([]);
  });

  test('with a number that stands for an outcome of tests is never messaged', async () => {
    await create({ recipient_phone: '+23299000008' });
    expect(await told()).toMatchObject([{ status: 'skipped', reason: 'test_number' }]);
  });

  test('is told the new code when it was made anew, and nothing of a new pickup code', async () => {
    const { job_number: jobNumber } = await create();
    await shop.client.reissueCode({ params: { jobNumber }, body: { type: 'pickup' } });
    await shop.client.reissueCode({ params: { jobNumber }, body: { type: 'delivery' } });
    expect(await kinds()).toEqual(['created', 'code_reissued']);
  });

  test('is told once that the courier is near, or else that he is there', async () => {
    const { job_number: jobNumber } = await create({ cod_amount: 20 });
    const announce = (milestone: string, sequence: number) =>
      service.query(
        `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, false, 'shipping.milestone', $2, $3, $4, now())`,
        [
          shop.id,
          jobNumber,
          sequence,
          JSON.stringify({ job_number: jobNumber, order_number: 'x', transaction_id: 'x', milestone }),
        ],
      );
    await announce('arrived_pickup', 2);
    await announce('near', 3);
    await service.drain();
    await announce('arrived_dropoff', 4);
    expect((await told()).map(({ kind, text }) => [kind, text?.includes('Cash NLe 20.00.')])).toEqual([
      ['created', true],
      ['near', true],
    ]);
  });

  test("is told of more where the merchant wants it, in the merchant's language and name", async () => {
    await shop.client.updateNoticeSettings({
      body: {
        kinds: ['picked_up', 'delivered', 'failed', 'cancelled'],
        locale: 'kri',
        sender_name: 'Aminata',
      },
    });
    const [done, failed, cancelled] = [await create(), await create(), await create()];
    await walk(done.job_number, 'delivered');
    await walk(failed.job_number, 'failed');
    await walk(cancelled.job_number, 'cancelled');
    const seen = (await told()).filter(({ audience }) => audience === 'recipient');
    expect(seen.map(({ kind }) => kind).sort()).toEqual(['cancelled', 'delivered', 'failed', 'picked_up']);
    expect(seen.every(({ text, locale }) => text?.startsWith('Aminata: ') && locale === 'kri')).toBe(true);
  });
});

describe('a driver', () => {
  test('is told of a job, and that it is no longer his', async () => {
    const { job_number: jobNumber } = await create();
    await walk(jobNumber, 'assigned');
    await service.drain();
    await shop.client.cancelDelivery({ params: { jobNumber } });
    const seen = (await told()).filter(({ audience }) => audience === 'driver');
    expect(seen.map(({ kind, status, reason }) => [kind, status, reason])).toEqual([
      ['job_assigned', 'skipped', 'test_mode'],
      ['job_withdrawn', 'skipped', 'test_mode'],
    ]);
    expect(seen[0]?.text).toMatch(/^New job SHP-.*: Freetown -> 27 Freetown Road, Lumley\./);
  });

  test('who loses a job to another is told so, and the other that it is his', async () => {
    const { job_number: jobNumber } = await create();
    const [first, second] = [await service.driver('Mohamed'), await service.driver('Isata')];
    await shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id: first } });
    await service.drain();
    await shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id: second } });
    const seen = (await told()).filter(({ audience }) => audience === 'driver');
    expect(seen.map(({ kind }) => kind)).toEqual(['job_assigned', 'job_withdrawn', 'job_assigned']);
    expect(new Set(seen.map(({ to }) => to)).size).toBe(2);
  });
});

describe('a merchant', () => {
  const watch = async () => (await told()).filter(({ audience }) => audience === 'merchant');

  test('is told by e-mail of an endpoint that fails', async () => {
    const facts = {
      endpoint_id: 'we_x',
      url: 'https://shop.example.sl/hook',
      description: null,
      failing_since: '',
      failed_attempts: 1,
      failed_deliveries: 1,
      last_failure: null,
      percent: 50,
      disables_at: '',
    };
    await service.query(
      `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, false, 'webhooks.endpoint.failing', 'we_x', 1, $2, now())`,
      [shop.id, JSON.stringify(facts)],
    );
    expect(await watch()).toMatchObject([
      {
        kind: 'endpoint_failing',
        to: null,
        job_number: null,
        text: expect.stringContaining('https://shop.example.sl/hook'),
      },
    ]);
  });

  test('is told once an hour that codes are being guessed', async () => {
    await service.query(
      `INSERT INTO guess_failures VALUES ($1, false, 'handoff_code', date_trunc('hour', now()), 50, 50)`,
      [shop.id],
    );
    await service.drain();
    expect(await watch()).toMatchObject([
      { kind: 'verification_paused', text: expect.stringContaining('(50)') },
    ]);
  });

  test('is told once a day of a secret key that came from a web page', async () => {
    const send = () =>
      fetch(`${service.baseUrl}/shipping/zones`, {
        headers: { authorization: `Bearer ${shop.key}`, origin: 'https://shop.example.sl' },
      });
    for (let time = 0; time < 3; time += 1) expect((await send()).status).toBe(403);
    await service.drain();
    await send();
    const seen = await watch();
    expect(seen).toMatchObject([{ kind: 'key_exposed' }]);
    expect(seen[0]?.text).toMatch(/secret key key_/);
    expect(JSON.stringify(seen)).not.toContain(shop.key);
  });
});

describe('each fact', () => {
  test('is told once although it is announced twice', async () => {
    const { job_number: jobNumber } = await create();
    await service.query(
      'INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) SELECT merchant_id, livemode, kind, entity, sequence, facts, created_at FROM outbox WHERE entity = $1',
      [jobNumber],
    );
    expect(await kinds()).toEqual(['created']);
  });

  test('of one merchant and mode is seen by no other', async () => {
    await create();
    await service.drain();
    const stranger = await service.merchant();
    expect((await stranger.client.listNotices()).data).toEqual([]);
    expect((await shop.client.listNotices({ query: { job_number: 'SHP-0000-0000' } })).meta.total).toBe(0);
  });
});
