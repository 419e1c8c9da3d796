import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import {
  furnishShop,
  openTillApp,
  openTillDrawer,
  salesOf,
  sellThreeForCash,
  signInAtTill,
  TILL_PIN,
  type TillApp,
} from '../kit/till-app.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  await furnishShop(shop);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** The newest sale of a till, as the server has it. */
async function saleNow(terminalId: string) {
  const { data } = await shop.client.listSales({ query: { terminal_id: terminalId, limit: 1 } });
  if (!data[0]) throw new Error('There is no sale at this till.');
  return data[0];
}

/** What the customer does about the money that was asked for last. */
async function settle(terminalId: string, outcome: 'failed' | 'succeeded'): Promise<void> {
  const id = (await saleNow(terminalId)).payments.at(-1)?.id ?? '';
  await shop.client.simulatePayment({ params: { id }, body: { outcome } });
}

/** Presses what is off, as a hurried hand does. */
async function press({ page }: TillApp, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().click({ force: true });
}

test('what is typed and is no amount or percentage is taken for nothing', IN_A_BROWSER, async () => {
  const app = await openTillApp({ browser, service, shop, name: 'Typing' });
  const { page, touch, terminalId } = app;
  const dialog = page.getByRole('dialog');
  await touch('Menu');
  await touch('Open the drawer');
  await dialog.getByLabel('Float').fill('1,50');
  await press(app, 'Open the drawer');
  await page.waitForTimeout(300);
  const { data } = await shop.client.listCashSessions({ query: { terminal_id: terminalId } });
  expect(data).toEqual([]);
  await dialog.getByLabel('Float').fill('150');
  await press(app, 'Open the drawer');
  await dialog.waitFor({ state: 'detached' });

  await touch(/^Rice 25 kg/);
  await touch('Discount on all');
  await dialog.getByLabel('Another percentage').fill('150');
  await press(app, 'Save');
  await dialog.getByText('At most 100.').waitFor();
  await dialog.getByLabel('Another percentage').fill('5%');
  await press(app, 'Save');
  await dialog.getByLabel('Another percentage').fill('10');
  await press(app, 'Save');
  await dialog.waitFor({ state: 'detached' });

  await touch('Split');
  await page.getByLabel('How much of it').fill('100.555');
  await press(app, 'Cash');
  await press(app, 'Elsewhere');
  expect(await page.getByRole('list', { name: 'What was paid of it' }).count()).toBe(0);
  await touch('Back');
  await touch(/^Cash/);
  await touch('Add a tip');
  await dialog.getByLabel('Tip').fill('5');
  await press(app, 'Save');
  await touch('Tip NLe 5.00');
  await dialog.getByLabel('Tip').fill('5,5');
  await press(app, 'Save');
  await dialog.getByLabel('Tip').fill('5.50');
  await press(app, 'Save');
  await dialog.waitFor({ state: 'detached' });
  await touch('400');
  await touch('Sold');
  await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 352, []]]);
  // On paper it is said as customers know it.
  await page.evaluate("window.print = () => (window.paper = document.querySelector('.paper').textContent)");
  await touch('Print receipt');
  await expect
    .poll(() => page.evaluate('window.paper'))
    .toMatch(/Subtotal +385\.00\n[^]*\nChange +NLe 48\.00\n/);
  await page.context().close();
});

test(
  'money that a customer was asked for is waited for, also after the way back of the device and a reload: nobody takes it twice unwarned',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Asked' });
    const { page, touch, terminalId } = app;
    // Only while the till waits for it.
    const asks = page.getByRole('button', { name: 'Pay another way', exact: true }).first();
    await touch(/^Rice 25 kg/);
    await touch('QR code');
    await asks.waitFor();
    await page.goBack();
    await page.waitForTimeout(300);
    await asks.waitFor({ timeout: 5_000 });
    await touch(/^Palm oil/);
    await page.getByText('The customer was asked for the money.').waitFor({ timeout: 5_000 });
    await page.reload();
    await asks.waitFor({ timeout: 10_000 });
    await settle(terminalId, 'succeeded');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await touch('Next sale');
    expect(await salesOf(shop, terminalId)).toMatchObject([[expect.anything(), 385, []]]);
    await touch('Menu');
    await touch('Sales');
    await page.locator('.sales-list').getByText('385.00').waitFor({ timeout: 5_000 });
    await touch('Back');

    // Whoever takes it another way was told what may follow; from then on it is a sale of its own.
    await touch(/^Palm oil/);
    await touch('QR code');
    await asks.waitFor();
    await page.goBack();
    await touch('Pay another way');
    await page.getByRole('dialog').getByText('The customer may still pay').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Pay another way' }).click();
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await touch('Next sale');
    await page.context().close();
  },
);

test(
  'money that did not come is asked for again with whatever is in the sale by then',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Failed' });
    const { page, touch, terminalId } = app;
    await touch(/^Rice 25 kg/);
    await touch('QR code');
    await page.getByRole('button', { name: 'Pay another way' }).waitFor();
    await settle(terminalId, 'failed');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await touch('Back');
    await touch(/^Palm oil/);
    await touch('QR code');
    await page.getByRole('button', { name: 'Pay another way' }).waitFor({ timeout: 10_000 });
    expect(await saleNow(terminalId)).toMatchObject({ status: 'pending_payment', total: 417 });
    await settle(terminalId, 'succeeded');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.context().close();
  },
);

test(
  'what is given back is told to the cent, as cash where cash lies in the drawer, and a voided sale does not come back again without a network',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Going back' });
    const { page, touch, terminalId } = app;
    const dialog = page.getByRole('dialog');
    await openTillDrawer(app, '500');
    // 8.28, of which coins make 8.50.
    await touch(/^Onions/);
    await dialog.getByLabel(/How much/).fill('0.345');
    await touch('Add to the sale');
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await touch('Refund');
    await dialog.getByText('Give back NLe 8.50 in cash, out of this drawer.').waitFor({ timeout: 5_000 });
    await touch('Give back NLe 8.50');
    await page.getByText('NLe 8.50 went back.').waitFor();
    await touch('Back');
    await touch('Back');

    // A phone was asked first, in vain.
    await touch(/^Rice 25 kg/);
    await touch('Split');
    await touch('QR code');
    await page.getByRole('list', { name: 'What was paid of it' }).getByText('QR code').waitFor();
    await settle(terminalId, 'failed');
    await page.getByText(/The rest is still to be paid/).waitFor();
    await touch('Cash');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    const number = (await saleNow(terminalId)).number ?? '';
    await touch('Menu');
    await touch('Sales');
    await page.getByLabel('Number of the receipt').fill(number);
    await touch('Find');
    await touch(page.locator('.sales-list button').first());
    await touch('Refund');
    await dialog.getByText('Give back NLe 385.00 in cash, out of this drawer.').waitFor({ timeout: 5_000 });
    await touch('Keep the sale');
    await touch('Back');
    await touch('Back');

    await sellThreeForCash(app, 'tablet');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await touch('Void');
    await dialog.getByRole('button', { name: 'Void', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await touch('Back');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Offline/ }).waitFor();
    await touch(page.locator('.sales-list button').first());
    await page.getByText('1 came back').first().waitFor({ timeout: 5_000 });
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    await page.context().close();
  },
);

test(
  'a part whose answer was lost counts once in the drawer, also after a reload',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Counted once' });
    const { page, touch, terminalId } = app;
    const parts = page.getByRole('list', { name: 'What was paid of it' });
    await openTillDrawer(app, '500');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch(/^Rice 25 kg/);
    await touch('Split');
    await page.getByLabel('How much of it').fill('300');
    await touch('Cash');
    await touch('QR code');
    await parts.getByText('QR code').waitFor();
    await settle(terminalId, 'failed');
    await page.getByText(/The rest is still to be paid/).waitFor();
    // From here on the till alone knows what should be in its drawer.
    await page.route('**/v1/pos/cash-sessions**', (route) => route.abort());
    await page.route('**/v1/pos/sales/*/payments', (route) => route.abort());
    await page.getByLabel('How much of it').fill('50');
    await touch('Cash');
    await page.getByText(/Whether this went through is not known yet/).waitFor();
    await page.unroute('**/v1/pos/sales/*/payments');
    await page.reload();
    await parts.getByText('50.00').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Offline/ }).waitFor();
    await touch('Menu');
    await touch('X report');
    await page.getByText('850.00').first().waitFor({ timeout: 5_000 });
    await page.context().close();
  },
);

test(
  'a refund or void whose answer was lost is asked about again as the same, also after a reload, and nothing else comes back of that sale until it is known',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Back once' });
    const { page, touch, terminalId } = app;
    const dialog = page.getByRole('dialog');
    const refunds = page.getByRole('button', { name: 'Refund', exact: true });
    await openTillDrawer(app, '500');
    await touch(/^Palm oil/);
    await touch(/^Palm oil/);
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await page.route('**/v1/pos/sales/*/refunds', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await touch('Refund');
    await dialog.getByLabel(/How much comes back/).fill('1');
    await touch('Give back NLe 32.00');
    await page.getByText(/^Whether NLe 32.00 went back is not known yet/).waitFor({ timeout: 10_000 });
    expect(await refunds.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0);

    // Without a network it does not come back a second time either.
    await touch('Back');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Offline/ }).waitFor();
    await touch(page.locator('.sales-list button').first());
    await page.getByText(/^Whether NLe 32.00 went back is not known yet/).waitFor();
    expect(await refunds.count()).toBe(0);
    await page.context().setOffline(false);
    await page.unroute('**/v1/pos/sales/*/refunds');
    await page.reload();
    await page.getByText(/whether NLe 32.00 went back is not known yet/).waitFor({ timeout: 10_000 });
    await touch('Look again');
    await page.getByText('NLe 32.00 went back.').waitFor();
    await page.getByText('1 came back').waitFor();
    await refunds.waitFor();
    expect(await saleNow(terminalId)).toMatchObject({ amount_refunded: 32 });
    await touch('Back');
    await page.getByText('is not known yet').waitFor({ state: 'detached' });

    await sellThreeForCash(app, 'tablet');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await page.route('**/v1/pos/sales/*/void', async (route) => {
      await route.fetch();
      // One that is asked again while the page goes is ended with it.
      await route.abort().catch(() => undefined);
    });
    await touch('Void');
    await dialog.getByRole('button', { name: 'Void', exact: true }).click();
    await page.getByText(/^Whether NLe 463.50 went back is not known yet/).waitFor();
    await page.unroute('**/v1/pos/sales/*/void');
    await page.reload();
    await touch('Look again');
    await page.getByText('Voided').waitFor();
    await page.getByText('is not known yet').waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test(
  'a sale in parts whose answer was lost stays where somebody signs in who may not ask for it, and goes on with who may',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Asked by another' });
    const { page, touch, terminalId } = app;
    const { data: worker } = await shop.client.createStaff({
      body: { name: 'Musa Kamara', permissions: ['reports'] },
    });
    await shop.client.setStaffPin({ params: { id: worker.id }, body: { pin: TILL_PIN } });
    await touch(/^Rice 25 kg/);
    await touch('Split');
    await page.getByLabel('How much of it').fill('300');
    await touch('Cash');
    await page.route('**/v1/pos/sales', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await touch('QR code');
    await page.getByText(/Whether this went through is not known yet/).waitFor({ timeout: 20_000 });
    await page.unroute('**/v1/pos/sales');
    await touch('Lock');
    await signInAtTill(app, 'Musa Kamara');
    await page.getByRole('alert').getByText('has to sign in').waitFor({ timeout: 10_000 });
    await page.getByText(/Whether this went through is not known yet/).waitFor();
    await touch('Lock');
    await signInAtTill(app);
    const parts = page.getByRole('list', { name: 'What was paid of it' });
    await parts.getByText('QR code').waitFor({ timeout: 10_000 });
    await settle(terminalId, 'succeeded');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await salesOf(shop, terminalId)).toMatchObject([[expect.anything(), 385, []]]);
    await page.context().close();
  },
);

test(
  'what was given back without a network is not given back again while that is unsent',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Unsent refund' });
    const { page, touch, terminalId } = app;
    await openTillDrawer(app, '500');
    await touch(/^Palm oil/);
    await touch(/^Palm oil/);
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await page.route('**/v1/pos/sync/drawers', (route) => route.abort());
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Offline/ }).waitFor();
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await touch('Refund');
    await page
      .getByRole('dialog')
      .getByLabel(/How much comes back/)
      .fill('1');
    await touch('Give back NLe 32.00');
    await page.getByText('1 came back').waitFor();
    await touch('Back');
    await Promise.all([page.waitForResponse(/\/healthz/), page.context().setOffline(false)]);
    await page.waitForTimeout(300);
    await touch(page.locator('.sales-list button').first());
    await page.getByText('Completed').waitFor();
    await touch('Refund');
    expect(await page.getByLabel(/How much comes back/).count()).toBe(0);
    await touch('Give back NLe 32.00');
    await page.getByText('NLe 32.00 went back.').first().waitFor();
    await page.unroute('**/v1/pos/sync/drawers');
    await expect.poll(async () => (await saleNow(terminalId)).status, { timeout: 30_000 }).toBe('refunded');
    await page.context().close();
  },
);

test(
  'money that did not come by phone is asked for at another number, and a sale that is put aside leaves the products',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Other number', size: 'phone' });
    const { page, touch, terminalId } = app;
    await page.getByText('Test mode. No real money').waitFor({ timeout: 5_000 });
    await touch(/^Rice 25 kg/);
    await touch(/^1 item/);
    await touch('Park');
    await touch('Park this sale');
    await touch('Menu');
    await touch('Parked sales');
    await touch(/^1 item/);
    await touch(/^1 item/);
    await touch('Mobile money');
    await page.getByLabel('Whose phone is asked').fill('076 123456');
    await touch('Ask for the money');
    await page.getByText('Waiting for the customer').waitFor();
    await settle(terminalId, 'failed');
    await page.getByText('everything is still in the sale').waitFor();
    await page.getByLabel('Whose phone is asked').fill('077 654321');
    await touch('Ask again');
    await page.getByText('Waiting for the customer').waitFor();
    expect((await saleNow(terminalId)).status).toBe('pending_payment');
    await settle(terminalId, 'failed');
    await page.getByText('everything is still in the sale').waitFor();
    await touch('Pay another way');
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.context().close();
  },
);

test('what is touched in the moment in which a sale is kept is of the next one', IN_A_BROWSER, async () => {
  const app = await openTillApp({ browser, service, shop, name: 'Hurried' });
  const { page, touch, terminalId } = app;
  await touch(/^Rice 25 kg/);
  await touch(/^Cash/);
  await page.getByRole('button', { name: 'Sold', exact: true }).waitFor();
  await page.evaluate(`{
      document.querySelector('.panel-act').click();
      document.querySelectorAll('.tile')[0].click();
      document.querySelectorAll('.tile')[1].click();
    }`);
  await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 385, []]]);
  await page.getByRole('button', { name: 'Next sale' }).click();
  await page.getByRole('button', { name: /^Cash/ }).getByText('431.50').waitFor({ timeout: 5_000 });
  await page.reload();
  await page.getByRole('button', { name: /^Cash/ }).getByText('431.50').waitFor({ timeout: 5_000 });
  await page.context().close();
});

test(
  'parts that were put down before anybody was asked outlast the way back of the device, a reload, being put aside and a refusal, whose reason is told',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Put down' });
    const { page, touch, terminalId } = app;
    const parts = page.getByRole('list', { name: 'What was paid of it' });
    const left = page.locator('.tender-given');
    await touch(/^Rice 25 kg/);
    await touch('Split');
    await page.getByLabel('How much of it').fill('100');
    await touch('Cash');
    await page.getByLabel('How much of it').fill('85');
    await touch('Elsewhere');
    await left.getByText('200.00').waitFor();
    await page.goBack();
    await left.getByText('200.00').waitFor({ timeout: 5_000 });
    await touch(/^Palm oil/);
    await page.getByText('This sale is being paid in parts.').waitFor({ timeout: 5_000 });
    await page.waitForTimeout(300);
    await page.reload();
    await left.getByText('200.00').waitFor({ timeout: 10_000 });

    // Refused by the server it lies there as it was.
    let asked = 0;
    await page.route('**/v1/pos/sales', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      asked += 1;
      const error = { code: 'PROVIDER_UNAVAILABLE', message: 'Nobody here takes QR codes.', details: null };
      return route.fulfill({ status: 422, json: { success: false, error, request_id: 'req_1' } });
    });
    await touch('QR code');
    await page.getByRole('alert').getByText('Nobody here takes QR codes.').waitFor({ timeout: 10_000 });
    expect(asked).toBe(1);
    await left.getByText('200.00').waitFor();
    await page.unroute('**/v1/pos/sales');

    await touch('Put aside');
    await page.locator('.cart-none').waitFor();
    await touch('Park');
    const aside = page.getByRole('dialog').getByRole('listitem');
    expect(await aside.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await touch(/paid in parts/);
    await parts.getByText('85.00').waitFor();
    await page.getByLabel('How much of it').fill('250');
    await touch('Cash');
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 385, []]]);
    const { payments } = await saleNow(terminalId);
    expect(payments.map(({ channel, amount }) => [channel, amount])).toEqual([
      ['cash', 100],
      ['external', 85],
      ['cash', 200],
    ]);
    await touch('Next sale');
    await touch(/^Palm oil/);
    await page.getByRole('button', { name: /^Cash/ }).getByText('32.00').waitFor();
    await page.context().close();
  },
);
