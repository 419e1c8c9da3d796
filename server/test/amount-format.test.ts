import type { OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMerchant } from '../src/modules/merchants/index.ts';
import { createProbe, type Probe } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

const STRING = { 'x-amount-format': 'string' };
const PARCEL = {
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '27 Freetown Road',
  weight_kg: 2.5,
  declared_value: 150.5,
  cod_amount: 40,
};

let service: TestService;
let shop: TestMerchant;
let probe: Probe;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  probe = createProbe(service.baseUrl);
});
afterAll(() => service[Symbol.asyncDispose]());

type Asked = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly key?: string;
};
type Body = {
  readonly data: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string };
};

/** One request as strict clients send it: the probe would hold amounts to be numbers. */
async function ask(
  path: string,
  { method = 'GET', headers = STRING, body, key = shop.key }: Asked = {},
): Promise<Body & { readonly status: number; readonly headers: Headers }> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    ...((text === '' ? { data: {} } : JSON.parse(text)) as Body),
  };
}

const post = (path: string, body: object, asked: Asked = {}): ReturnType<typeof ask> =>
  ask(path, { ...asked, method: 'POST', body });

describe('a strict client', () => {
  test('gets every amount of a delivery as text with the cents, and weights as numbers', async () => {
    const made = await post('/shipping/deliveries', PARCEL);
    expect(made).toMatchObject({
      status: 201,
      data: {
        declared_value: '150.50',
        cod_amount: '40.00',
        shipping_fee: expect.stringMatching(/^\d+\.\d\d$/),
        weight_kg: 2.5,
      },
    });
    expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const path = `/shipping/deliveries/${String(made.data['job_number'])}`;
    const [strict, plain] = [await ask(path), await ask(path, { headers: {} })];
    expect(strict.data).toEqual({
      ...plain.data,
      declared_value: '150.50',
      cod_amount: '40.00',
      shipping_fee: Number(plain.data['shipping_fee']).toFixed(2),
      fee_breakdown: strict.data['fee_breakdown'],
    });
    expect((await ask(path, { headers: { 'x-amount-format': 'number' } })).data).toEqual(plain.data);
  });

  test('gets the amounts of every item of a list', async () => {
    await shop.client.createPayment({ body: { amount: 5, channel: 'cash' } });
    const { data } = await ask('/payments');
    expect(data).toEqual([
      expect.objectContaining({ amount: '5.00', amount_refunded: '0.00', fee: null, currency: 'SLE' }),
    ]);
  });

  test('gets the first answer again in the form asked for now', async () => {
    const headers = { 'idempotency-key': 'the-same-payment' };
    const first = await post('/payments', { amount: 7.5, channel: 'cash' }, { headers });
    const again = await post(
      '/payments',
      { amount: 7.5, channel: 'cash' },
      { headers: { ...headers, ...STRING } },
    );
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([first.data['amount'], again.data['amount'], again.data['id']]).toEqual([
      7.5,
      '7.50',
      first.data['id'],
    ]);
    expect((await post('/payments', { amount: 7.5, channel: 'cash' }, { headers })).data).toEqual(first.data);
  });

  test('gets discounts as text where they are amounts, and as numbers where they are percentages', async () => {
    expect((await post('/pos/discounts', { name: 'Staff', type: 'fixed', value: 10 })).data['value']).toBe(
      '10.00',
    );
    expect(
      (await post('/pos/discounts', { name: 'Friends', type: 'percent', value: 12.5 })).data['value'],
    ).toBe(12.5);
  });

  test('gets amounts in the decimals of their own currency', async () => {
    const { id } = await createMerchant(service.server.runtime.context, {
      name: 'Boutique Awa',
      email: 'awa@example.sn',
      country: 'SN',
    });
    const key = await service.key(id);
    expect((await post('/pos/products', { name: 'Boubou', price: 15_000 }, { key })).data).toMatchObject({
      price: '15000',
      cost: null,
    });
    expect(
      (
        await post(
          '/events',
          {
            name: 'Concert',
            start_date: '2027-01-01T20:00:00Z',
            end_date: '2027-01-01T23:00:00Z',
            currency: 'TND',
            ticket_types: [{ name: 'Entry', price: 20, quantity_available: 10 }],
          },
          { key },
        )
      ).data,
    ).toMatchObject({ ticket_types: [{ price: '20.000', quantity_available: 10 }] });
  });

  test('hears of a payment in a stream with amounts as text', async () => {
    const { data } = await shop.client.createPayment({
      body: { amount: 12, channel: 'card', test_card: '4000002500003155' },
    });
    const stop = new AbortController();
    const response = await fetch(`${service.baseUrl}/payments/${data.id}/events`, {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/event-stream', ...STRING },
      signal: stop.signal,
    });
    let heard = '';
    for await (const chunk of response.body ?? []) {
      heard += Buffer.from(chunk as Uint8Array).toString('utf8');
      if (heard.includes('data: ')) break;
    }
    stop.abort();
    expect(JSON.parse(/^data: (.*)$/m.exec(heard)?.[1] ?? '{}')).toMatchObject({
      id: data.id,
      amount: '12.00',
    });
  });

  test('is understood whichever form of a thing its If-Match is of', async () => {
    const { data } = await post('/customers', { name: 'Isatu' });
    const made = await post('/invoices', {
      customer_id: data['id'],
      items: [{ description: 'Work', unit_price: 5 }],
    });
    const path = `/invoices/${String(made.data['id'])}`;
    const [strict, plain] = [await ask(path), await ask(path, { headers: {} })];
    const [strictTag, plainTag] = [strict.headers.get('etag') ?? '', plain.headers.get('etag') ?? ''];
    expect(strict.data['total']).toBe('5.00');
    expect(strictTag).not.toBe(plainTag);
    const known = async (tag: string, headers: Record<string, string>): Promise<number> =>
      (await ask(path, { headers: { ...headers, 'if-none-match': tag } })).status;
    expect(
      [await known(strictTag, STRING), await known(plainTag, {})],
      'what one has need not be sent again',
    ).toEqual([304, 304]);
    expect(
      [await known(strictTag, {}), await known(plainTag, STRING)],
      'the other form is no substitute',
    ).toEqual([200, 200]);
    const change = (tag: string): ReturnType<typeof ask> =>
      ask(path, { method: 'PATCH', headers: { ...STRING, 'if-match': tag }, body: { notes: 'Thank you.' } });
    expect(await change(strictTag)).toMatchObject({ status: 200, data: { total: '5.00' } });
    expect(await change(strictTag)).toMatchObject({ status: 412, error: { code: 'PRECONDITION_FAILED' } });
  });

  test('gets refusals, lists as CSV and messages as everybody does', async () => {
    const payment = await shop.client.createPayment({ body: { amount: 5, channel: 'cash' } });
    await shop.client.confirmPayment({ params: { id: payment.data.id } });
    const refused = await post(`/payments/${payment.data.id}/refunds`, { amount: 6 });
    expect(refused).toMatchObject({
      status: 422,
      error: { code: 'REFUND_EXCEEDS_PAYMENT', details: { refundable: 5 } },
    });
    const csv = async (headers: Record<string, string>): Promise<string> =>
      (
        await fetch(`${service.baseUrl}/shipping/deliveries`, {
          headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv', ...headers },
        })
      ).text();
    expect(await csv(STRING)).toBe(await csv({}));
  });
});

test('any other form is refused by name, whatever is asked for', async () => {
  for (const form of ['text', 'String', 'numbers', '', 'string, number']) {
    for (const id of ['listPayments', 'listMessages', 'getPosSettings'] as OperationId[]) {
      expect(
        await probe.ask(id, { key: shop.key, headers: { 'x-amount-format': form } }),
        form,
      ).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        message: 'X-Amount-Format must be number or string.',
        details: { fields: [{ path: 'X-Amount-Format', message: 'must be number or string' }] },
      });
    }
  }
});

test('pages may send the header', async () => {
  const key = await service.key(shop.id, { kind: 'public', scopes: [] });
  const { status, headers } = await ask('/payments/channels', {
    key,
    headers: { ...STRING, origin: 'https://shop.example.sl' },
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://shop.example.sl']);
  const preflight = await fetch(`${service.baseUrl}/payments/channels`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example.sl', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Amount-Format');
});
