import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
const CUSTOMER = { name: 'Aminata Sesay', email: 'aminata@example.sl', phone: '+23276123456' };

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Salone Prints', livemode: true });
});
afterAll(() => service[Symbol.asyncDispose]());

const draft = async (fields: object = {}) =>
  (
    await shop.client.createInvoice({
      body: { customer: CUSTOMER, items: [{ description: 'Posters', unit_price: 100 }], ...fields } as never,
    })
  ).data;
const send = async (id: string, body: object) =>
  (await shop.client.sendInvoice({ params: { id }, body: body as never })).data;
const notices = async (number: string | null) =>
  (await shop.client.listNotices({ query: { job_number: number ?? '' } })).data;

describe('sending an invoice', () => {
  test('finalises a draft and goes by e-mail, text, WhatsApp and as a link', async () => {
    const { id } = await draft();
    const {
      invoice,
      channels,
      sent_before_at: before,
    } = await send(id, { channels: ['email', 'sms', 'whatsapp', 'link'] });
    expect(invoice).toMatchObject({
      status: 'open',
      number: expect.stringMatching(/^INV-/),
      sent_at: expect.any(String),
    });
    expect(before).toBe(null);
    const url = invoice.hosted_url ?? '';
    expect(channels).toMatchObject([
      { channel: 'email', status: 'queued', to: 'aminata@example.sl', url },
      { channel: 'sms', status: 'queued', to: '+23276123456', url },
      {
        channel: 'whatsapp',
        status: 'share',
        to: '+23276123456',
        url,
        share_url: expect.stringMatching(/^https:\/\/wa\.me\/23276123456\?text=/),
      },
      { channel: 'link', status: 'share', to: null, url, share_url: null },
    ]);
    expect(decodeURIComponent(channels[2]?.share_url ?? '')).toContain(
      `Invoice ${invoice.number} from Salone Prints: NLe 100.00, due `,
    );
    await service.drain();
    const told = await notices(invoice.number);
    expect(told.map(({ kind, status }) => [kind, status])).toEqual([
      ['invoice_sent', 'sent'],
      ['invoice_sent', 'sent'],
    ]);
    for (const { text } of told) expect(text).toContain(url);
    expect(await service.query('SELECT count(*)::int AS left FROM invoice_letters')).toEqual([{ left: 0 }]);
  });

  test('again is allowed and told', async () => {
    const { id } = await draft();
    const first = await send(id, { channels: ['email'] });
    service.advance(60_000);
    const second = await send(id, { channels: ['sms'], message: 'Please look at this, Aminata.' });
    expect(second.sent_before_at).toBe(first.invoice.sent_at);
    await service.drain();
    expect((await notices(second.invoice.number)).map(({ text }) => text).sort()[1]).toBe(
      `Please look at this, Aminata.\n${second.invoice.hosted_url}`,
    );
  });

  test('of a draft by several at once finalises it once, and each is told who sent it before', async () => {
    const { id } = await draft();
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(id, { channels: ['link'] })));
    expect(new Set(sent.map(({ invoice }) => invoice.number)).size).toBe(1);
    expect(sent.filter(({ sent_before_at: before }) => before === null)).toHaveLength(1);
    expect(sent.map(({ invoice }) => invoice.version).toSorted((one, next) => one - next)).toEqual(
      Array.from({ length: 8 }, (_, at) => at + 3),
    );
  });

  test('that is repeated with its key sends one message', async () => {
    const { id } = await draft();
    const once = () =>
      shop.client.sendInvoice({
        params: { id },
        body: { channels: ['email'] },
        idempotencyKey: `send-${id}`,
      });
    const answers = await Promise.all([once(), once(), once()]);
    expect(new Set(answers.map(({ data }) => data.invoice.version)).size).toBe(1);
    await service.drain();
    expect(await notices(answers[0]?.data.invoice.number ?? '')).toHaveLength(1);
  });

  test('goes to another address for the channels that it fits', async () => {
    const { id } = await draft();
    expect(
      (await send(id, { channels: ['email', 'sms'], to: 'accounts@example.sl' })).channels,
    ).toMatchObject([{ to: 'accounts@example.sl' }, { to: '+23276123456' }]);
    expect((await send(id, { channels: ['sms'], to: '078 234567' })).channels).toMatchObject([
      { to: '+23278234567' },
    ]);
    await expect(send(id, { channels: ['sms'], to: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
  });

  test('that would reach nobody changes nothing, and tells where an address is missing', async () => {
    const { id } = await draft({ customer: { name: 'Somebody' } });
    await expect(send(id, { channels: ['email', 'sms'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('reach nobody'),
    });
    expect((await shop.client.getInvoice({ params: { id } })).data).toMatchObject({
      status: 'draft',
      number: null,
      version: 1,
    });
    expect((await send(id, { channels: ['email', 'whatsapp'] })).channels).toMatchObject([
      { status: 'no_address', to: null },
      { status: 'share', share_url: expect.stringMatching(/^https:\/\/wa\.me\/\?text=/) },
    ]);
  });

  test('of a void one is refused', async () => {
    const { id } = await draft({ finalize: true });
    await shop.client.voidInvoice({ params: { id }, body: {} });
    await expect(send(id, { channels: ['link'] })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(send('inv_x', { channels: ['link'] })).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
  });

  test('in test mode nothing goes out, but is written down', async () => {
    const trial = { ...shop, ...(await service.merchant()) };
    const { data } = await trial.client.createInvoice({
      body: { customer: CUSTOMER, items: [{ description: 'Posters', unit_price: 100 }] },
    });
    const sent = (
      await trial.client.sendInvoice({ params: { id: data.id }, body: { channels: ['email', 'sms'] } })
    ).data;
    expect(sent.channels.map(({ status }) => status)).toEqual(['test', 'test']);
    await service.drain();
    expect((await trial.client.listNotices({})).data.map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'test_mode'],
      ['skipped', 'test_mode'],
    ]);
  });
});

describe('reminding of an invoice', () => {
  const remind = async (id: string, body: object = {}) =>
    (await shop.client.remindInvoice({ params: { id }, body: body as never })).data;

  test('goes by every way there is an address for, and leaves what is planned as it is', async () => {
    const open = await draft({ finalize: true, reminders: [{ days_from_due: 0, channel: 'sms' }] });
    const { channels, invoice } = await remind(open.id);
    expect(channels.map(({ channel, status }) => [channel, status])).toEqual([
      ['email', 'queued'],
      ['sms', 'queued'],
    ]);
    expect(invoice).toMatchObject({ sent_at: null, next_reminder_at: open.next_reminder_at });
    await service.drain();
    expect((await notices(open.number)).map(({ kind }) => kind)).toEqual([
      'invoice_reminder',
      'invoice_reminder',
    ]);
  });

  test('of a draft, a void or a paid one is refused', async () => {
    const { id } = await draft();
    await expect(remind(id)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await shop.client.finalizeInvoice({ params: { id }, body: {} });
    await shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } });
    await expect(remind(id)).rejects.toMatchObject({ code: 'NOTHING_DUE' });
    await expect(remind('inv_x')).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
    await expect(remind(id, { channels: ['sms'], to: '12' })).rejects.toMatchObject({
      code: 'INVALID_PHONE',
    });
  });
});
