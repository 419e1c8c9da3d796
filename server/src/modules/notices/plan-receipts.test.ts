import { createClient } from '@cottontree/client';
import { eventCatalogue, noticeLocales, usualNoticeKinds } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { openTestMailServer, type TestMailServer } from './fixtures/open-mail-server.ts';
import { countSeptets, smsSeptetsMax } from './gsm.ts';
import { renderLetter } from './render-notice.ts';
import { renderText } from './render-text.ts';

let service: TestService;
let shop: TestMerchant;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await openTestMailServer();
  service = await startService({ environment: { SMTP_URL: mail.url, OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  mail.close();
});
beforeEach(async () => {
  shop = await service.merchant({ name: 'Aminata Stores', livemode: true });
});

const CUSTOMER = { name: 'Fatmata Koroma', phone: '078 234567', email: 'fatmata@example.sl' };

/** Cash that a cashier says is there. */
async function takeCash(input: object = {}, client = shop.client) {
  const { data } = await client.createPayment({
    body: { amount: 1150.5, channel: 'cash', description: 'Order 1042', customer: CUSTOMER, ...input },
  });
  const { data: paid } = await client.confirmPayment({ params: { id: data.id }, body: {} });
  await service.drain();
  return paid;
}
const told = async (paymentId: string, client = shop.client) =>
  (await client.listNotices({ query: { job_number: paymentId } })).data.toReversed();
/** Writes a success as the statement does that makes it true. */
async function announce(entity: string, given: object): Promise<void> {
  const facts = {
    ...eventCatalogue['payment.succeeded'].example,
    id: entity,
    customer: { name: null, phone: '+23278234567', email: null },
    ...given,
  };
  await service.query(
    `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, true, 'payment.succeeded', $2, 1, $3, now())`,
    [shop.id, entity, JSON.stringify(facts)],
  );
  await service.drain();
}

test('whoever paid is sent a receipt by text and by e-mail', async () => {
  const { id, pay_url: receipt } = await takeCash();
  const [text, letter] = await told(id);
  expect(text).toMatchObject({
    kind: 'payment_received',
    audience: 'recipient',
    job_number: null,
    reference: id,
    to: '+232 78 *** 567',
    status: 'sent',
    text: `Aminata Stores: NLe 1,150.50 received (Order 1042). Thank you. Receipt: ${receipt}`,
  });
  expect(letter).toMatchObject({
    kind: 'payment_received',
    to: 'f***@example.sl',
    channel: 'email',
    status: 'sent',
  });
  for (const part of [
    'To: fatmata@example.sl',
    'Subject: Your payment to Aminata Stores',
    'NLe 1,150.50',
    id,
    receipt,
  ])
    expect(mail.mails.at(-1)).toContain(part);
  await service.drain();
  expect(await told(id)).toHaveLength(2);
});

test('in Krio and under the name that the merchant chose, where the settings say so', async () => {
  await shop.client.updateNoticeSettings({ body: { locale: 'kri', sender_name: 'Aminata' } });
  const { id, pay_url: receipt } = await takeCash({
    description: undefined,
    reference: 'ORD-1042',
    customer: { phone: '078 234567' },
  });
  expect(await told(id)).toMatchObject([
    { locale: 'kri', text: `Aminata: wi don get NLe 1,150.50 (ORD-1042). Tenki. Risit: ${receipt}` },
  ]);
});

test('nobody is told where no address is known, nothing was paid, or the merchant wants no receipts', async () => {
  expect(await told((await takeCash({ customer: { name: 'Fatmata Koroma' } })).id)).toEqual([]);
  const { data: open } = await shop.client.createPayment({
    body: { amount: 5, channel: 'cash', customer: CUSTOMER },
  });
  await service.drain();
  expect(await told(open.id)).toEqual([]);
  await shop.client.updateNoticeSettings({
    body: { kinds: usualNoticeKinds.filter((kind) => kind !== 'payment_received') },
  });
  expect(await told((await takeCash()).id)).toEqual([]);
});

test('tickets are their own receipt', async () => {
  await announce('pay_tickets', { ticket_order_id: 'tor_01m7yp5q3vd1ksm4sz8hb2a9gt' });
  await announce('pay_others', { ticket_order_id: null });
  expect([await told('pay_tickets'), await told('pay_others')]).toMatchObject([
    [],
    [{ kind: 'payment_received' }],
  ]);
});

test('a test payment leaves no trace of a receipt', async () => {
  const client = createClient({ baseUrl: service.baseUrl, apiKey: await service.key(shop.id), retries: 0 });
  expect(await told((await takeCash({}, client)).id, client)).toEqual([]);
});

test('a payment that cannot be told does not hold up the messages of the others', async () => {
  await announce('pay_strange', { currency: 'ZZZ' });
  expect(await service.query(`SELECT entity FROM outbox WHERE entity = 'pay_strange'`)).toEqual([]);
  const { id: next } = await takeCash();
  expect([await told('pay_strange'), await told(next)]).toMatchObject([
    [],
    [{ status: 'sent' }, { status: 'sent' }],
  ]);
});

test.each(noticeLocales)('a receipt is one text message, however long the names are (%s)', (locale) => {
  const facts = {
    store: 'Annie Walsh Memorial Secondary School for Girls',
    job: 'pay_01m7yp5q3vd1ksm4sz8hb2a9gt',
    link: 'https://pay.example.sl/pay/UsT4d6hk7VGYh13ce1AcKw',
    cash: null,
    way: 'School fees of the second term for Isata Koroma in Form 3',
    subject: 'NLe 1,150.50',
    at: '2026-11-21T09:15:22.418Z',
  };
  const text = renderText({ kind: 'payment_received', locale, facts, code: '', timeZone: 'Africa/Freetown' });
  expect(countSeptets(text)).toBeLessThanOrEqual(smsSeptetsMax);
  expect(text).toContain(facts.link);
  for (const said of [
    text,
    ...Object.values(renderLetter({ kind: 'payment_received', locale, facts, code: '' })),
  ])
    expect(said).not.toMatch(/[{}]/);
});
