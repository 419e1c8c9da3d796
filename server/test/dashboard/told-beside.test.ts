import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { barriersOn, dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { jobIn } from '../kit/job-in.ts';
import { signedInMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
import { sale as eventOnSale } from '../kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  await service.driver();
  shop = await service.merchant({ name: 'Aminata Stores' });
});
/** Signed in now: a session does not outlive the days that tests let pass. */
const owner = () => signedInMember(service, { merchantId: shop.id });

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test(
  'what is late stands at the status in which it is late, and each figure leads to as many as it says',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'Late Stores' });
    await jobIn(other.client, 'delivered');
    await jobIn(other.client, 'assigned');
    await jobIn(other.client, 'in_transit');
    service.advance(2 * DAY_MS);
    await jobIn(other.client, 'in_transit');
    await jobIn(other.client, 'delivered');
    const member = await signedInMember(service, { merchantId: other.id });
    const { page } = await openDashboard(browser, { service, member });
    const flow = page.getByRole('group', { name: 'Deliveries today by status' });
    await flow.waitFor();
    await expect
      .poll(() => flow.getByRole('link', { name: /Assigned/ }).textContent())
      .toMatch(/^1.*1 late$/);
    expect(await flow.getByRole('link', { name: /In transit/ }).textContent()).toMatch(/^2.*1 late$/);
    expect(await flow.getByRole('link', { name: /Pending/ }).textContent()).not.toMatch(/late/);
    const delivered = flow.getByRole('link', { name: /Delivered/ });
    expect(await delivered.textContent()).toMatch(/^1/);
    await delivered.click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await settled(page);
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
    await page.context().close();
  },
);

test(
  'the chart of Home has 14 bars on a phone, 30 at a desk, and every day for readers in both',
  IN_A_BROWSER,
  async () => {
    for (let day = 0; day < 30; day += 1) {
      await shop.client.createSale({
        body: { items: [{ custom_name: 'Rice', unit_price: 10 }], payments: [{ channel: 'cash' }] },
      });
      if (day < 29) service.advance(DAY_MS);
    }
    const { page } = await openDashboard(browser, { service, member: await owner() });
    const bars = page.locator('.bars svg g');
    await expect.poll(() => bars.count()).toBe(30);
    // What brought nothing in has no colour there, and stands in no legend.
    expect(await page.locator('.legend dt').allTextContents()).toEqual(['Till']);
    expect(await page.locator('.bars thead th').allTextContents()).toEqual(['Till']);
    // Drawn as wide as it stands: letters keep their size.
    const drawn = `(() => { const svg = document.querySelector('.bars svg'); return svg.viewBox.baseVal.width / svg.clientWidth; })()`;
    await expect.poll(() => page.evaluate(drawn)).toBeCloseTo(1, 1);
    await page.setViewportSize(SIZES.phone);
    await expect.poll(() => bars.count()).toBe(14);
    expect(await page.locator('.bars table tbody tr').count()).toBe(30);
    // Ninety days are weeks there, and none of their money is left out but the first days of a part of a week.
    await page.goto(dashboardUrl(service, '?days=90'));
    await expect.poll(() => bars.count()).toBe(12);
    expect(await bars.last().locator('title').textContent()).toMatch(/NLe 70\.00$/);
    await page.context().close();
  },
);

test('a key says who made it, where that may be read', IN_A_BROWSER, async () => {
  const member = await owner();
  await member.client.createKey({ body: { name: 'Web shop', scopes: ['shipping:read'] } });
  const { page } = await openDashboard(browser, { service, member, path: '/developers/keys' });
  const row = page.getByRole('row', { name: /Web shop/ });
  await expect.poll(() => row.textContent()).toMatch(/Isatu Conteh, \d+ \w+ \d{4}/);
  await page.context().close();
});

test('the filters of an endpoint tell how many wait and how many failed', IN_A_BROWSER, async () => {
  const other = await service.merchant({ name: 'Hooked Stores' });
  const member = await signedInMember(service, { merchantId: other.id });
  const { data: hook } = await other.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['customer.created'] },
  });
  await other.client.createCustomer({ body: { name: 'Isatu' } });
  await other.client.createCustomer({ body: { name: 'Mohamed' } });
  await service.drain();
  const path = `/developers/webhooks/${hook.id}`;
  const { page } = await openDashboard(browser, { service, member, path });
  const tools = page.locator('.pane-tools');
  let told = 0;
  for (const [name, status] of [
    ['Waiting', 'pending'],
    ['Failed', 'failed'],
    ['Skipped', 'skipped'],
  ] as const) {
    const { meta } = await other.client.listWebhookDeliveries({ query: { endpoint_id: hook.id, status } });
    const link = tools.getByRole('link', { name });
    await expect
      .poll(async () => (await link.textContent())?.trim())
      .toBe(meta.total > 0 ? `${name} ${meta.total}` : name);
    told += meta.total;
  }
  expect(told).toBe(2);
  await page.goto(dashboardUrl(service, `${path}?part=tail`));
  await page
    .locator('.tail')
    .getByText(/^no connection/)
    .first()
    .waitFor();
  await page.context().close();
});

test(
  'the page of whoever waits for a parcel is a press away, also where no place is on a map',
  IN_A_BROWSER,
  async () => {
    const { data: made } = await shop.client.createDelivery({ body: parcel });
    expect([made.pickup_lat, made.delivery_lat]).toEqual([null, null]);
    const { data: tracking } = await shop.client.trackDelivery({ params: { jobNumber: made.job_number } });
    const path = `/deliveries/${made.job_number}`;
    const { page } = await openDashboard(browser, { service, member: await owner(), path });
    const link = page.getByRole('link', { name: 'Tracking page' });
    await expect.poll(() => link.getAttribute('href')).toBe(tracking.tracking_url);
    // As in a browser within another app, which has no clipboard.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => { window.copied = document.activeElement.value; })`);
    const copy = page.getByRole('button', { name: 'Copy its link' });
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe(tracking.tracking_url);
    await page.context().close();
  },
);

test('a payment has its receipt, and tells what went back and what still can', IN_A_BROWSER, async () => {
  const customer = { phone: '+23276204118' };
  const { data: payment } = await shop.client.createPayment({
    body: { amount: 75, channel: 'cash', customer, metadata: { campaign: 'november-gara' } },
  });
  await shop.client.confirmPayment({ params: { id: payment.id } });
  const path = `/payments/${payment.id}`;
  const { page } = await openDashboard(browser, { service, member: await owner(), path });
  expect(await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(payment.pay_url);
  const facts = page.locator('.card', { has: page.getByRole('heading', { name: 'What it is for' }) });
  expect(await facts.textContent()).toMatch(/Amount set bythe shopcampaignnovember-gara/);
  expect(await page.getByRole('link', { name: 'Their payments' }).getAttribute('href')).toMatch(
    /\/payments\?q=%2B23276204118$/,
  );
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Refunds' }) });
  await expect.poll(() => card.textContent()).toMatch(/None\. You can give back up to NLe 75\.00\./);
  await card.getByRole('button', { name: 'Give money back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How much goes back').fill('25');
  await dialog.getByLabel('Why').fill('One shirt came back');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect.poll(() => card.textContent()).toMatch(/One shirt came back.*25\.00.*up to NLe 50\.00/);
  const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
  const { page: seen } = await openDashboard(browser, { service, member: viewer, path });
  await seen.getByRole('heading', { name: 'Refunds' }).waitFor();
  expect(await seen.getByRole('button', { name: 'Give money back' }).count()).toBe(0);
  await Promise.all([page.context().close(), seen.context().close()]);
});

test('a sale’s payment leads to the receipt of the sale', IN_A_BROWSER, async () => {
  const { data: sale } = await shop.client.createSale({
    body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
  });
  const { data: payments } = await shop.client.listPayments({ query: { limit: 5 } });
  const paid = payments.find(({ sale_id: id }) => id === sale.id);
  const path = `/payments/${paid?.id}`;
  const { page } = await openDashboard(browser, { service, member: await owner(), path });
  const receipt = page.getByRole('link', { name: 'Receipt' });
  await expect.poll(() => receipt.getAttribute('href')).toBe(sale.receipt_url);
  await page.context().close();
});

test(
  'a delivery tells who took each step, and by which rate card its fee was reckoned',
  IN_A_BROWSER,
  async () => {
    const member = await owner();
    const { data: made } = await member.client.createDelivery({
      body: {
        pickup_city: 'Freetown',
        delivery_city: 'Lumley',
        delivery_address: '27 Freetown Road',
      },
    });
    await shop.client.advanceDelivery({
      params: { jobNumber: made.job_number },
      body: { to_status: 'delivered' },
    });
    const path = `/deliveries/${made.job_number}`;
    const { page } = await openDashboard(browser, { service, member, path });
    const steps = page.locator('.timeline > li');
    await expect.poll(() => steps.last().textContent()).toMatch(/By Isatu Conteh\. Fee NLe [\d.]+\./);
    await expect.poll(() => steps.nth(3).textContent()).toMatch(/^Assigned.*By the shop\. .+ carries it \(/);
    const fee = page.locator('.card', { has: page.getByRole('heading', { name: 'Fee' }) });
    expect(await fee.textContent()).toContain(`rate card ${made.rate_card_version}`);

    const { data: byKey } = await shop.client.createDelivery({ body: parcel });
    await page.goto(dashboardUrl(service, `/deliveries/${byKey.job_number}`));
    await expect.poll(() => steps.last().textContent()).toMatch(/By an API key or an imported file\. Fee/);
    await page.context().close();
  },
);

test(
  'who shares a link, an invoice or an event that nobody can pay for is told so there, and where a provider is connected',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'Live Stores', livemode: true });
    const member = await signedInMember(service, { merchantId: other.id, livemode: true });
    const { client } = member;
    const { data: link } = await client.createPaymentLink({ body: { title: 'Fees', amount: 5 } });
    const { data: invoice } = await client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Rent', unit_price: 50 }], finalize: true },
    });
    const { data: event } = await client.createEvent({
      body: {
        name: 'Jazz',
        start_date: '2030-01-01',
        end_date: '2030-01-02',
        status: 'published',
        ticket_types: [{ name: 'All', price: 5, quantity_available: 5 }],
      },
    });
    const { page } = await openDashboard(browser, { service, member });
    for (const path of [`/payments/links/${link.id}`, `/invoices/${invoice.id}`, `/events/${event.id}`]) {
      await page.goto(dashboardUrl(service, path, 'live'));
      await page.getByText('Nobody can pay on its page yet').waitFor();
    }
    await page.getByRole('link', { name: 'Connect a provider' }).click();
    await page.waitForURL('**/dashboard/settings/payments');
    await page.goto(dashboardUrl(service, '/payments/reconciliation', 'live'));
    await settled(page);
    expect(await page.locator('[name=provider] option').allInnerTexts()).not.toContain('Test');
    const { data: tried } = await shop.client.createPaymentLink({ body: { title: 'Fees', amount: 5 } });
    const own = await signedInMember(service, { merchantId: shop.id });
    const { page: second } = await openDashboard(browser, {
      service,
      member: own,
      path: `/payments/links/${tried.id}`,
    });
    await second.getByText('Nobody has paid by it yet.').waitFor();
    expect(await second.getByText('Nobody can pay on its page yet').count()).toBe(0);
    await Promise.all([page.context().close(), second.context().close()]);
  },
);

test(
  'what is billed again and again says each price, and offers nobody before somebody types',
  IN_A_BROWSER,
  async () => {
    await shop.client.createCustomer({ body: { name: 'Isatu Kanu', phone: '076 555100' } });
    const items = [{ description: 'Rent', quantity: 2, unit_price: 50 }];
    const { data: recurring } = await shop.client.createRecurringInvoice({
      body: { frequency: 'monthly', template: { customer: { name: 'Isatu' }, items } },
    });
    const path = `/invoices/recurring/${recurring.id}`;
    const { page } = await openDashboard(browser, { service, member: await owner(), path });
    await page.getByText('2 × NLe 50.00').waitFor();
    await page.goto(dashboardUrl(service, `${path}/edit`));
    await page.locator('[name="customer.name"]').waitFor();
    await settled(page);
    expect(await page.getByRole('button', { name: /Isatu Kanu/ }).count()).toBe(0);
    await page.locator('[name="customer.name"]').fill('Isatu K');
    await page.getByRole('button', { name: /Isatu Kanu/ }).waitFor();
    await page.context().close();
  },
);

test(
  'Home compares today with the week before only where there was a shop by then',
  IN_A_BROWSER,
  async () => {
    const young = await service.merchant({ name: 'Young Stores' });
    const sell = () =>
      young.client.createSale({
        body: { items: [{ custom_name: 'Rice', unit_price: 10 }], payments: [{ channel: 'cash' }] },
      });
    const look = async () => {
      const member = await signedInMember(service, { merchantId: young.id });
      const { page } = await openDashboard(browser, { service, member });
      await page.getByText('Money in today').waitFor();
      await settled(page);
      const text = (await page.locator('.home-money').textContent()) ?? '';
      await page.context().close();
      return text;
    };
    service.advance(6 * DAY_MS);
    await sell();
    expect(await look()).not.toMatch(/last \w+day/);
    service.advance(2 * DAY_MS);
    await sell();
    expect(await look()).toMatch(/10\.00.*more than last \w+day by/);
  },
);

test(
  'a refund names the payer in the list, and its messages stand at its payment',
  IN_A_BROWSER,
  async () => {
    const told = await service.merchant({ name: 'Told Stores' });
    const member = await signedInMember(service, { merchantId: told.id });
    await told.client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook', events: ['*'] } });
    const { data: payment } = await told.client.createPayment({
      body: { amount: 75, channel: 'cash', customer: { name: 'Hawa Bangura' } },
    });
    await told.client.confirmPayment({ params: { id: payment.id } });
    await service.drain();
    service.advance(60_000);
    await told.client.createRefund({ params: { id: payment.id }, body: { amount: 25, reason: 'Too small' } });
    await service.drain();
    const path = '/payments/refunds';
    const { page } = await openDashboard(browser, { service, member, path });
    const row = page.getByRole('row', { name: /Hawa Bangura.*Too small/ });
    await row.getByRole('link').first().click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Webhooks it caused' }) });
    await card.getByText('refund.succeeded').waitFor();
    const events = (await card.locator('li a').allTextContents()).map((event) => event.split('.')[0]);
    expect(events).toEqual(['refund', 'refund', 'payment', 'payment', 'payment']);
    expect(await card.getByText('refund.created').count()).toBe(1);
    const endpoints = new Set(await card.locator('li small').allTextContents());
    expect([...endpoints]).toEqual(['127.0.0.1:65534/hook']);
    await page.context().close();
  },
);

test('an invoice’s payment tells who tried before, one by one', IN_A_BROWSER, async () => {
  const { client } = shop;
  const { data: invoice } = await client.createInvoice({
    body: {
      customer: { name: 'Sewa Grill' },
      items: [{ description: 'Rice', unit_price: 80_040.5, discount: { type: 'fixed', value: 0.5 } }],
      finalize: true,
    },
  });
  const tried = async (outcome: 'failed' | 'succeeded') => {
    const body = { channel: 'mobile_money', phone: '+23276204118' } as const;
    await client.payInvoice({ params: { id: invoice.id }, body });
    const { data } = await client.listPayments({ query: { invoice_id: invoice.id } });
    const id = data.find(({ status }) => status === 'requires_action')?.id ?? '';
    await client.simulatePayment({ params: { id }, body: { outcome } });
    await service.drain();
    return id;
  };
  const failed = await tried('failed');
  const path = `/payments/${await tried('succeeded')}`;
  const { page } = await openDashboard(browser, { service, member: await owner(), path });
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'What happened' }) });
  await card.getByRole('link', { name: '2 attempts' }).waitFor();
  const before = card.locator('li', { hasText: 'Failed' });
  await before.getByRole('link', { name: /Mobile money.*80,040\.00/ }).click();
  await page.waitForURL(`**/payments/${failed}`);
  await page.goto(dashboardUrl(service, `/invoices/${invoice.id}`));
  const name = page.locator('.invoice-sums dt', { hasText: 'Before tax and discount' });
  const heightOf = async (one: typeof name) => (await one.boundingBox())?.height;
  expect(await heightOf(name)).toBe(
    await heightOf(page.locator('.invoice-sums dt', { hasText: 'Discounts' })),
  );
  await page.context().close();
});

test(
  'what is billed again and again is called by what it bills where it has no name, and says whom',
  IN_A_BROWSER,
  async () => {
    const { data: customer } = await shop.client.createCustomer({ body: { name: 'Sewa Conteh' } });
    await shop.client.createRecurringInvoice({
      body: {
        frequency: 'monthly',
        template: { customer_id: customer.id, items: [{ description: 'Rent of the shop', unit_price: 5 }] },
      },
    });
    const { page } = await openDashboard(browser, {
      service,
      member: await owner(),
      path: '/invoices/recurring',
    });
    const row = page.getByRole('row', { name: /Rent of the shop\s*Sewa Conteh/ });
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Rent of the shop' }).waitFor();
    await page.context().close();
  },
);

test('an empty list says in three steps what it is for', IN_A_BROWSER, async () => {
  const fresh = await service.merchant({ name: 'Fresh Stores' });
  const member = await signedInMember(service, { merchantId: fresh.id });
  for (const path of ['/payments', '/customers']) {
    const { page } = await openDashboard(browser, { service, member, path });
    await expect.poll(() => page.locator('.empty ol li').count()).toBe(3);
    expect(await page.locator('.empty figure li').count()).toBeGreaterThan(2);
    expect(await barriersOn(page)).toEqual({});
    await page.context().close();
  }
});

test(
  'who gives money back at the payment of an order, a sale or an invoice is asked at once how much',
  IN_A_BROWSER,
  async () => {
    const { eventId, typeId } = await eventOnSale(shop);
    const { data: order } = await shop.client.createTicketOrder({
      params: { id: eventId },
      body: { items: [{ ticket_type_id: typeId, quantity: 1 }], payment: { method: 'cash' } },
    });
    const { data: sale } = await shop.client.createSale({
      body: { items: [{ custom_name: 'Cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
    });
    const { data: invoice } = await shop.client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Rent', unit_price: 50 }], finalize: true },
    });
    await shop.client.payInvoice({ params: { id: invoice.id }, body: { channel: 'cash', amount: 50 } });
    const { data: payments } = await shop.client.listPayments({ query: { limit: 10 } });
    const { page } = await openDashboard(browser, { service, member: await owner() });
    const dialog = page.getByRole('dialog');
    for (const [owned, id] of [
      ['ticket_order_id', order.id],
      ['sale_id', sale.id],
      ['invoice_id', invoice.id],
    ] as const) {
      const payment = payments.find((one) => one[owned] === id);
      await page.goto(dashboardUrl(service, `/payments/${payment?.id}`));
      await page.getByRole('link', { name: 'Refund', exact: true }).click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      expect(page.url()).toContain(id);
    }
    await page.context().close();
  },
);

test(
  'whoever has no payment link yet sees what one is, and may try it where nothing is real',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'New Stores', livemode: true });
    const member = await signedInMember(service, { merchantId: other.id, livemode: true });
    const { page } = await openDashboard(browser, { service, member });
    await page.goto(dashboardUrl(service, '/payments/links', 'live'));
    await page.getByText('Gara cloth, 2 yards').waitFor();
    expect(await barriersOn(page)).toEqual({});
    await page.setViewportSize(SIZES.desktop);
    await page.getByRole('link', { name: 'Try it in test mode' }).click();
    await page.waitForURL('**/dashboard/test/payments/links');
    await page.getByText('Get paid in a chat').waitFor();
    expect(await page.getByRole('link', { name: 'Try it in test mode' }).count()).toBe(0);
    await page.context().close();
  },
);
