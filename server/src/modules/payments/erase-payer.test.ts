import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSnapshot } from '../../store/index.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { verifyPayments } from './index.ts';

const WALLET = '+23200000001';
const [PHONE, EMAIL] = ['+23276555222', 'Hidden@Example.sl'];
const PAYER = { name: 'Hidden Jalloh', phone: PHONE, email: EMAIL } as const;
const OTHER = { name: 'Mohamed Kamara', phone: '+23276123456', email: 'mohamed@example.sl' } as const;
const NOBODY = { name: null, phone: null, email: null } as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyPayments)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const tracesOf = async (merchantId: string, livemode = false): Promise<readonly string[]> => {
  const kept = JSON.stringify(
    await service.query('SELECT t::text FROM payments t WHERE merchant_id = $1 AND livemode = $2', [
      merchantId,
      livemode,
    ]),
  );
  return ['Hidden', '76555222', 'Hidden@', 'Room 12', 'Pupil Jalloh', WALLET].filter((trace) =>
    kept.includes(trace),
  );
};
type Body = Parameters<Client['createPayment']>[0]['body'];
const pay = async ({ client }: Pick<TestMerchant, 'client'>, body: Partial<Body> = {}) =>
  (
    await client.createPayment({
      body: { amount: 5, channel: 'mobile_money', customer: PAYER, ...body },
    })
  ).data;
const succeed = (shop: TestMerchant, id: string) =>
  shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
const paid = async (shop: TestMerchant, body: Partial<Body> = {}) => {
  const { id } = await pay(shop, body);
  await succeed(shop, id);
  return read(shop, id);
};
const settle = async (): Promise<void> => {
  service.advance(5_000);
  await service.drain();
};
const erase = async (shop: TestMerchant, body: Parameters<Client['createCustomer']>[0]['body'] = PAYER) => {
  const { data } = await shop.client.createCustomer({ body });
  return (await shop.client.eraseCustomer({ params: { id: data.id } })).data;
};
const read = async (shop: TestMerchant, id: string) =>
  (await shop.client.getPayment({ params: { id } })).data;

test('who is forgotten stands on no payment that is over; the money stays, and goes back all the same', async () => {
  const shop = await service.merchant();
  const mine = await paid(shop, { reference: 'R-1', description: 'Deposit', metadata: { hall: '2' } });
  const other = await paid(shop, { customer: OTHER });
  expect(mine).toMatchObject({ status: 'succeeded', customer: PAYER });
  expect(await tracesOf(shop.id)).toEqual(['Hidden', '76555222', 'Hidden@']);
  const { id, documents } = await erase(shop);
  expect(documents).toBe(1);
  expect(await tracesOf(shop.id)).toEqual([]);
  expect(await read(shop, mine.id)).toEqual({
    ...mine,
    customer: NOBODY,
    version: mine.version + 1,
  });
  expect((await read(shop, other.id)).customer).toEqual(OTHER);
  expect((await shop.client.eraseCustomer({ params: { id } })).data.documents).toBe(0);
  await shop.client.createRefund({ params: { id: mine.id }, body: { amount: 2 } });
  await settle();
  expect(await read(shop, mine.id)).toMatchObject({ status: 'succeeded', amount_refunded: 2 });
  const [row] = await service.query('SELECT phone FROM payments WHERE id = $1', [mine.id]);
  expect(row).toEqual({ phone: null });
});

test('what a payer answered at a payment link goes with them, and what the link says of itself stays', async () => {
  const shop = await service.merchant();
  const { data: link } = await shop.client.createPaymentLink({
    body: {
      title: 'School fees',
      amount: 350,
      metadata: { term: '2' },
      collect: { name: 'required', phone: 'required', note: 'optional' },
      custom_fields: [{ key: 'pupil', label: 'Name of the pupil', type: 'text', required: true }],
    },
  });
  const at = { slug: link.slug };
  const given = { channel: 'mobile_money', phone: WALLET, note: 'Room 12' } as const;
  const answers = { custom_fields: { pupil: 'Pupil Jalloh' } };
  const { data: mine } = await shop.client.payPaymentLink({
    params: at,
    body: { ...given, ...answers, customer: { name: 'Hidden Jalloh', phone: PHONE } },
  });
  const { data: other } = await shop.client.payPaymentLink({
    params: at,
    body: { ...given, ...answers, customer: OTHER },
  });
  await settle();
  expect((await erase(shop)).documents).toBe(1);
  expect(await read(shop, mine.id)).toMatchObject({ customer: NOBODY, metadata: { term: '2' }, amount: 350 });
  expect((await read(shop, mine.id)).metadata).toEqual({ term: '2' });
  expect(await read(shop, other.id)).toMatchObject({
    customer: OTHER,
    metadata: { term: '2', note: 'Room 12', pupil: 'Pupil Jalloh' },
  });
  expect((await shop.client.getPaymentLink({ params: { id: link.id } })).data).toMatchObject({
    uses: 2,
    total_collected: 700,
  });
});

test('an answer to what a link asks no more goes with its payer too', async () => {
  const shop = await service.merchant();
  const asked = (key: string) => [{ key, label: 'Name of the pupil', type: 'text' as const, required: true }];
  const { data: link } = await shop.client.createPaymentLink({
    body: { title: 'School fees', amount: 350, metadata: { term: '2' }, custom_fields: asked('pupil') },
  });
  const pay = async (custom_fields: Record<string, string>) =>
    (
      await shop.client.payPaymentLink({
        params: { slug: link.slug },
        body: { channel: 'mobile_money', phone: WALLET, customer: PAYER, custom_fields },
      })
    ).data;
  const change = (body: Parameters<Client['updatePaymentLink']>[0]['body']) =>
    shop.client.updatePaymentLink({ params: { id: link.id }, body });
  const first = await pay({ pupil: 'Pupil Jalloh' });
  await change({ custom_fields: asked('child') });
  const second = await pay({ child: 'Pupil Jalloh' });
  await change({ custom_fields: [] });
  await change({ title: 'School fees, second term' });
  await settle();
  expect(await tracesOf(shop.id)).toContain('Pupil Jalloh');
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual([]);
  for (const { id } of [first, second]) expect((await read(shop, id)).metadata).toEqual({ term: '2' });
});

test('whoever paid for somebody else is forgotten as the wallet that was asked, and the other one stays', async () => {
  const shop = await service.merchant();
  const { id } = await paid(shop, { customer: OTHER });
  const unnamed = await paid(shop, { customer: { name: 'Hidden Jalloh' } });
  await service.query('UPDATE payments SET phone = $2 WHERE id = ANY ($1)', [[id, unnamed.id], PHONE]);
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual([]);
  expect((await read(shop, id)).customer).toEqual(OTHER);
  expect((await read(shop, unnamed.id)).customer).toEqual(NOBODY);
});

test('by the e-mail address in any spelling', async () => {
  const shop = await service.merchant();
  const { id } = await paid(shop, { customer: { name: 'Hidden Jalloh', email: EMAIL } });
  expect((await erase(shop, { name: 'Hidden', email: 'hidden@EXAMPLE.sl' })).documents).toBe(1);
  expect((await read(shop, id)).customer).toEqual(NOBODY);
});

test('what is under way keeps its payer until it is over and somebody of the number is erased again', async () => {
  const shop = await service.merchant();
  const { id } = await pay(shop);
  expect((await erase(shop)).documents).toBe(0);
  expect((await read(shop, id)).customer).toEqual(PAYER);
  await succeed(shop, id);
  expect((await erase(shop)).documents).toBe(1);
  expect(await tracesOf(shop.id)).toEqual([]);
});

test('other merchants and the other mode keep theirs', async () => {
  const [shop, rival] = [await service.merchant(), await service.merchant()];
  const apiKey = await service.key(shop.id, { livemode: true });
  const live = { client: createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 }) };
  for (const { client } of [live, rival, shop])
    await client.confirmPayment({ params: { id: (await pay({ client }, { channel: 'cash' })).id } });
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual([]);
  expect(await tracesOf(shop.id, true)).toEqual(['Hidden', '76555222', 'Hidden@']);
  expect(await tracesOf(rival.id)).toEqual(['Hidden', '76555222', 'Hidden@']);
});
