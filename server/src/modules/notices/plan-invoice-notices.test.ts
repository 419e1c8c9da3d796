import { invoiceNoticeKinds } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { openTestMailServer, type TestMailServer } from './fixtures/open-mail-server.ts';
import { countSeptets, smsSeptetsMax } from './gsm.ts';
import { renderText } from './render-text.ts';

let service: TestService;
let shop: TestMerchant;
let mail: TestMailServer;

beforeAll(async () => {
  mail = await openTestMailServer();
  service = await startService({ environment: { SMTP_URL: mail.url, OUTBOUND_ALLOW: '127.0.0.0/8' } });
  shop = await service.merchant({ name: 'Salone Prints', livemode: true });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  mail.close();
});

const sent = async (send: object) => {
  const { data } = await shop.client.createInvoice({
    body: {
      customer: { name: 'Aminata Sesay', email: 'aminata@example.sl', phone: '076 123456' },
      items: [{ description: 'Posters', unit_price: 100 }],
      due_date: '2099-12-05',
      send,
    } as never,
  });
  await service.drain();
  return {
    invoice: data,
    notices: (await shop.client.listNotices({ query: { job_number: data.number ?? '' } })).data,
  };
};
/** Soft line breaks are of the transport, not of the text. */
const lastMail = (): string =>
  (mail.mails.at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=\n', '').replaceAll('=3D', '=');

test('an invoice by e-mail brings its link and its PDF', async () => {
  const { invoice, notices } = await sent({ channels: ['email'] });
  expect(notices).toMatchObject([
    {
      kind: 'invoice_sent',
      channel: 'email',
      status: 'sent',
      to: 'a***@example.sl',
      job_number: null,
      reference: invoice.number,
    },
  ]);
  for (const part of [
    'To: aminata@example.sl',
    `Subject: Invoice ${invoice.number} from Salone Prints`,
    'NLe 100.00',
    '5 Dec 2099',
    invoice.hosted_url ?? '',
    'Content-Type: application/pdf; name=',
    `${invoice.number}.pdf`,
    Buffer.from('%PDF-1.7').toString('base64').slice(0, 10),
  ])
    expect(lastMail()).toContain(part);
});

test('in the words of the merchant the link stands below them', async () => {
  const { invoice, notices } = await sent({
    channels: ['email', 'sms'],
    subject: 'The posters',
    message: 'They are ready.',
  });
  expect(lastMail()).toContain('Subject: The posters');
  expect(lastMail()).toContain('They are ready.');
  for (const { text } of notices)
    expect(text?.trim()).toMatch(new RegExp(`^They are ready\\.\\n+${invoice.hosted_url}$`));
});

test('each message is made once, however often its fact is told', async () => {
  const { invoice, notices } = await sent({ channels: ['sms'] });
  expect(notices).toHaveLength(1);
  await service.query(
    `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, true, 'invoice.sent', $2, 99, $3, now())`,
    [shop.id, invoice.id, JSON.stringify(invoice)],
  );
  await service.drain();
  expect((await shop.client.listNotices({ query: { job_number: invoice.number ?? '' } })).data).toHaveLength(
    1,
  );
});

test('two shops that write to one customer at once under the same number are both heard', async () => {
  const shops = await Promise.all(
    ['Salone Paper', 'Salone Ink'].map((name) => service.merchant({ name, livemode: true })),
  );
  const send = ({ client }: TestMerchant) =>
    client.createInvoice({
      body: {
        customer: { name: 'Aminata Sesay', email: 'aminata@example.sl' },
        items: [{ description: 'Posters', unit_price: 100 }],
        send: { channels: ['email'] },
      } as never,
    });
  const [one, other] = await Promise.all(shops.map(send));
  expect(one?.data.number).toBe(other?.data.number);
  await service.drain();
  const told = await Promise.all(shops.map(async ({ client }) => (await client.listNotices()).data));
  expect(told.map((list) => list.map(({ kind }) => kind))).toEqual([['invoice_sent'], ['invoice_sent']]);
});

test.each(['en', 'kri'] as const)('texts in %s are one message with names of usual length', (locale) => {
  const facts = {
    store: 'Salone Prints',
    job: 'INV-2026-00042',
    link: 'https://pay.example.sl/i/8fK2mQ7tVxR1bZ4nYc6wHg',
    cash: null,
    way: '5 Dec 2026',
    subject: 'NLe 1,276.00',
    at: '2026-11-21T10:00:00.000Z',
  };
  for (const kind of invoiceNoticeKinds) {
    const text = renderText({ kind, locale, facts, code: '', timeZone: 'Africa/Freetown' });
    for (const part of [facts.job, facts.link, facts.subject, facts.way]) expect(text).toContain(part);
    expect(countSeptets(text)).toBeLessThanOrEqual(smsSeptetsMax);
  }
});
