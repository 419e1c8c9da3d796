import { readEmv, readFields, type PaymentStatus } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { nextActionFor, qrPayloadFor, type PayablePayment } from './next-action-for.ts';

const payment: PayablePayment = {
  id: 'pay_01m7yp5c2gfjx8n3p6w1t0z9ra',
  status: 'requires_action',
  channel: 'qr',
  amountMinor: 15_050n,
  currency: 'SLE',
  payUrl: 'https://pay.example.sl/pay/t',
  given: null,
};
const emv = {
  template_id: 26,
  guid: 'sl.example.pay',
  account_id: '0077123456',
  mcc: '5411',
  city: 'Freetown',
  merchant_name: 'Aminata Stores',
};
const usual = { settings: { qrKind: 'url', emv: null }, country: 'SL' } as const;
const dialled = {
  type: 'ussd',
  url: null,
  qrPayload: null,
  ussdCode: '*144*21#',
  message: 'Dial it.',
} as const;

test('a code for any camera opens our page', () => {
  expect(nextActionFor(payment, usual)).toEqual({
    type: 'qr',
    url: payment.payUrl,
    qr_payload: payment.payUrl,
    qr_svg_url: `${payment.payUrl}/qr.svg`,
    ussd_code: null,
    tel_url: null,
    message: null,
  });
});

test('a code for wallets names merchant, amount and payment', () => {
  const { qr_payload: payload } = nextActionFor(payment, { settings: { qrKind: 'emv', emv }, country: 'SL' });
  const fields = readEmv(payload ?? '');
  expect([fields?.get('54'), fields?.get('58'), readFields(fields?.get('62') ?? '')?.get('05')]).toEqual([
    '150.50',
    'SL',
    '1m7yp5c2gfjx8n3p6w1t0z9ra',
  ]);
});

test("a code to dial says the provider's, where it gives one; else the page", () => {
  const terms = { settings: { qrKind: 'ussd', emv: null }, country: 'SL' } as const;
  expect(nextActionFor({ ...payment, given: dialled }, terms)).toMatchObject({
    type: 'qr',
    qr_payload: 'tel:*144*21%23',
    ussd_code: '*144*21#',
    tel_url: 'tel:*144*21%23',
    message: 'Dial it.',
  });
  expect(qrPayloadFor(payment, terms)).toBe(payment.payUrl);
});

test("a provider's own code goes before what the merchant has chosen", () => {
  expect(
    qrPayloadFor(
      { ...payment, given: { ...dialled, qrPayload: 'theirs' } },
      { settings: { qrKind: 'emv', emv }, country: 'SL' },
    ),
  ).toBe('theirs');
});

test('a phone is held to our page', () => {
  expect(nextActionFor({ ...payment, channel: 'nfc' }, usual)).toMatchObject({
    type: 'nfc',
    url: payment.payUrl,
    qr_payload: null,
  });
});

test('other channels do what the provider says, wait until it has, and cash waits for nobody', () => {
  expect(nextActionFor({ ...payment, channel: 'mobile_money', given: dialled }, usual)).toMatchObject({
    type: 'ussd',
    ussd_code: '*144*21#',
    tel_url: 'tel:*144*21%23',
    qr_svg_url: null,
  });
  expect(nextActionFor({ ...payment, channel: 'mobile_money' }, usual).type).toBe('wait');
  expect(nextActionFor({ ...payment, channel: 'cash' }, usual).type).toBe('none');
});

test.each(['succeeded', 'failed', 'cancelled', 'expired'] satisfies PaymentStatus[])(
  'nothing is to be done for one that is %s',
  (status) => {
    expect(nextActionFor({ ...payment, status, given: dialled }, usual)).toMatchObject({
      type: 'none',
      url: null,
      qr_payload: null,
      ussd_code: null,
    });
  },
);
