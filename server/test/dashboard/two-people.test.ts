import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let member: TestMember;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ running: true }), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  member = await signedInMember(service, { merchantId: shop.id });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A page that hears of what others change. */
async function open(path: string): Promise<Page> {
  const { page } = await openDashboard(browser, { service, member });
  page.setDefaultTimeout(15_000);
  const stream = page.waitForResponse((answer) => answer.url().endsWith('/v1/live'));
  await page.goto(dashboardUrl(service, path));
  await stream;
  await settled(page);
  return page;
}
const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The page has read what another person wrote. */
const reads = (page: Page, theirs: string) =>
  page.waitForResponse(
    async (answer) =>
      answer.request().method() === 'GET' &&
      answer.ok() &&
      (await answer.text().catch(() => '')).includes(theirs),
  );
const refused = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: /changed/i })
    .first()
    .waitFor();
const PICTURE = {
  name: 'icon.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test(
  'what a colleague changed of a saved address while one writes is not written over unseen',
  IN_A_BROWSER,
  async () => {
    const { data: address } = await shop.client.saveAddress({
      body: { label: 'Shop', address: '3 Pademba Road', city: 'Freetown' },
    });
    const page = await open(`/deliveries/addresses/${address.id}`);
    await field(page, 'landmark').fill('Mine');
    await shop.client.updateAddress({ params: { id: address.id }, body: { landmark: 'Theirs' } });
    // What is delivered makes the page read addresses anew.
    await Promise.all([reads(page, 'Theirs'), shop.client.createDelivery({ body: parcel })]);
    await press(page, 'Save the address');
    await refused(page);
    const { data } = await shop.client.listAddresses();
    expect(data.find(({ id }) => id === address.id)?.landmark).toBe('Theirs');
    await page.context().close();
  },
);

test(
  'what a colleague changed of the branding while one writes is not written over unseen, and a picture of one’s own is no reason to refuse',
  IN_A_BROWSER,
  async () => {
    const page = await open('/settings/branding');
    const choose = () => page.getByLabel('Icon').last().setInputFiles(PICTURE);
    const footer = async () => (await shop.client.getBranding()).data.footer;
    await field(page, 'footer').fill('Mine');
    await Promise.all([reads(page, '"icon_url":"http'), choose()]);
    await press(page, 'Save');
    // What is typed before the answer is here would go with it.
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await footer()).toBe('Mine');
    await field(page, 'footer').fill('Mine again');
    await shop.client.updateBranding({ body: { footer: 'Theirs' } });
    await Promise.all([reads(page, 'Theirs'), choose()]);
    await press(page, 'Save');
    await refused(page);
    expect(await footer()).toBe('Theirs');
    await page.context().close();
  },
);

test(
  'what a colleague put into a bundle while one changes how many are in it is not written over unseen; another name of it is no reason to refuse',
  IN_A_BROWSER,
  async () => {
    const made = await Promise.all(
      ['Soap', 'Towel'].map(
        async (name) => (await shop.client.createProduct({ body: { name, price: 5 } })).data,
      ),
    );
    const [soap = '', towel = ''] = made.map(({ variants }) => variants[0]?.id ?? '');
    const { data: bundle } = await shop.client.createProduct({
      body: { name: 'Gift', price: 12, type: 'bundle', components: [{ variant_id: soap, quantity: 1 }] },
    });
    const params = { id: bundle.id };
    const inIt = async () => (await shop.client.getProduct({ params })).data.components;
    const page = await open(`/till/products/${bundle.id}`);
    const howMany = page.getByLabel('How many Soap');
    await howMany.fill('2');
    await Promise.all([
      reads(page, 'Gift box'),
      shop.client.updateProduct({ params, body: { name: 'Gift box' } }),
    ]);
    // What is typed while it is being saved stays.
    await page.route(/\/v1\/pos\/products\/prod_/, async (route) => {
      const response = await route.fetch();
      if (route.request().method() === 'PATCH') await howMany.fill('3');
      await route.fulfill({ response });
    });
    await Promise.all([reads(page, '"quantity":2'), press(page, 'Save')]);
    await page.unrouteAll();
    expect(await inIt()).toMatchObject([{ variant_id: soap, quantity: 2 }]);
    await settled(page);
    expect(await howMany.inputValue()).toBe('3');
    const theirs = [
      { variant_id: soap, quantity: 2 },
      { variant_id: towel, quantity: 7 },
    ];
    await Promise.all([
      reads(page, '"quantity":7'),
      shop.client.updateProduct({ params, body: { components: theirs } }),
    ]);
    await press(page, 'Save');
    await refused(page);
    expect(await inIt()).toMatchObject(theirs);
    await page.context().close();
  },
);

test(
  'what is typed in the branding while it is being saved stays, and is saved with the next press',
  IN_A_BROWSER,
  async () => {
    const page = await open('/settings/branding');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/v1\/merchant\/branding|\/v1\/branding/, async (route) => {
      if (route.request().method() === 'PATCH') await answered;
      await route.continue();
    });
    await field(page, 'footer').fill('First');
    await press(page, 'Save');
    await field(page, 'policies.returns').fill('Within a week');
    answer();
    await page.getByText('Saved', { exact: true }).waitFor();
    await settled(page);
    expect(await field(page, 'policies.returns').inputValue()).toBe('Within a week');
    await press(page, 'Save');
    await expect
      .poll(async () => (await shop.client.getBranding()).data)
      .toMatchObject({ footer: 'First', policies: { returns: 'Within a week' } });
    await page.context().close();
  },
);

test(
  'what is typed in a draft stays when a colleague saves the same draft, and is not written over theirs',
  IN_A_BROWSER,
  async () => {
    const { data: draft } = await shop.client.createInvoice({
      body: { customer: { name: 'Hawa' }, items: [{ description: 'Sewing', unit_price: 50 }] },
    });
    const params = { id: draft.id };
    const page = await open(`/invoices/${draft.id}/edit`);
    await field(page, 'notes').fill('Mine, at length');
    await Promise.all([
      reads(page, 'Theirs'),
      shop.client.updateInvoice({ params, body: { notes: 'Theirs' } }),
    ]);
    await page.waitForTimeout(300);
    expect(await field(page, 'notes').inputValue()).toBe('Mine, at length');
    await press(page, 'Save the draft');
    await refused(page);
    expect((await shop.client.getInvoice({ params })).data.notes).toBe('Theirs');
    await page.context().close();
  },
);

/** A thing that two people write: its page, a field there, what saves it; and how the other one writes and reads it. */
type Written = {
  readonly path: string;
  readonly field: string;
  readonly save: string;
  readonly theirs: () => Promise<unknown>;
  readonly now: () => Promise<string | null>;
};
const WRITTEN: Readonly<Record<string, () => Promise<Written>>> = {
  'the branding': async () => {
    await shop.client.updateBranding({ body: { footer: 'Before' } });
    return {
      path: '/settings/branding',
      field: 'footer',
      save: 'Save',
      theirs: () => shop.client.updateBranding({ body: { footer: 'Theirs' } }),
      now: async () => (await shop.client.getBranding()).data.footer,
    };
  },
  'a saved address': async () => {
    const { data } = await shop.client.saveAddress({
      body: { label: 'Store', address: '4 Wilkinson Road', city: 'Freetown' },
    });
    const params = { id: data.id };
    return {
      path: `/deliveries/addresses/${data.id}`,
      field: 'landmark',
      save: 'Save the address',
      theirs: () => shop.client.updateAddress({ params, body: { landmark: 'Theirs' } }),
      now: async () =>
        (await shop.client.listAddresses()).data.find(({ id }) => id === data.id)?.landmark ?? null,
    };
  },
  'a customer': async () => {
    const { data } = await shop.client.createCustomer({ body: { name: 'Before' } });
    const params = { id: data.id };
    return {
      path: `/customers/${data.id}/edit`,
      field: 'name',
      save: 'Save',
      theirs: () => shop.client.updateCustomer({ params, body: { name: 'Theirs' } }),
      now: async () => (await shop.client.getCustomer({ params })).data.name,
    };
  },
  'an endpoint': async () => {
    const { data } = await shop.client.createWebhook({
      body: { url: 'https://shop.example/hooks', events: ['*'], description: 'Before' },
    });
    const params = { id: data.id };
    return {
      path: `/developers/webhooks/${data.id}?part=settings`,
      field: 'description',
      save: 'Save',
      theirs: () => shop.client.updateWebhook({ params, body: { description: 'Theirs' } }),
      now: async () => (await shop.client.getWebhook({ params })).data.description,
    };
  },
  'a delivery': async () => {
    const { data } = await shop.client.createDelivery({ body: parcel });
    const params = { jobNumber: data.job_number };
    return {
      path: `/deliveries/${data.job_number}/edit`,
      field: 'delivery_landmark',
      save: 'Save the changes',
      theirs: () => shop.client.updateDelivery({ params, body: { delivery_landmark: 'Theirs' } }),
      now: async () => (await shop.client.getDelivery({ params })).data.delivery_landmark,
    };
  },
  'a payment link': async () => {
    const { data } = await shop.client.createPaymentLink({ body: { amount: 10, title: 'Before' } });
    const params = { id: data.id };
    return {
      path: `/payments/links/${data.id}/edit`,
      field: 'title',
      save: 'Save the link',
      theirs: () => shop.client.updatePaymentLink({ params, body: { title: 'Theirs' } }),
      now: async () => (await shop.client.getPaymentLink({ params })).data.title,
    };
  },
  'a draft': async () => {
    const body = { customer: { name: 'Hawa' }, items: [{ description: 'Sewing', unit_price: 50 }] };
    const { data } = await shop.client.createInvoice({ body });
    return invoice(data.id, 'Save the draft');
  },
  'an invoice that was sent': async () => {
    const body = { customer: { name: 'Hawa' }, items: [{ description: 'Sewing', unit_price: 50 }] };
    const { data } = await shop.client.createInvoice({ body });
    await shop.client.finalizeInvoice({ params: { id: data.id } });
    return invoice(data.id, 'Save it');
  },
};
function invoice(id: string, save: string): Written {
  const params = { id };
  return {
    path: `/invoices/${id}/edit`,
    field: 'notes',
    save,
    theirs: () => shop.client.updateInvoice({ params, body: { notes: 'Theirs' } }),
    now: async () => (await shop.client.getInvoice({ params })).data.notes,
  };
}
test.each(Object.entries(WRITTEN))(
  'who is told that a colleague changed %s sees what that one wrote, and can save over it',
  IN_A_BROWSER,
  async (_, make) => {
    const { path, field: name, save, theirs, now } = await make();
    const page = await open(path);
    await field(page, name).fill('Mine');
    await theirs();
    await press(page, save);
    await page.locator('.note').filter({ hasText: 'Theirs' }).waitFor();
    expect(await now()).toBe('Theirs');
    await press(page, 'Save mine over it');
    await expect.poll(now).toBe('Mine');
    await page.context().close();
  },
);

test(
  'who saves a draft over what a colleague wrote changes nothing but what they typed themselves',
  IN_A_BROWSER,
  async () => {
    const body = { customer: { name: 'Hawa' }, items: [{ description: 'Sewing', unit_price: 50 }] };
    const { data: draft } = await shop.client.createInvoice({ body });
    const params = { id: draft.id };
    const page = await open(`/invoices/${draft.id}/edit`);
    await field(page, 'notes').fill('Mine');
    const theirs = { notes: 'Theirs', items: [{ description: 'Sewing', unit_price: 80 }] };
    await shop.client.updateInvoice({ params, body: theirs });
    await press(page, 'Save the draft');
    await press(page, 'Save mine over it');
    const now = async () => (await shop.client.getInvoice({ params })).data;
    await expect.poll(now).toMatchObject({ notes: 'Mine', items: [{ unit_price: 80 }] });
    await page.context().close();
  },
);

test(
  'what a recurring invoice says beyond the fields of its page stays when it is changed there, and so does what a colleague wrote',
  IN_A_BROWSER,
  async () => {
    const template = {
      customer: { name: 'Hawa' },
      items: [{ description: 'Rent', unit_price: 50 }],
      currency: 'USD' as const,
      tax_rate: 15,
      metadata: { flat: '3' },
    };
    const { data: made } = await shop.client.createRecurringInvoice({
      body: { template, frequency: 'monthly' },
    });
    const params = { id: made.id };
    const now = async () => (await shop.client.getRecurringInvoice({ params })).data;
    const page = await open(`/invoices/recurring/${made.id}/edit`);
    await field(page, 'notes').fill('Mine');
    const theirs = { ...template, items: [{ description: 'Rent', unit_price: 80 }] };
    await shop.client.updateRecurringInvoice({ params, body: { name: 'Theirs', template: theirs } });
    await press(page, 'Save it');
    await press(page, 'Save mine over it');
    await expect
      .poll(now)
      .toMatchObject({ name: 'Theirs', template: { ...theirs, notes: 'Mine', currency: 'USD' } });
    await page.context().close();
  },
);

test('a form in which nothing is typed shows what a colleague wrote', IN_A_BROWSER, async () => {
  const { data: customer } = await shop.client.createCustomer({ body: { name: 'Before' } });
  const page = await open(`/customers/${customer.id}/edit`);
  await shop.client.updateCustomer({ params: { id: customer.id }, body: { name: 'Theirs' } });
  await expect.poll(() => field(page, 'name').inputValue(), { timeout: 15_000 }).toBe('Theirs');
  await page.context().close();
});

test('when a payment link ends is read and changed by the clock of the shop', IN_A_BROWSER, async () => {
  const tunis = await service.merchant({ name: 'Medina' });
  await service.query(`UPDATE merchants SET time_zone = 'Africa/Tunis' WHERE id = $1`, [tunis.id]);
  const { data: link } = await tunis.client.createPaymentLink({
    body: { amount: 10, title: 'Colleague', expires_at: '2030-01-20T18:00:00Z' },
  });
  const { page } = await openDashboard(browser, {
    service,
    member: await signedInMember(service, { merchantId: tunis.id }),
    path: `/payments/links/${link.id}/edit`,
  });
  await settled(page);
  expect(await field(page, 'expires_at').inputValue()).toBe('2030-01-20T19:00');
  await page.context().close();
});
