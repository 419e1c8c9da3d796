import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { startWorkers } from '../../workers.ts';
import { openTestGateway, type TestGateway } from './fixtures/open-gateway.ts';
import { noticeLoops } from './open-notices.ts';
import { CLAIM } from './queue.queries.ts';
import { MESSAGES_PER_NUMBER_PER_DAY_MAX, RETRY_GAPS_MS, sendDueNotices } from './send-notices.ts';

const INBOUND_SECRET = 'a-secret-of-the-gateway';
let service: TestService;
let shop: TestMerchant;
let gateway: TestGateway;

beforeEach(async () => {
  gateway = await openTestGateway();
});
afterEach(async () => {
  gateway.close();
  await service[Symbol.asyncDispose]();
});

async function open(environment: Readonly<Record<string, string>>): Promise<void> {
  service = await startService({
    environment: { SMS_INBOUND_SECRET: INBOUND_SECRET, SMS_SENDER: 'AMINATA', ...environment },
  });
  shop = await service.merchant({ name: 'Aminata Stores', livemode: true });
}
const create = async (fields: object = {}) =>
  (await shop.client.createDelivery({ body: { ...parcel, ...fields } })).data;
const notices = async () => (await shop.client.listNotices({ query: { limit: 100 } })).data;
const only = async () => (await notices())[0];
const jsonOf = (at: number): Record<string, string> =>
  JSON.parse(gateway.texts[at]?.body ?? '{}') as Record<string, string>;

describe('a text to a recipient', () => {
  test('is posted to the gateway with link and code, and what the gateway calls it is kept', async () => {
    await open({ SMS_URL: `${gateway.url}/send`, SMS_AUTHORIZATION: 'Bearer gateway-key' });
    const made = await create();
    await service.drain();
    expect(jsonOf(0)).toEqual({
      to: '+23278234567',
      from: 'AMINATA',
      id: expect.stringMatching(/^ntc_/),
      text: expect.stringContaining(`${made.delivery_code}. ${made.tracking_url}`),
    });
    expect(gateway.texts[0]).toMatchObject({
      method: 'POST',
      path: '/send',
      headers: { authorization: 'Bearer gateway-key', 'idempotency-key': jsonOf(0)['id'] },
    });
    expect(await only()).toMatchObject({
      status: 'sent',
      channel: 'sms',
      attempts: 1,
      reason: null,
      sent_at: expect.any(String),
    });
    const [row] = await service.query('SELECT provider_id FROM notices');
    expect(row?.['provider_id']).toBe('gw-1');
  });

  test('stands in the URL where the gateway wants it there', async () => {
    await open({ SMS_URL: `${gateway.url}/send?key=k&to={to}&msg={text}&ref={id}&from={from}` });
    const made = await create();
    await service.drain();
    const sent = new URL(gateway.texts[0]?.path ?? '', gateway.url).searchParams;
    expect([gateway.texts[0]?.method, sent.get('to'), sent.get('from'), sent.get('ref')]).toEqual([
      'GET',
      '+23278234567',
      'AMINATA',
      (await only())?.id,
    ]);
    expect(sent.get('msg')).toContain(made.delivery_code);
  });

  test('fills the JSON that the operator wrote, whatever stands in a name', async () => {
    await open({ SMS_URL: gateway.url, SMS_BODY: '{"messages":[{"recipient":"{to}","content":"{text}"}]}' });
    await create({ store_name: 'A "quoted" {to} \\ shop' });
    await service.drain();
    const { messages } = JSON.parse(gateway.texts[0]?.body ?? '') as {
      messages: { recipient: string; content: string }[];
    };
    expect(messages[0]?.recipient).toBe('+23278234567');
    expect(messages[0]?.content).toMatch(/^A "quoted" \{to\} \\ shop: /);
  });
});

describe('a gateway that behaves badly', () => {
  test('is asked again after 30 seconds, 5 minutes and an hour under the same id, then no more', async () => {
    await open({ SMS_URL: gateway.url });
    gateway.behave({ status: 500 });
    await create();
    await service.drain();
    expect(await only()).toMatchObject({ status: 'queued', reason: 'http_500', attempts: 1 });
    for (const gap of RETRY_GAPS_MS) {
      service.advance(gap / 2);
      await service.drain();
      const before = gateway.texts.length;
      service.advance(gap / 2);
      await service.drain();
      expect(gateway.texts.length).toBe(before + 1);
    }
    expect(await only()).toMatchObject({
      status: 'failed',
      reason: 'http_500',
      attempts: 4,
      next_attempt_at: null,
    });
    expect(new Set(gateway.texts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('that takes a text and hangs up gets it again, under the same id', async () => {
    await open({ SMS_URL: gateway.url });
    gateway.behave('cut');
    await create();
    await service.drain();
    expect(await only()).toMatchObject({ status: 'queued', reason: 'reset' });
    gateway.behave({ status: 202 });
    service.advance(31_000);
    await service.drain();
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2, reason: null });
    expect(jsonOf(0)['id']).toBe(jsonOf(1)['id']);
  });

  test('that refuses a text for what it is gets it once', async () => {
    await open({ SMS_URL: gateway.url });
    gateway.behave({ status: 422 });
    await create();
    await service.drain();
    expect(await only()).toMatchObject({ status: 'failed', reason: 'http_422', attempts: 1 });
  });

  test('is not at fault where a text cannot be made, which is given up like any other', async () => {
    await open({ SMS_URL: gateway.url });
    await create();
    await service.server.modules.webhooks.fanOut();
    await service.query(
      `UPDATE notices SET facts = jsonb_set(facts, '{sealed,code}', '"AAAA"'), kind = 'delivered'`,
    );
    for (const gap of [0, ...RETRY_GAPS_MS]) {
      service.advance(gap + 1_000);
      await service.drain();
    }
    expect(await only()).toMatchObject({ status: 'failed', reason: 'fault', attempts: 4 });
  });

  test('at an address that may not be reached is never called', async () => {
    await open({ SMS_URL: gateway.url, OUTBOUND_ALLOW: 'none' });
    await create();
    await service.drain();
    expect([gateway.texts.length, (await only())?.reason]).toEqual([0, 'blocked']);
  });

  test('whose sender died in the middle is asked again when the lease has ended', async () => {
    await open({ SMS_URL: gateway.url });
    await create();
    await service.server.modules.webhooks.fanOut();
    await service.query(`UPDATE notices SET attempts = 1, run_at = now() + interval '90 seconds'`);
    await service.drain();
    expect(gateway.texts.length).toBe(0);
    service.advance(91_000);
    await service.drain();
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 });
  });
});

describe('limits', () => {
  test('keep one number from more than ten texts of a merchant in a day', async () => {
    await open({ SMS_URL: gateway.url });
    for (let nth = 0; nth <= MESSAGES_PER_NUMBER_PER_DAY_MAX; nth += 1) await create();
    await create({ recipient_phone: '076 111222' });
    await service.drain();
    expect((await notices()).filter(({ reason }) => reason === 'number_limit').length).toBe(1);
    expect(gateway.texts.length).toBe(MESSAGES_PER_NUMBER_PER_DAY_MAX + 1);
    service.advance(86_400_000);
    await create();
    await service.drain();
    expect(gateway.texts.length).toBe(MESSAGES_PER_NUMBER_PER_DAY_MAX + 2);
  });

  test('keep a merchant from spending more than the operator allows in a day', async () => {
    await open({ SMS_URL: gateway.url, SMS_PRICE: '0.4', SMS_SPEND_PER_DAY: '1' });
    for (const phone of ['076 111222', '076 111223', '076 111224']) await create({ recipient_phone: phone });
    await service.drain();
    expect((await notices()).map(({ status, reason }) => reason ?? status).sort()).toEqual([
      'sent',
      'sent',
      'spend_limit',
    ]);
  });

  test('count a long text as the messages that the gateway counts', async () => {
    await open({ SMS_URL: gateway.url, SMS_PRICE: '0.4', SMS_SPEND_PER_DAY: '1' });
    const send = (message: string) =>
      shop.client.createInvoice({
        body: {
          customer: { name: 'Aminata Sesay', phone: '076 123456' },
          items: [{ description: 'Posters', unit_price: 100 }],
          send: { channels: ['sms'], message },
        } as never,
      });
    await send('They are ready. '.repeat(20));
    await service.drain();
    expect(await only()).toMatchObject({ status: 'skipped', reason: 'spend_limit' });
    await send('They are ready.');
    await service.drain();
    expect(await only()).toMatchObject({ status: 'sent' });
  });

  test('let what can wait wait until quiet hours are over', async () => {
    await evening();
    const { job_number: jobNumber } = await create();
    await shop.client.reissueCode({ params: { jobNumber }, body: { type: 'delivery' } });
    await service.drain();
    expect(
      (await notices()).map(({ kind, status, reason, attempts }) => [kind, status, reason, attempts]),
    ).toEqual([
      ['code_reissued', 'sent', null, 1],
      ['created', 'queued', 'quiet_hours', 0],
    ]);
    await morning();
    expect((await notices()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

test('a courier whom a job reaches too late, when another has it, is not sent for it', async () => {
  await open({ SMS_URL: gateway.url });
  const { job_number: jobNumber } = await create();
  const [first, second] = [await service.driver('Mohamed'), await service.driver('Isata')];
  gateway.behave({ status: 500 });
  await shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id: first } });
  await service.drain();
  await shop.client.assignDelivery({ params: { jobNumber }, body: { driver_id: second } });
  await service.drain();
  gateway.behave({ status: 202 });
  service.advance(301_000);
  await service.drain();
  const seen = (await notices()).filter(({ audience }) => audience === 'driver').toReversed();
  expect(seen.map(({ kind, status, reason }) => [kind, status, reason])).toEqual([
    ['job_assigned', 'skipped', 'over'],
    ['job_withdrawn', 'sent', null],
    ['job_assigned', 'sent', null],
  ]);
});

test('a code does not wait until all who have tickets were told that their event has changed', async () => {
  await open({ SMS_URL: gateway.url });
  await create();
  await service.server.modules.webhooks.fanOut();
  await service.query(
    `INSERT INTO notices (merchant_id, livemode, created_at, id, kind, audience, channel, entity, address, address_mac, locale, facts, status, run_at)
     SELECT merchant_id, livemode, created_at, id || nth, 'event_changed', audience, channel, entity, address, address_mac, locale, facts, status, run_at - interval '1 minute' FROM notices, generate_series(1, 60) nth`,
  );
  await sendDueNotices(service.server.modules.notices, 'sms');
  expect((await notices()).filter(({ kind }) => kind === 'created')).toMatchObject([{ status: 'sent' }]);
});

describe('a huge backlog', () => {
  test('is not sorted each time that a few of it are taken', async () => {
    await open({ SMS_URL: gateway.url });
    await create();
    await service.server.modules.webhooks.fanOut();
    await service.query(
      `INSERT INTO notices (merchant_id, livemode, created_at, id, kind, audience, channel, entity, address, address_mac, locale, facts, status, run_at)
       SELECT merchant_id, livemode, created_at, id || nth, CASE WHEN nth % 10 = 0 THEN 'created' ELSE 'event_changed' END, audience, channel, entity, address, address_mac, locale, '{}', status, run_at - nth * interval '1 ms' FROM notices, generate_series(1, 20000) nth`,
    );
    await service.query('ANALYZE notices');
    const claim = CLAIM.sql
      .replaceAll('$1', `'sms'`)
      .replaceAll('$2', 'now()')
      .replaceAll('$3', `now() + interval '90 seconds'`)
      .replaceAll('$4', '32');
    const plan = (await service.query(`EXPLAIN ${claim}`)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/->  (?:Incremental )?Sort /);
    expect(plan.match(/Index Scan using \S+_case_run_at_idx/g)?.length).toBeGreaterThan(1);
  });
});

test('a mail server that never answers keeps no text waiting', async () => {
  const deaf = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  await open({ SMS_URL: gateway.url, SMTP_URL: `smtp://127.0.0.1:${port}` });
  await service.query(
    `INSERT INTO notices (merchant_id, livemode, created_at, id, kind, audience, channel, entity, locale, facts, status, run_at)
     VALUES ($1, true, now(), 'ntc_letter', 'verification_paused', 'merchant', 'email', '', 'en', $2, 'queued', now())`,
    [
      shop.id,
      {
        store: 'Cottontree',
        job: '',
        link: '',
        cash: null,
        way: '',
        subject: '6',
        at: '2026-11-21T10:00:00.000Z',
      },
    ],
  );
  const connected = once(deaf, 'connection');
  const loops = noticeLoops(service.server.modules.notices);
  const workers = startWorkers(loops, service.server.runtime.context.log);
  const [socket] = (await connected) as [Socket];
  await create();
  await service.server.modules.webhooks.fanOut();
  for (const loop of loops) workers.wake(loop.name);
  await expect.poll(() => gateway.texts.length, { timeout: 5_000 }).toBe(1);
  socket.destroy();
  deaf.close();
  await workers[Symbol.asyncDispose]();
});

/** The quiet hours are on. */
async function evening(): Promise<void> {
  const hour = (offset: number): string =>
    `${String((new Date().getUTCHours() + 24 + offset) % 24).padStart(2, '0')}:00`;
  await open({ SMS_URL: gateway.url, NOTICE_QUIET_HOURS: `${hour(-1)}-${hour(2)}` });
}

/** They are over, and what waited was looked at. */
async function morning(): Promise<void> {
  service.advance(3 * 3_600_000);
  await service.drain();
}

describe('a text about a parcel that waited for the morning', () => {
  const parcelOfTheEvening = async () => {
    await evening();
    const made = await create();
    await service.drain();
    return { made, params: { jobNumber: made.job_number } };
  };
  const inTheMorning = async (wanted = 'created') => {
    await morning();
    return (await notices()).find(({ kind }) => kind === wanted);
  };

  test('goes out with the code as it is then, not as it was', async () => {
    const { made, params } = await parcelOfTheEvening();
    const { data } = await shop.client.reissueCode({ params, body: { type: 'delivery' } });
    await service.drain();
    expect(await inTheMorning()).toMatchObject({ status: 'sent' });
    expect(gateway.texts).toHaveLength(2);
    for (const { body } of gateway.texts)
      expect([body.includes(data.delivery_code), body.includes(made.delivery_code)]).toEqual([true, false]);
  });

  test("does not go to a phone that is not the recipient's any more", async () => {
    const { params } = await parcelOfTheEvening();
    await shop.client.updateDelivery({ params, body: { recipient_phone: '076 111222' } });
    expect(await inTheMorning()).toMatchObject({ status: 'skipped', reason: 'phone_changed' });
    expect(gateway.texts).toEqual([]);
  });

  test('does not go out for a parcel that was cancelled in the night', async () => {
    const { params } = await parcelOfTheEvening();
    await shop.client.cancelDelivery({ params });
    expect(await inTheMorning()).toMatchObject({ status: 'skipped', reason: 'over' });
    expect(gateway.texts).toEqual([]);
  });

  test('does not say that it is on its way when it has come', async () => {
    const { made, params } = await parcelOfTheEvening();
    await service.query(`UPDATE notices SET kind = 'picked_up'`);
    await service.query(
      `UPDATE deliveries SET status = 'delivered', delivered_at = now() WHERE job_number = $1`,
      [made.job_number],
    );
    expect(await inTheMorning('picked_up')).toMatchObject({ status: 'skipped', reason: 'over' });
    expect([params.jobNumber, gateway.texts]).toEqual([made.job_number, []]);
  });
});

describe('a reminder of an invoice that waited for the morning', () => {
  const remind = async () => {
    await evening();
    const { data: invoice } = await shop.client.createInvoice({
      body: {
        customer: { name: 'Aminata Sesay', phone: '076 123456' },
        items: [{ description: 'Posters', unit_price: 100 }],
        due_date: '2099-12-05',
        finalize: true,
      } as never,
    });
    const params = { id: invoice.id };
    await shop.client.remindInvoice({ params, body: { channels: ['sms'] } });
    await service.drain();
    expect(await only()).toMatchObject({ kind: 'invoice_reminder', status: 'queued', reason: 'quiet_hours' });
    return params;
  };

  test('goes out where money is still owed', async () => {
    await remind();
    await morning();
    expect(gateway.texts).toHaveLength(1);
  });

  test.each([
    ['paid', (id: string) => shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } })],
    ['voided', (id: string) => shop.client.voidInvoice({ params: { id }, body: {} })],
  ])('is not sent for one that was %s in the night', async (_how, end) => {
    const { id } = await remind();
    await end(id);
    await morning();
    expect((await notices()).find(({ kind }) => kind === 'invoice_reminder')).toMatchObject({
      status: 'skipped',
      reason: 'over',
    });
    expect(gateway.texts.filter(({ body }) => body.includes('/i/'))).toEqual([]);
  });
});

describe('a receipt', () => {
  const receipt = (body: object, secret = INBOUND_SECRET) =>
    fetch(`${service.baseUrl}/inbound/sms/receipts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
    });
  const updated = async (response: Response) =>
    ((await response.json()) as { data?: { updated: boolean } }).data?.updated;

  test('tells that a text arrived, once', async () => {
    await open({ SMS_URL: gateway.url });
    await create();
    await service.drain();
    const id = (await only())?.id ?? '';
    expect([
      await updated(await receipt({ id, status: 'delivered' })),
      await updated(await receipt({ id, status: 'failed' })),
    ]).toEqual([true, false]);
    expect(await only()).toMatchObject({ status: 'delivered', delivered_at: expect.any(String) });
    expect(await updated(await receipt({ id: 'ntc_00000000000000000000000000', status: 'delivered' }))).toBe(
      false,
    );
    expect(await updated(await receipt({ id: 'nonsense', status: 'delivered' }))).toBe(false);
  });

  test('is taken only from whoever knows the secret', async () => {
    await open({ SMS_URL: gateway.url });
    await create();
    await service.drain();
    const id = (await only())?.id ?? '';
    expect((await receipt({ id, status: 'failed' }, 'another-secret-of-a-gateway')).status).toBe(401);
    expect(await only()).toMatchObject({ status: 'sent' });
  });
});

describe('without a gateway', () => {
  test('WhatsApp carries the text where that is set up, as a template if the operator has one', async () => {
    await open({
      WHATSAPP_URL: `${gateway.url}/v1`,
      WHATSAPP_TOKEN: 'token',
      WHATSAPP_PHONE_ID: '12345',
      WHATSAPP_TEMPLATE: 'parcel_notice',
    });
    gateway.behave({ status: 200, answer: '{"messages":[{"id":"wamid.1"}]}' });
    const made = await create();
    await service.drain();
    expect(gateway.texts[0]).toMatchObject({
      path: '/v1/12345/messages',
      headers: { authorization: 'Bearer token' },
    });
    const body = JSON.parse(gateway.texts[0]?.body ?? '') as {
      to: string;
      template: { name: string; components: { parameters: { text: string }[] }[] };
    };
    expect([body.to, body.template.name]).toEqual(['23278234567', 'parcel_notice']);
    expect(body.template.components[0]?.parameters[0]?.text).toContain(made.delivery_code);
    expect(await only()).toMatchObject({ status: 'sent', channel: 'whatsapp' });
  });

  test('a template gets the words of a merchant in one line, for WhatsApp takes no other', async () => {
    await open({
      WHATSAPP_URL: `${gateway.url}/v1`,
      WHATSAPP_TOKEN: 'token',
      WHATSAPP_PHONE_ID: '12345',
      WHATSAPP_TEMPLATE: 'notice',
    });
    const { data } = await shop.client.createInvoice({
      body: {
        customer: { name: 'Aminata Sesay', phone: '076 123456' },
        items: [{ description: 'Posters', unit_price: 100 }],
        send: { channels: ['whatsapp'], message: 'They are ready.\nCome by.' },
      } as never,
    });
    await service.drain();
    const { template } = JSON.parse(gateway.texts[0]?.body ?? '') as {
      template: { components: { parameters: { text: string }[] }[] };
    };
    expect(template.components[0]?.parameters[0]?.text).toBe(`They are ready. Come by. ${data.hosted_url}`);
  });

  test('the text is written to the log, phone and code masked', async () => {
    await open({});
    await create();
    await service.drain();
    expect(await only()).toMatchObject({ status: 'sent', channel: 'log' });
  });
});
