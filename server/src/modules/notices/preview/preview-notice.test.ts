import {
  driverNoticeKinds,
  noticeKinds,
  noticeLocales,
  recipientNoticeKinds,
  type NoticeKind,
  type NoticePreview,
} from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestGateway, type TestGateway } from '../fixtures/open-gateway.ts';
import { openTestMailServer, type TestMailServer } from '../fixtures/open-mail-server.ts';
import { countSeptets, smsCount, smsSeptetsMax } from '../gsm.ts';
import { EXAMPLE_CODE, EXAMPLE_JOB, EXAMPLE_TOKEN } from './preview-notice.ts';

let service: TestService;
let shop: TestMerchant;
let gateway: TestGateway;
let mail: TestMailServer;
beforeAll(async () => {
  [gateway, mail] = [await openTestGateway(), await openTestMailServer()];
  service = await startService({
    environment: {
      SMS_URL: `${gateway.url}/send`,
      SMTP_URL: mail.url,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  gateway.close();
  mail.close();
});
beforeEach(async () => {
  shop = await service.merchant({ name: 'Aminata Stores', livemode: true });
});

/** All but what couriers and who gets a parcel are told: of them only phones are known. */
const MAILED: ReadonlySet<string> = new Set(
  noticeKinds.filter((kind) => ![...recipientNoticeKinds, ...driverNoticeKinds].some((one) => one === kind)),
);
const preview = async (kind: NoticeKind, locale?: NoticePreview['locale']): Promise<NoticePreview> =>
  (await shop.client.previewNotice({ query: { kind, ...(locale ? { locale } : {}) } })).data;
const lastText = (): string =>
  (JSON.parse(gateway.texts.at(-1)?.body ?? '{}') as { readonly text?: string }).text ?? '';
/** The part of an e-mail of this type, as its reader sees it. */
function partOf(letter: string, type: string): string {
  const [head = '', ...rest] = (
    letter.split(/\r\n--[^\r\n]+\r\n/).find((part) => part.startsWith(`Content-Type: ${type}`)) ?? ''
  ).split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_whole, byte: string) => String.fromCharCode(parseInt(byte, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
/** Its lines; what parts the parts of a letter is none. */
const lines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n--[\w=-]+--\s*$/, '')
    .trim();

describe('what is shown before is what is sent after', () => {
  test.each(noticeLocales)('to a phone, in %s', async (locale) => {
    await shop.client.updateNoticeSettings({ body: { locale, sender_name: 'Aminata' } });
    const sent = (await shop.client.createDelivery({ body: { ...parcel, cod_amount: 150.5 } })).data;
    await service.drain();
    const link = new URL(sent.tracking_url);
    const shown = lastText()
      .replace(sent.job_number, EXAMPLE_JOB)
      .replace(sent.delivery_code, EXAMPLE_CODE)
      .replace(link.pathname, `/t/${EXAMPLE_TOKEN}`);
    expect(shown).toContain('Aminata');
    expect(await preview('created')).toMatchObject({ locale, phone: { text: shown, sms_count: 1 } });
  });

  test.each(noticeLocales)('by e-mail, in %s and in the dress of the merchant', async (locale) => {
    await shop.client.updateNoticeSettings({ body: { locale } });
    await shop.client.updateBranding({ body: { accent: '#7a1f5c', footer: '3 Pademba Road, Freetown' } });
    const { data: made } = await shop.client.createPayment({
      body: {
        amount: 150.5,
        channel: 'cash',
        description: 'Order 1042',
        customer: { email: 'fatmata@example.sl' },
      },
    });
    await shop.client.confirmPayment({ params: { id: made.id }, body: {} });
    await service.drain();
    const letter = mail.mails.at(-1) ?? '';
    const { email } = await preview('payment_received');
    if (email === null) throw new Error('A receipt goes by e-mail.');
    // Its number and its page are the example's own.
    const { pathname } = new URL(made.pay_url);
    const alike = (text: string): string =>
      lines(text)
        .replaceAll(pathname, `/pay/${EXAMPLE_TOKEN}`)
        .replaceAll(made.id, 'pay_01m7yp4nvr0example000000000');
    expect(alike(partOf(letter, 'text/html'))).toBe(lines(email.html));
    expect(alike(partOf(letter, 'text/plain'))).toBe(lines(email.text));
    expect(email.html).toContain('3 Pademba Road, Freetown');
    expect(email.html).toContain('#7a1f5c');
  });
});

test('every kind is shown in every language, whole, and a text is one message where names are usual', async () => {
  for (const locale of noticeLocales)
    for (const kind of noticeKinds) {
      const { phone, email, ...told } = await preview(kind, locale);
      const said = [phone?.text, email?.subject, email?.text, email?.html].filter((one) => one !== undefined);
      expect([kind, told.kind, said.length > 0]).toEqual([kind, kind, true]);
      // Nothing is left unfilled, and nothing is empty where something belongs.
      for (const text of said)
        expect([kind, text]).toEqual([kind, expect.not.stringMatching(/\{\w+\}| {2}[a-z]/i)]);
      if (phone && told.audience !== 'recipient') expect(phone.sms_count).toBe(1);
      if (phone) expect([kind, phone.sms_count]).toEqual([kind, smsCount(phone.text)]);
      expect([kind, email !== null, phone !== null]).toEqual([
        kind,
        MAILED.has(kind),
        told.audience !== 'merchant',
      ]);
    }
});

test('it says whether the settings let it go, and marks a test as one', async () => {
  expect((await preview('delivered')).chosen).toBe(false);
  await shop.client.updateNoticeSettings({ body: { kinds: ['delivered'] } });
  expect([(await preview('delivered')).chosen, (await preview('created')).chosen]).toEqual([true, false]);
  expect([(await preview('tickets_paid')).chosen, (await preview('endpoint_moved')).chosen]).toEqual([
    true,
    true,
  ]);
  expect((await preview('invoice_sent')).email?.html).not.toContain('Test mode');
  shop = await service.merchant({ name: 'Aminata Stores' });
  const shown = await preview('invoice_sent');
  expect([shown.livemode, shown.email?.html.includes('Test mode')]).toEqual([false, true]);
  expect(shown.email?.files).toEqual(['invoice']);
});

test('nothing is sent or kept by looking', async () => {
  const before = [gateway.texts.length, mail.mails.length];
  for (const kind of noticeKinds) await preview(kind);
  await service.drain();
  expect([gateway.texts.length, mail.mails.length]).toEqual(before);
  expect((await shop.client.listNotices()).data).toEqual([]);
});

test('a text is counted as its gateway counts it', () => {
  const ofSeptets = (length: number): string => 'a'.repeat(length);
  expect(
    [1, smsSeptetsMax, smsSeptetsMax + 1, 306, 307].map((length) => smsCount(ofSeptets(length))),
  ).toEqual([1, 1, 2, 2, 3]);
  expect(countSeptets('€')).toBe(2);
  expect([smsCount(`ɔ${ofSeptets(69)}`), smsCount(`ɔ${ofSeptets(70)}`), smsCount('€'.repeat(81))]).toEqual([
    1, 2, 2,
  ]);
});
