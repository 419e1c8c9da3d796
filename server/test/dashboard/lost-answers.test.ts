import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let member: TestMember;
let paid: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  member = await signedInMember(service, { merchantId: shop.id });
  const { data } = await shop.client.createPayment({
    body: { amount: 500, channel: 'mobile_money', customer: { phone: '+23200000010' } },
  });
  paid = data.id;
  await shop.client.simulatePayment({ params: { id: paid }, body: { outcome: 'succeeded' } });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function open(path: string): Promise<Page> {
  const { page } = await openDashboard(browser, { service, member, path });
  page.setDefaultTimeout(15_000);
  await settled(page);
  return page;
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

test(
  'a refund of which the answer is lost goes back once, however often it is sent off',
  IN_A_BROWSER,
  async () => {
    const page = await open(`/payments/${paid}`);
    let isLost = true;
    await page.route('**/v1/payments/*/refunds', async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Refund' }).first().click();
    await page
      .getByRole('dialog')
      .getByLabel(/How much/)
      .fill('20');
    await press(page, 'Refund NLe 20.00');
    await page
      .getByRole('dialog')
      .getByText(/cannot be reached/)
      .first()
      .waitFor();
    isLost = false;
    await press(page, 'Refund NLe 20.00');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await shop.client.listRefunds({ query: { payment_id: paid } });
    expect(data.map(({ amount }) => amount)).toEqual([20]);
    await page.context().close();
  },
);

test(
  'a payout goes to the one place that is chosen, whatever was typed of another before',
  IN_A_BROWSER,
  async () => {
    const page = await open('/payments/payouts');
    await page.getByRole('button', { name: 'Pay out' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=amount]').fill('50');
    await dialog.locator('[name="destination.phone"]').fill('076 204118');
    await dialog.getByText('Bank account', { exact: true }).click();
    await dialog.locator('[name="destination.bank"]').fill('Sierra Leone Commercial Bank');
    await dialog.locator('[name="destination.account_number"]').fill('003001234567');
    await press(page, /^Pay out/);
    await dialog.waitFor({ state: 'detached' });
    const { data } = await shop.client.listPayouts();
    expect(data.map(({ destination }) => destination)).toEqual([
      { bank: 'Sierra Leone Commercial Bank', account_number: '003001234567' },
    ]);
    await page.context().close();
  },
);

test(
  'messages that are sent again in one go are sent once, also when the connection is lost in the middle',
  IN_A_BROWSER,
  async () => {
    const receiver = await openTestReceiver();
    const { data: endpoint } = await shop.client.createWebhook({
      body: { url: receiver.url, events: ['shipping.delivery.created'] },
    });
    for (let count = 0; count < 3; count += 1) await shop.client.createDelivery({ body: parcel });
    await service.drain();
    const page = await open(`/developers/webhooks/${endpoint.id}?part=deliveries`);
    const asked: string[] = [];
    let isLost = true;
    await page.route('**/v1/webhooks/deliveries/*/redeliver', async (route) => {
      if (isLost && asked.length > 0) return route.abort();
      asked.push(route.request().url());
      return route.continue();
    });
    await page.getByRole('button', { name: 'Select' }).click();
    const boxes = page.locator('.delivery-row input');
    for (let at = 0; at < 3; at += 1) await boxes.nth(at).check();
    const bulk = page.getByRole('toolbar');
    await bulk.getByRole('button').click();
    await bulk.getByText(/2 messages were not sent/).waitFor();
    isLost = false;
    await bulk.getByRole('button', { name: 'Send 2 messages again' }).click();
    await bulk.waitFor({ state: 'detached' });
    expect(asked.length).toBe(3);
    expect(new Set(asked).size).toBe(3);
    await page.context().close();
    await receiver.close();
  },
);
