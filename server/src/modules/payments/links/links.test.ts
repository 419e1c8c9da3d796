import { createClient } from '@cottontree/client';
import type { PaymentLink } from '@cottontree/contract';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const SUCCEEDS = '+23200000001';
const [BROKE, LATE] = ['+23200000002', '+23200000005'];

let service: TestService;
let shop: TestMerchant;
let page: ReturnType<typeof createClient>;
let made = 0;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  page = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { kind: 'public', scopes: [] }),
    retries: 0,
  });
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

type Body = Parameters<TestMerchant['client']['createPaymentLink']>[0]['body'];
const make = async (body: Partial<Body>): Promise<PaymentLink> =>
  (await shop.client.createPaymentLink({ body: { title: 'School fees', ...body } })).data;
const link = (body: Partial<Body> = {}): Promise<PaymentLink> => make({ amount: 350, ...body });
const open = (body: Partial<Body> = {}): Promise<PaymentLink> => make({ type: 'open', ...body });
const pay = async (slug: string, phone = SUCCEEDS, more: object = {}) =>
  (await page.payPaymentLink({ params: { slug }, body: { channel: 'mobile_money', phone, ...more } })).data;
/** With the shop's own key, whose rate is not that of one page. */
const payFast = async (slug: string, phone = SUCCEEDS) =>
  (await shop.client.payPaymentLink({ params: { slug }, body: { channel: 'mobile_money', phone } })).data;
const read = async (id: string): Promise<PaymentLink> =>
  (await shop.client.getPaymentLink({ params: { id } })).data;
const settle = async (ms = 5_000): Promise<void> => {
  service.advance(ms);
  await service.drain();
};
const kindsAbout = async (id: string) =>
  (await shop.client.listMessages({ query: { entity: id } })).data.map(({ event }) => event).toSorted();

test('a link that does not say what is paid for has the name of the store', async () => {
  const { data } = await shop.client.createPaymentLink({ body: { amount: 5 } });
  expect((await page.getPublicPaymentLink({ params: { slug: data.slug } })).data.merchant_name).toBe(
    data.title,
  );
});

test('a link is shared, paid by many, and counts them', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['payment_link.*'] },
  });
  made += 1;
  const fees = await link({
    slug: `school-fees-${made}`,
    description: 'Form 3',
    metadata: { term: '2', pupils: 400 },
    collect: { name: 'required', note: 'optional' },
    custom_fields: [{ key: 'pupil', label: 'Name of the pupil', type: 'text', required: true }],
  });
  expect(fees).toMatchObject({
    status: 'active',
    type: 'fixed',
    amount: 350,
    currency: 'SLE',
    max_uses: null,
    uses: 0,
    in_flight: 0,
    total_collected: 0,
    collect: { name: 'required', phone: 'none', email: 'none', note: 'optional' },
    livemode: false,
    test: true,
  });
  expect(fees.url).toBe(`${service.server.baseUrl}/l/school-fees-1`);
  expect(fees.share.whatsapp).toBe(`https://wa.me/?text=${encodeURIComponent(`School fees ${fees.url}`)}`);
  expect(await read(fees.id)).toEqual(fees);
  expect((await page.getPublicPaymentLink({ params: { slug: fees.slug } })).data).toMatchObject({
    title: 'School fees',
    amount: 350,
    uses_left: null,
    status: 'active',
  });

  const given = {
    customer: { name: 'Fatmata Koroma' },
    custom_fields: { pupil: 'Isata' },
    note: 'Second instalment',
  };
  const payment = await pay(fees.slug, SUCCEEDS, given);
  expect(payment).toMatchObject({
    amount: 350,
    amount_source: 'server',
    payment_link_id: fees.id,
    description: 'School fees',
    customer: { name: 'Fatmata Koroma' },
    metadata: { term: '2', pupils: '400', pupil: 'Isata', note: 'Second instalment' },
  });
  expect(payment.client_secret).toContain(payment.id);
  expect(await read(fees.id)).toMatchObject({ uses: 0, in_flight: 1 });
  await settle();
  expect(await read(fees.id)).toMatchObject({
    uses: 1,
    in_flight: 0,
    total_collected: 350,
    status: 'active',
    updated_at: expect.not.stringMatching(fees.updated_at),
  });
  await pay(fees.slug, BROKE, given);
  await settle();
  expect(await read(fees.id)).toMatchObject({ uses: 1, in_flight: 0, total_collected: 350 });
  expect((await shop.client.listPayments({ query: { payment_link_id: fees.id } })).meta.total).toBe(2);
  expect(await kindsAbout(fees.id)).toEqual(['payment_link.created']);
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
});

test('a link without a slug gets one that nobody guesses', async () => {
  const { slug } = await link();
  expect(slug).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  expect((await link()).slug).not.toBe(slug);
});

test('cameras read the link in both pictures, and a browser need not load them twice', async () => {
  const { id, url, slug } = await link();
  const answers = [
    await shop.client.getPaymentLinkQrSvg({ params: { id } }),
    await shop.client.getPaymentLinkQrPng({ params: { id } }),
  ];
  expect(answers.map(({ data }) => data.type)).toEqual(['image/svg+xml', 'image/png']);
  for (const { data } of answers) {
    const { data: pixels, info } = await sharp(Buffer.from(await data.arrayBuffer()), { density: 600 })
      .resize(600, 600, { kernel: 'nearest' })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQr({ data: pixels, width: info.width, height: info.height })).toBe(url);
  }
  const headers = { authorization: `Bearer ${shop.key}` };
  const first = await fetch(`${service.baseUrl}/payment-links/${id}/qr.svg`, { headers });
  expect(first.headers.get('content-disposition')).toBe(`inline; filename="${slug}.svg"`);
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
  const again = await fetch(`${service.baseUrl}/payment-links/${id}/qr.svg`, {
    headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('of 50 payers the last use goes to one, and comes back when that payment fails', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['payment_link.completed'] },
  });
  const single = await link({ max_uses: 1 });
  const begun = await Promise.allSettled(Array.from({ length: 50 }, () => payFast(single.slug, BROKE)));
  expect(begun.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  for (const result of begun)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'LINK_USED_UP', status: 409, details: { in_flight: 1 } });
  expect(await read(single.id)).toMatchObject({ status: 'active', in_flight: 1 });
  await settle();
  expect(await read(single.id)).toMatchObject({ status: 'active', in_flight: 0, uses: 0 });

  const again = await Promise.allSettled(Array.from({ length: 50 }, () => payFast(single.slug)));
  expect(again.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  await settle();
  expect(await read(single.id)).toMatchObject({
    status: 'completed',
    uses: 1,
    in_flight: 0,
    total_collected: 350,
  });
  await expect(pay(single.slug)).rejects.toMatchObject({ code: 'LINK_USED_UP', details: { in_flight: 0 } });
  expect(await kindsAbout(single.id)).toEqual(['payment_link.completed', 'payment_link.created']);
  expect(
    (
      await service.query(`SELECT count(*)::int AS payments FROM payments WHERE subject_id = $1`, [single.id])
    )[0],
  ).toEqual({ payments: 2 });
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
});

test('money that comes after its use was given to somebody else goes back by itself', async () => {
  const single = await link({ max_uses: 1 });
  const late = await pay(single.slug, LATE);
  await settle(901_000);
  expect((await shop.client.getPayment({ params: { id: late.id } })).data.status).toBe('expired');
  const quick = await pay(single.slug);
  await settle(30_000);
  expect(await read(single.id)).toMatchObject({ status: 'completed', uses: 1 });
  await settle(600_000);
  expect((await shop.client.getPayment({ params: { id: late.id } })).data).toMatchObject({
    status: 'succeeded',
    late: true,
    amount_refunded: 350,
  });
  expect((await shop.client.getPayment({ params: { id: quick.id } })).data).toMatchObject({
    status: 'succeeded',
    amount_refunded: 0,
  });
  expect(await read(single.id)).toMatchObject({ uses: 1, in_flight: 0, total_collected: 350 });
});

test('late money counts where the link still has a use for it', async () => {
  const single = await link({ max_uses: 1 });
  const late = await pay(single.slug, LATE);
  await settle(901_000);
  await settle(600_000);
  expect((await shop.client.getPayment({ params: { id: late.id } })).data).toMatchObject({
    status: 'succeeded',
    late: true,
    amount_refunded: 0,
  });
  expect(await read(single.id)).toMatchObject({ status: 'completed', uses: 1, in_flight: 0 });
});

test('at an open link the payer names the amount within its bounds', async () => {
  const gift = await open({
    title: 'Donation',
    min_amount: 10,
    max_amount: '1000.50',
    suggested_amounts: [20, 50],
  });
  expect(gift).toMatchObject({
    type: 'open',
    amount: null,
    min_amount: 10,
    max_amount: 1000.5,
    suggested_amounts: [20, 50],
  });
  expect(await pay(gift.slug, SUCCEEDS, { amount: 25 })).toMatchObject({
    amount: 25,
    amount_source: 'client',
  });
  await settle();
  expect((await read(gift.id)).total_collected).toBe(25);
});

test("a shop's own page asks for a link's money by POST /payments", async () => {
  const single = await link({ max_uses: 1 });
  const ask = (body: object) =>
    page.createPayment({
      body: {
        amount: 350,
        channel: 'mobile_money',
        customer: { phone: SUCCEEDS },
        payment_link_id: single.id,
        ...body,
      },
    });
  await expect(ask({ amount: 1 })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_SMALL',
    details: { min: 350, max: 350 },
  });
  await expect(ask({ currency: 'USD' })).rejects.toMatchObject({ code: 'CURRENCY_MISMATCH' });
  await expect(ask({ payment_link_id: 'plink_none' })).rejects.toMatchObject({
    code: 'PAYMENT_LINK_NOT_FOUND',
  });
  expect((await ask({})).data.payment_link_id).toBe(single.id);
  await expect(ask({})).rejects.toMatchObject({ code: 'LINK_USED_UP' });
});

test('the same request twice begins one payment', async () => {
  const { slug, id } = await link();
  const ask = () =>
    page.payPaymentLink({
      params: { slug },
      body: { channel: 'mobile_money', phone: SUCCEEDS },
      idempotencyKey: `pay-${slug}`,
    });
  const first = await ask();
  expect(await ask()).toMatchObject({ data: { id: first.data.id }, replayed: true });
  expect((await read(id)).in_flight).toBe(1);
});

test('a link is changed, switched off and on, and each is told', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['payment_link.updated'] },
  });
  const { id, slug } = await link();
  const changed = (
    await shop.client.updatePaymentLink({
      params: { id },
      body: {
        title: 'Fees',
        amount: 300,
        max_uses: 5,
        image_url: 'https://example.sl/a.png',
        collect: { phone: 'optional' },
      },
    })
  ).data;
  expect(changed).toMatchObject({
    title: 'Fees',
    amount: 300,
    max_uses: 5,
    slug,
    collect: { name: 'none', phone: 'optional' },
  });
  expect((await shop.client.deactivatePaymentLink({ params: { id } })).data.status).toBe('inactive');
  expect((await shop.client.deactivatePaymentLink({ params: { id } })).data.status).toBe('inactive');
  await expect(pay(slug)).rejects.toMatchObject({ code: 'LINK_INACTIVE', status: 410 });
  expect((await shop.client.activatePaymentLink({ params: { id } })).data.status).toBe('active');
  await service.drain();
  expect(await kindsAbout(id)).toEqual([
    'payment_link.created',
    'payment_link.updated',
    'payment_link.updated',
    'payment_link.updated',
  ]);
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
});

test('a link as it was read can be sent back whole', async () => {
  const { data: fixed } = await shop.client.createPaymentLink({ body: { title: 'Fees', amount: 350 } });
  const { data: open } = await shop.client.createPaymentLink({
    body: { title: 'Alms', type: 'open', min_amount: 5 },
  });
  for (const { id, amount, min_amount, max_amount, suggested_amounts, title } of [fixed, open]) {
    const body = { title, min_amount, max_amount, suggested_amounts, ...(amount === null ? {} : { amount }) };
    expect((await shop.client.updatePaymentLink({ params: { id }, body })).data).toMatchObject({
      amount,
      min_amount,
      max_amount,
      suggested_amounts,
    });
  }
});

test('of two people who change a link only the one who saw its last change succeeds; somebody who pays meanwhile is no reason to refuse', async () => {
  const { id, slug } = await link();
  const request = async (method: string, headers: object, body?: object) =>
    fetch(`${service.baseUrl}/payment-links/${id}`, {
      method,
      headers: { 'x-api-key': shop.key, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const seen = (await request('GET', {})).headers.get('etag') ?? '';
  await payFast(slug);
  const paid = await request('GET', { 'if-none-match': seen });
  expect([paid.status, paid.headers.get('etag') === seen]).toEqual([200, false]);
  expect((await request('GET', { 'if-none-match': paid.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await request('PATCH', { 'if-match': seen }, { title: 'Fees' })).status).toBe(200);
  expect((await request('PATCH', { 'if-match': seen }, { title: 'Other fees' })).status).toBe(412);
  expect((await read(id)).title).toBe('Fees');
});

test('a link ends at its time, which is told once, and goes on when it gets more', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['payment_link.expired'] },
  });
  const { id, slug } = await link({ expires_in: 600, inactive_message: 'Fees were due in November.' });
  await settle(600_000);
  expect(await read(id)).toMatchObject({ status: 'expired' });
  await expect(pay(slug)).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
    status: 410,
    message: expect.stringContaining('Fees were due in November.'),
  });
  expect(
    (await shop.client.listPaymentLinks({ query: { status: 'expired' } })).data.map((one) => one.id),
  ).toContain(id);
  expect(
    (await shop.client.updatePaymentLink({ params: { id }, body: { expires_at: null } })).data.status,
  ).toBe('active');
  await shop.client.updatePaymentLink({ params: { id }, body: { expires_in: 60 } });
  await settle(61_000);
  expect(await kindsAbout(id)).toEqual([
    'payment_link.created',
    'payment_link.expired',
    'payment_link.expired',
    'payment_link.updated',
    'payment_link.updated',
  ]);
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
});

test('lists are filtered by state and words', async () => {
  const { client } = await service.merchant();
  const first = (await client.createPaymentLink({ body: { title: 'Rent, May', amount: 10 } })).data;
  const second = (await client.createPaymentLink({ body: { title: 'Rent, June', amount: 10 } })).data;
  await client.deactivatePaymentLink({ params: { id: first.id } });
  const idsOf = async (query: object) => (await client.listPaymentLinks({ query })).data.map(({ id }) => id);
  expect([
    await idsOf({}),
    await idsOf({ status: 'inactive' }),
    await idsOf({ status: 'active' }),
    await idsOf({ q: 'june' }),
    await idsOf({ q: first.slug.slice(3) }),
  ]).toEqual([[second.id, first.id], [first.id], [second.id], [second.id], [first.id]]);
});

describe('is refused', () => {
  const fields = (path: string) => ({ code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });

  test.each(['http://a b/', 'https://', 'https://shop.example.sl@evil.example/'])(
    'a page at %s, which no browser should go to',
    async (url) => {
      await expect(link({ redirect_url: url })).rejects.toMatchObject(fields('redirect_url'));
      const { id } = await link();
      await expect(
        shop.client.updatePaymentLink({ params: { id }, body: { image_url: url } }),
      ).rejects.toMatchObject(fields('image_url'));
    },
  );

  test('what only we write, and what stays as it was made; sent back as it is, it does no harm', async () => {
    await expect(make({ amount: 350, uses: 5 } as object)).rejects.toMatchObject(fields('uses'));
    const made = await link();
    for (const change of [
      { slug: 'another-slug' },
      { currency: 'USD' },
      { type: 'open' },
      { total_collected: 5 },
    ]) {
      await expect(
        shop.client.updatePaymentLink({ params: { id: made.id }, body: change as object }),
      ).rejects.toMatchObject(fields(Object.keys(change)[0] ?? ''));
    }
    const { id, slug, currency, type, uses, share, created_at: createdAt } = made;
    expect(
      (
        await shop.client.updatePaymentLink({
          params: { id },
          body: { id, slug, currency, type, uses, share, created_at: createdAt, title: 'Fees' } as object,
        })
      ).data.title,
    ).toBe('Fees');
  });

  test('a link whose terms do not fit together', async () => {
    await expect(link({ amount: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(make({})).rejects.toMatchObject(fields('amount'));
    await expect(link({ amount: 0 })).rejects.toMatchObject(fields('amount'));
    await expect(link({ min_amount: 1 })).rejects.toMatchObject(fields('min_amount'));
    await expect(open({ amount: 5 })).rejects.toMatchObject(fields('amount'));
    await expect(open({ min_amount: 5, max_amount: 4 })).rejects.toMatchObject(fields('max_amount'));
    await expect(open({ max_amount: 4, suggested_amounts: [1, 5] })).rejects.toMatchObject(
      fields('suggested_amounts[1]'),
    );
    await expect(link({ expires_at: '2020-01-01' })).rejects.toMatchObject(fields('expires_at'));
    await expect(link({ expires_at: '2100-01-01', expires_in: 60 })).rejects.toMatchObject(
      fields('expires_in'),
    );
    await expect(
      link({ custom_fields: [{ key: 'size', label: 'Size', type: 'choice' }] }),
    ).rejects.toMatchObject(fields('custom_fields[0].options'));
    await expect(
      link({
        custom_fields: [
          { key: 'a', label: 'A', type: 'text' },
          { key: 'a', label: 'B', type: 'text' },
        ],
      }),
    ).rejects.toMatchObject(fields('custom_fields[1].key'));
    await expect(link({ slug: 'Not A Slug' })).rejects.toMatchObject(fields('slug'));
  });

  test('a slug that is taken, by whomever', async () => {
    const { slug } = await link();
    const { client } = await service.merchant();
    await expect(
      client.createPaymentLink({ body: { title: 'Mine', amount: 1, slug } }),
    ).rejects.toMatchObject({ code: 'SLUG_TAKEN', status: 409 });
  });

  test("a link of somebody else, to its owner's key and to a page", async () => {
    const { id, slug } = await link();
    const { client } = await service.merchant();
    for (const call of [
      () => client.getPaymentLink({ params: { id } }),
      () => client.updatePaymentLink({ params: { id }, body: { title: 'x' } }),
      () => client.deactivatePaymentLink({ params: { id } }),
      () => client.activatePaymentLink({ params: { id } }),
      () => client.getPaymentLinkQrSvg({ params: { id } }),
      () => client.getPaymentLinkQrPng({ params: { id } }),
      () => client.getPublicPaymentLink({ params: { slug } }),
      () => client.payPaymentLink({ params: { slug }, body: {} }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'PAYMENT_LINK_NOT_FOUND', status: 404 });
    }
  });

  test('fewer uses than are gone', async () => {
    const { id, slug } = await link({ max_uses: 3 });
    await pay(slug);
    await pay(slug);
    await expect(
      shop.client.updatePaymentLink({ params: { id }, body: { max_uses: 1 } }),
    ).rejects.toMatchObject(fields('max_uses'));
    expect(
      (await shop.client.updatePaymentLink({ params: { id }, body: { max_uses: 2 } })).data.max_uses,
    ).toBe(2);
  });

  test('a payer who names another amount, or too little, or too much, or none', async () => {
    const [fixed, gift] = [await link(), await open({ min_amount: 10, max_amount: 20 })];
    await expect(pay(fixed.slug, SUCCEEDS, { amount: 1 })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      status: 422,
    });
    await expect(pay(fixed.slug, SUCCEEDS, { amount: 351 })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
      status: 422,
    });
    await expect(pay(gift.slug, SUCCEEDS, { amount: 9.99 })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      details: { min: 10, max: 20 },
    });
    await expect(pay(gift.slug)).rejects.toMatchObject(fields('amount'));
    await expect(pay(gift.slug, SUCCEEDS, { amount: 10.001 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
    });
  });

  test('a payer who leaves out what is asked for, or gives what is not', async () => {
    const { slug } = await link({
      collect: { name: 'required', note: 'none' },
      custom_fields: [
        { key: 'size', label: 'Size', type: 'choice', options: ['S', 'L'], required: true },
        { key: 'age', label: 'Age', type: 'number' },
      ],
    });
    const name = { customer: { name: 'A' } };
    await expect(pay(slug)).rejects.toMatchObject(fields('customer.name'));
    await expect(pay(slug, SUCCEEDS, { ...name, note: 'x' })).rejects.toMatchObject(fields('note'));
    await expect(pay(slug, SUCCEEDS, name)).rejects.toMatchObject(fields('custom_fields.size'));
    await expect(pay(slug, SUCCEEDS, { ...name, custom_fields: { size: 'M' } })).rejects.toMatchObject(
      fields('custom_fields.size'),
    );
    await expect(
      pay(slug, SUCCEEDS, { ...name, custom_fields: { size: 'S', age: 'old' } }),
    ).rejects.toMatchObject(fields('custom_fields.age'));
    await expect(
      pay(slug, SUCCEEDS, { ...name, custom_fields: { size: 'S', colour: 'red' } }),
    ).rejects.toMatchObject(fields('custom_fields.colour'));
    await expect(pay(slug, '12', { ...name, custom_fields: { size: 'S' } })).rejects.toMatchObject({
      code: 'INVALID_PHONE',
    });
  });

  test('a way to pay that the link does not offer', async () => {
    const { slug } = await link({ channels: ['card'] });
    await expect(pay(slug)).rejects.toMatchObject({
      code: 'CHANNEL_NOT_AVAILABLE',
      status: 422,
      details: { channels: ['card'] },
    });
    await expect(page.payPaymentLink({ params: { slug }, body: { channel: 'cash' } })).rejects.toMatchObject({
      code: 'CHANNEL_NOT_AVAILABLE',
    });
  });
});
