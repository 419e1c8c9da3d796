import { createClient, type Client } from '@cottontree/client';
import type { CreatePaymentBody, Input, Operations } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let page: Client;

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

const PHONE = '+23200000010';
type Link = Input<Operations['createPaymentLink']>['body'];
type Asked = Omit<Partial<CreatePaymentBody>, 'payment_link_id' | 'invoice_id'>;
type Thing = { readonly id: string; readonly slug: string };

/** Each way in which money is asked for at a link. */
const LINK_DOORS: Readonly<Record<string, (link: Thing, asked: Asked) => Promise<unknown>>> = {
  'the link itself': ({ slug }, { metadata: _none, ...asked }) =>
    page.payPaymentLink({ params: { slug }, body: { channel: 'mobile_money', phone: PHONE, ...asked } }),
  'POST /payments of a page': (link, asked) => page.createPayment({ body: paymentAt(link, asked) }),
  'POST /payments of a server': (link, asked) => shop.client.createPayment({ body: paymentAt(link, asked) }),
};
const paymentAt = ({ id }: Thing, asked: Asked): CreatePaymentBody => ({
  amount: 350,
  channel: 'mobile_money',
  ...asked,
  customer: { phone: PHONE, ...asked.customer },
  payment_link_id: id,
});

const QUESTION = {
  key: 'grade',
  label: 'Grade',
  type: 'choice' as const,
  required: true,
  options: ['A', 'B'],
};
const WHO = { name: 'Fatmata Koroma', email: 'fatmata@example.com' };
const missing = (path: string) => ({
  code: 'VALIDATION_ERROR',
  details: { fields: [expect.objectContaining({ path })] },
});
/** What a link can restrict: what breaks it, how it is refused, and what keeps it. */
const RESTRICTIONS: Readonly<
  Record<
    string,
    { readonly terms: Partial<Link>; readonly breaks: Asked; readonly refusal: object; readonly keeps: Asked }
  >
> = {
  channels: {
    terms: { channels: ['card'] },
    breaks: {},
    refusal: { code: 'CHANNEL_NOT_AVAILABLE', details: { channels: ['card'] } },
    keeps: { channel: 'card' },
  },
  'the name of the payer': {
    terms: { collect: { name: 'required' } },
    breaks: {},
    refusal: missing('customer.name'),
    keeps: { customer: WHO },
  },
  'the e-mail of the payer': {
    terms: { collect: { email: 'required' } },
    breaks: {},
    refusal: missing('customer.email'),
    keeps: { customer: WHO },
  },
  'a note': {
    terms: { collect: { note: 'required' } },
    breaks: {},
    refusal: missing('note'),
    keeps: { note: 'Second term' },
  },
  'a note passed as metadata': {
    terms: { collect: { note: 'required' } },
    breaks: { metadata: { note: 'Second term' } },
    refusal: missing('note'),
    keeps: { note: 'Second term' },
  },
  'no note': { terms: {}, breaks: { note: 'Second term' }, refusal: missing('note'), keeps: {} },
  'a question that needs an answer': {
    terms: { custom_fields: [QUESTION] },
    breaks: {},
    refusal: missing('custom_fields.grade'),
    keeps: { custom_fields: { grade: 'A' } },
  },
  'an answer passed as metadata': {
    terms: { custom_fields: [QUESTION] },
    breaks: { metadata: { grade: 'A' } },
    refusal: missing('custom_fields.grade'),
    keeps: { custom_fields: { grade: 'A' } },
  },
  'a choice': {
    terms: { custom_fields: [QUESTION] },
    breaks: { custom_fields: { grade: 'C' } },
    refusal: missing('custom_fields.grade'),
    keeps: { custom_fields: { grade: 'B' } },
  },
  'a number': {
    terms: { custom_fields: [{ key: 'age', label: 'Age', type: 'number' }] },
    breaks: { custom_fields: { age: 'old' } },
    refusal: missing('custom_fields.age'),
    keeps: { custom_fields: { age: '12' } },
  },
  'answers to nothing': {
    terms: {},
    breaks: { custom_fields: { grade: 'A' } },
    refusal: missing('custom_fields.grade'),
    keeps: {},
  },
  'a fixed amount': { terms: {}, breaks: { amount: 1 }, refusal: { code: 'AMOUNT_TOO_SMALL' }, keeps: {} },
  'a most': { terms: {}, breaks: { amount: 351 }, refusal: { code: 'AMOUNT_TOO_LARGE' }, keeps: {} },
};

describe.each(Object.entries(LINK_DOORS))('by %s', (door, ask) => {
  const open = async (terms: Partial<Link> = {}): Promise<Thing> =>
    (
      await shop.client.createPaymentLink({
        body: { title: 'School fees', amount: 350, metadata: { campaign: 'flyer' }, ...terms } as Link,
      })
    ).data;
  const inFlight = async ({ id }: Thing): Promise<number> =>
    (await shop.client.getPaymentLink({ params: { id } })).data.in_flight;

  test.each(Object.entries(RESTRICTIONS))(
    '%s of a link holds',
    async (_what, { terms, breaks, refusal, keeps }) => {
      const link = await open(terms);
      await expect(ask(link, breaks)).rejects.toMatchObject(refusal);
      expect(await inFlight(link)).toBe(0);
      await ask(link, keeps);
      expect(await inFlight(link)).toBe(1);
    },
  );

  test('its metadata and the answers go into the payment, and nothing passes for them', async () => {
    const link = await open({ custom_fields: [QUESTION], collect: { note: 'optional' } });
    await ask(link, {
      custom_fields: { grade: 'A' },
      metadata: { campaign: 'mine', grade: 'A+', note: 'mine', till: '7' },
    });
    const [payment] = (await shop.client.listPayments({ query: { payment_link_id: link.id } })).data;
    expect(payment).toMatchObject({
      description: 'School fees',
      metadata: { campaign: 'flyer', grade: 'A', ...(door === 'the link itself' ? {} : { till: '7' }) },
    });
    expect(payment?.metadata).not.toHaveProperty('note');
  });
});

/** Each way in which money is asked for, for an invoice. */
const INVOICE_DOORS: Readonly<Record<string, (id: string, asked: Asked) => Promise<unknown>>> = {
  'the invoice itself': (id, asked) =>
    shop.client.payInvoice({
      params: { id },
      body: { channel: 'mobile_money', phone: PHONE, ...asked } as never,
    }),
  'POST /payments of a page': (id, asked) =>
    page.createPayment({
      body: { amount: 100, channel: 'mobile_money', customer: { phone: PHONE }, ...asked, invoice_id: id },
    }),
  'POST /payments of a server': (id, asked) =>
    shop.client.createPayment({
      body: { amount: 100, channel: 'mobile_money', customer: { phone: PHONE }, ...asked, invoice_id: id },
    }),
};
const TERMS = { customer: { name: 'Fatmata Koroma' }, items: [{ description: 'Rice', unit_price: 100 }] };
const BROKEN: Readonly<
  Record<
    string,
    { readonly terms: object; readonly breaks: Asked; readonly code: string; readonly keeps: Asked }
  >
> = {
  'accepted channels': {
    terms: { accepted_channels: ['card', 'qr'] },
    breaks: {},
    code: 'CHANNEL_NOT_AVAILABLE',
    keeps: { channel: 'card' },
  },
  'one payment for all': {
    terms: {},
    breaks: { amount: 50 },
    code: 'AMOUNT_TOO_SMALL',
    keeps: { amount: 100 },
  },
  'the least part': {
    terms: { allow_partial_payment: true, min_partial_amount: 20 },
    breaks: { amount: 19.99 },
    code: 'AMOUNT_TOO_SMALL',
    keeps: { amount: 20 },
  },
  'what is due': { terms: {}, breaks: { amount: 100.01 }, code: 'AMOUNT_TOO_LARGE', keeps: { amount: 100 } },
};

describe.each(Object.entries(INVOICE_DOORS))('by %s', (_door, ask) => {
  test.each(Object.entries(BROKEN))(
    '%s of an invoice holds',
    async (_what, { terms, breaks, code, keeps }) => {
      const { data: draft } = await shop.client.createInvoice({ body: { ...TERMS, ...terms } as never });
      const params = { id: draft.id };
      await shop.client.finalizeInvoice({ params });
      await expect(ask(draft.id, breaks)).rejects.toMatchObject({ code });
      expect((await shop.client.listPayments({ query: { invoice_id: draft.id } })).meta.total).toBe(0);
      await ask(draft.id, keeps);
      expect((await shop.client.listPayments({ query: { invoice_id: draft.id } })).meta.total).toBe(1);
    },
  );

  test('nobody pays a draft', async () => {
    const { data: draft } = await shop.client.createInvoice({ body: TERMS });
    await expect(ask(draft.id, {})).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

test('a merchant may take cash for an invoice whatever its page accepts, by either door', async () => {
  for (const ask of [INVOICE_DOORS['the invoice itself'], INVOICE_DOORS['POST /payments of a server']]) {
    const { data: draft } = await shop.client.createInvoice({
      body: { ...TERMS, accepted_channels: ['card'] },
    });
    await shop.client.finalizeInvoice({ params: { id: draft.id } });
    await ask?.(draft.id, { channel: 'cash' });
    expect((await shop.client.listPayments({ query: { invoice_id: draft.id } })).meta.total).toBe(1);
  }
});
