import { createClient } from '@cottontree/client';
import { readEmv, readFields } from '@cottontree/contract';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const EMV = {
  template_id: 26,
  guid: 'sl.example.pay',
  account_id: '0077123456',
  mcc: '5411',
  city: 'Freetown',
  merchant_name: 'Aminata Stores',
};

let service: TestService;
let shop: TestMerchant;
let page: ReturnType<typeof createClient>;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  page = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { kind: 'public', scopes: [] }),
    retries: 0,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (body: object) =>
  page.createPayment({
    body: { amount: 150.5, channel: 'mobile_money', customer: { phone: '+23200000010' }, ...body },
  });
const sign = async (body: object = {}) =>
  (await shop.client.createSignedAmount({ body: { amount: '150.50', reference: 'ORD-1042', ...body } })).data;

test('settings are those of the mode, and a change leaves the rest as it is', async () => {
  expect((await shop.client.getPaymentSettings()).data).toEqual({
    late_success_policy: 'accept',
    require_signed_amounts: false,
    qr_kind: 'url',
    emv: null,
    livemode: false,
    test: true,
    updated_at: null,
  });
  await Promise.all([
    shop.client.updatePaymentSettings({ body: { late_success_policy: 'review' } }),
    shop.client.updatePaymentSettings({ body: { emv: EMV } }),
  ]);
  expect((await shop.client.getPaymentSettings()).data).toMatchObject({
    late_success_policy: 'review',
    emv: EMV,
    qr_kind: 'url',
  });
  const live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
  });
  expect((await live.getPaymentSettings()).data).toMatchObject({
    late_success_policy: 'accept',
    emv: null,
    livemode: true,
    test: false,
  });
  expect(
    (await shop.client.updatePaymentSettings({ body: { late_success_policy: 'accept', emv: null } })).data
      .emv,
  ).toBeNull();
});

test('a page asks for exactly what the server has signed', async () => {
  const { token, expires_at } = await sign({ expires_in: 600 });
  expect(Date.parse(expires_at) - service.server.runtime.context.world.now().getTime()).toBeLessThanOrEqual(
    600_000,
  );
  expect((await ask({ amount_token: token, reference: 'ORD-1042' })).data).toMatchObject({
    amount: 150.5,
    amount_source: 'signed',
    reference: 'ORD-1042',
  });
  for (const body of [{ amount: 1 }, { currency: 'USD' }, { reference: 'ORD-9' }, { reference: undefined }]) {
    await expect(ask({ amount_token: token, reference: 'ORD-1042', ...body })).rejects.toMatchObject({
      code: 'AMOUNT_TOKEN_INVALID',
      status: 422,
    });
  }
  service.advance(600_000);
  await expect(ask({ amount_token: token, reference: 'ORD-1042' })).rejects.toMatchObject({
    code: 'AMOUNT_TOKEN_INVALID',
    message: expect.stringContaining('expired'),
  });
});

test('a merchant can refuse amounts from pages that nobody has signed, but for links, which say theirs', async () => {
  expect((await ask({})).data.amount_source).toBe('client');
  await shop.client.updatePaymentSettings({ body: { require_signed_amounts: true } });
  await expect(ask({})).rejects.toMatchObject({
    code: 'AMOUNT_TOKEN_INVALID',
    message: expect.stringContaining('signed'),
  });
  expect((await ask({ amount_token: (await sign({ reference: undefined })).token })).data.amount_source).toBe(
    'signed',
  );
  const link = (await shop.client.createPaymentLink({ body: { title: 'Fees', amount: 5 } })).data;
  expect((await ask({ amount: 5, payment_link_id: link.id })).data.payment_link_id).toBe(link.id);
  expect((await shop.client.createPayment({ body: { amount: 5, channel: 'cash' } })).data.amount_source).toBe(
    'server',
  );
  await shop.client.updatePaymentSettings({ body: { require_signed_amounts: false } });
});

test('a payment by code shows what the merchant has chosen', async () => {
  const asked = async () =>
    (await shop.client.createPayment({ body: { amount: 150.5, channel: 'qr' } })).data;
  const url = await asked();
  expect(url).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'qr', qr_payload: url.pay_url, qr_svg_url: `${url.pay_url}/qr.svg` },
  });
  await shop.client.updatePaymentSettings({ body: { emv: EMV, qr_kind: 'emv' } });
  const { id, next_action: next } = await asked();
  const fields = readEmv(next.qr_payload ?? '');
  expect([
    fields?.get('54'),
    fields?.get('53'),
    fields?.get('58'),
    readFields(fields?.get('62') ?? '')?.get('05'),
  ]).toEqual(['150.50', '925', 'SL', id.slice(5)]);
  const { data } = await shop.client.getPaymentQr({ params: { id } });
  const { data: pixels, info } = await sharp(Buffer.from(await data.arrayBuffer()), { density: 600 })
    .resize(800, 800, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQr({ data: pixels, width: info.width, height: info.height })).toBe(next.qr_payload);
  expect(
    (await shop.client.createPayment({ body: { amount: 5, channel: 'nfc' } })).data.next_action.type,
  ).toBe('nfc');
  await shop.client.cancelPayment({ params: { id } });
  await expect(shop.client.getPaymentQr({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
  });
});

test('an EMVCo code wants what the acquirer gave', async () => {
  await shop.client.updatePaymentSettings({ body: { qr_kind: 'url', emv: null } });
  await expect(shop.client.updatePaymentSettings({ body: { qr_kind: 'emv' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'emv' }] },
  });
  expect((await shop.client.getPaymentSettings()).data.qr_kind).toBe('url');
  await expect(
    shop.client.updatePaymentSettings({ body: { emv: { ...EMV, mcc: 'shop' } } }),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: expect.arrayContaining([expect.objectContaining({ path: 'emv.mcc' })]) },
  });
});

test('an amount is signed only if it can be asked for', async () => {
  await expect(sign({ amount: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION', status: 400 });
  await expect(sign({ amount: 0 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'amount' }] },
  });
});
