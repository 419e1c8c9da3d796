import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel, wrongCode } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { REPLIES } from './texts.ts';

const SECRET = 'a-secret-of-the-gateway';
let service: TestService;
let shop: TestMerchant;
let driver: string;
let driverPhone: string;
let texts = 0;

beforeAll(async () => {
  service = await startService({ environment: { SMS_INBOUND_SECRET: SECRET } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant({ name: 'Aminata Stores', livemode: true });
  driver = await service.driver();
  const [row] = await service.query('SELECT phone FROM drivers WHERE id = $1', [driver]);
  driverPhone = String(row?.['phone']);
});

const post = (body: object, secret: string | null = SECRET): Promise<Response> =>
  fetch(`${service.baseUrl}/inbound/sms`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(body),
  });
async function say(from: string, text: string, id = `in-${(texts += 1)}`): Promise<string | null> {
  const response = await post({ id, from, text });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { reply: string | null } }).data.reply;
}
const plain = (jobNumber: string): string => jobNumber.slice('SHP-'.length);

async function assigned(fields: object = {}) {
  const { data } = await shop.client.createDelivery({ body: { ...parcel, ...fields } });
  await shop.client.assignDelivery({ params: { jobNumber: data.job_number }, body: { driver_id: driver } });
  return data;
}
const read = async (jobNumber: string) => (await shop.client.trackDelivery({ params: { jobNumber } })).data;

describe('a driver without data', () => {
  test('verifies pickup and delivery by text, as himself', async () => {
    const job = await assigned();
    expect(await say(driverPhone, `D ${plain(job.job_number)} ${job.pickup_code}`)).toBe(
      `${job.job_number}: picked up. Thank you.`,
    );
    expect(await say(driverPhone, ` d  ${plain(job.job_number).toLowerCase()}  ${job.delivery_code} `)).toBe(
      `${job.job_number}: delivered. Thank you.`,
    );
    const seen = await read(job.job_number);
    expect(seen).toMatchObject({ status: 'delivered', pickup_verified: true, delivery_verified: true });
    expect(seen.timeline.slice(2).map(({ actor_type }) => actor_type)).toEqual([
      'driver',
      'driver',
      'driver',
    ]);
    expect(await say(driverPhone, `D ${plain(job.job_number)} ${job.delivery_code}`)).toBe(
      REPLIES.already.replace('{job}', job.job_number),
    );
  });

  test('shares the counter of tries with everybody, and a repeated text counts once', async () => {
    const job = await assigned();
    const wrong = wrongCode(job.pickup_code);
    await expect(
      shop.client.verifyHandoff({
        params: { jobNumber: job.job_number },
        body: { type: 'pickup', code: wrong },
      }),
    ).rejects.toMatchObject({ code: 'INVALID_HANDOFF_CODE' });
    for (let time = 0; time < 3; time += 1)
      expect(
        await say(driverPhone, `D ${plain(job.job_number)} ${wrong}`, `same-${job.job_number}`),
      ).toContain('Tries left: 3.');
    for (const left of [2, 1, 0])
      expect(await say(driverPhone, `D ${plain(job.job_number)} ${wrong}`)).toContain(`Tries left: ${left}.`);
    expect(await say(driverPhone, `D ${plain(job.job_number)} ${job.pickup_code}`)).toBe(
      REPLIES.locked.replace('{job}', job.job_number),
    );
  });

  test('is told what is wrong with a text, and nothing of jobs that are not his', async () => {
    const job = await assigned();
    const other = (await shop.client.createDelivery({ body: parcel })).data;
    expect(await say('+23276999111', `D ${plain(job.job_number)} ${job.pickup_code}`)).toBe(
      REPLIES.not_yours,
    );
    expect(await say(driverPhone, `D ${plain(other.job_number)} ${other.pickup_code}`)).toBe(
      REPLIES.not_yours,
    );
    expect(await say(driverPhone, `D 0000-0000 123456`)).toBe(REPLIES.not_yours);
    expect(await say(driverPhone, `D ${plain(job.job_number)} 12345`)).toBe(REPLIES.bad_code);
    await shop.client.cancelDelivery({ params: { jobNumber: job.job_number } });
    expect(await say(driverPhone, `D ${plain(job.job_number)} ${job.pickup_code}`)).toBe(
      REPLIES.not_active.replace('{job}', job.job_number),
    );
  });
});

describe('a recipient', () => {
  test('is told where his parcels are, and no one else is', async () => {
    const first = (await shop.client.createDelivery({ body: { ...parcel, recipient_phone: '076 222333' } }))
      .data;
    const second = await assigned({ recipient_phone: '076 222333' });
    expect(await say('+23276222333', 'where')).toBe(
      `${second.job_number} (${second.store_name}): a courier goes to fetch it. ${first.job_number} (${first.store_name}): waits for a courier.`,
    );
    expect(await say('076222333', `WHERE ${plain(first.job_number)}`)).toContain(`${first.job_number} (`);
    expect(await say('+23276222444', `WHERE ${plain(first.job_number)}`)).toBe(REPLIES.no_parcel);
  });

  test('who says STOP gets no more messages from anybody, until he says START', async () => {
    const other = await service.merchant({ livemode: true });
    const create = (client = shop.client) =>
      client.createDelivery({ body: { ...parcel, recipient_phone: '076 333444' } });
    const last = async (client = shop.client) => (await client.listNotices({ query: { limit: 1 } })).data[0];
    expect(await say('+23276333444', ' Stop ')).toBe(REPLIES.stopped);
    await create();
    await create(other.client);
    await service.drain();
    expect(await last()).toMatchObject({ status: 'skipped', reason: 'opted_out' });
    expect(await last(other.client)).toMatchObject({ status: 'skipped', reason: 'opted_out' });
    expect(await say('+23276333444', 'START')).toBe(REPLIES.started);
    await create();
    await service.drain();
    expect(await last()).toMatchObject({ status: 'sent' });
  });

  test.each(['Stop.', 'STOP!', '\nstop ..'])('%j is STOP as phones write it', async (text) => {
    expect(await say('+23276333446', text)).toBe(REPLIES.stopped);
  });

  test('who says anything else gets help, and a sender that cannot be answered nothing', async () => {
    expect(await say('+23276333445', 'What is this?')).toBe(REPLIES.help);
    expect(await say('+23276333445', '')).toBe(REPLIES.help);
    expect(await say('ORANGE', 'STOP')).toBeNull();
  });
});

describe('a text is taken', () => {
  test('once: a late repetition does not undo what came after it', async () => {
    await say('+23276555666', 'STOP', 'first');
    await say('+23276555666', 'START', 'second');
    expect(await say('+23276555666', 'STOP', 'first')).toBe(REPLIES.stopped);
    expect(await service.query(`SELECT 1 FROM notice_opt_outs WHERE phone = '+23276555666'`)).toEqual([]);
  });

  test('only from whoever knows the secret', async () => {
    for (const secret of [null, 'another-secret-of-a-gateway', shop.key]) {
      const response = await post({ id: 'x', from: '+23276555667', text: 'STOP' }, secret);
      expect(response.status).toBe(401);
    }
    expect(await service.query(`SELECT 1 FROM notice_opt_outs WHERE phone = '+23276555667'`)).toEqual([]);
  });
});
