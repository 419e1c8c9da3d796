import type { Page } from 'playwright-core';
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
  TILL_SIZES,
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

test(
  'a window in which the till goes on knows what was done in the other: what is sold there lies on no counter any more',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Two windows' });
    const { page, touch, terminalId } = app;
    await touch(/^Rice 25 kg/);
    await page.waitForTimeout(300);
    const other = await page.context().newPage();
    await other.setViewportSize(TILL_SIZES.tablet);
    await other.goto(page.url());
    await other.getByText('The till is open in another window.').waitFor();
    await other.route('**/v1/pos/cash-sessions**', (route) => route.abort());
    await page.bringToFront();
    await openTillDrawer(app, '500');
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await touch('Next sale');
    await touch(/^Peak milk/);
    await page.waitForTimeout(300);

    await other.bringToFront();
    await other.getByRole('button', { name: 'Go on here' }).click();
    await other.getByText('The till is open in another window.').waitFor({ state: 'detached' });
    await other.getByText(/Cash session open since/).waitFor({ timeout: 5_000 });
    await other.getByRole('button', { name: /^Cash/ }).getByText('46.50').waitFor({ timeout: 5_000 });
    await other.getByRole('button', { name: /^Cash/ }).click();
    await other.getByRole('button', { name: 'Sold', exact: true }).click();
    await other.getByRole('heading', { name: 'Paid' }).waitFor();
    await expect
      .poll(() => salesOf(shop, terminalId))
      .toMatchObject([
        [/-000001$/, 385, []],
        [/-000002$/, 46.5, []],
      ]);
    await page.context().close();
  },
);

test(
  'a till whose pairing was ended is paired again where it stands, and sends what it had not sent',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Paired again' });
    const { page, touch, terminalId } = app;
    await page.route('**/v1/pos/sync/sales', (route) => route.abort());
    await sellThreeForCash(app, 'tablet');
    await touch('Next sale');
    await touch(/^Rice 25 kg/);
    await shop.client.endTerminalPairing({ params: { id: terminalId } });
    await page.getByRole('button', { name: 'Lock' }).click();
    await page
      .getByText('This device is bound to no till any more. Pair it again.')
      .waitFor({ timeout: 10_000 });
    await page.getByText(/1 unsent/).waitFor();
    const { data } = await shop.client.pairTerminal({ params: { id: terminalId } });
    await touch('Pair');
    await page.getByLabel('Pairing code').fill(data.pairing_code);
    await page.unroute('**/v1/pos/sync/sales');
    await touch('Pair');
    await signInAtTill(app);
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    expect(await salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 463.5, []]]);
    await page.getByRole('button', { name: /^Cash/ }).getByText('385.00').waitFor();
    // The address behind another code binds it anew as well.
    const again = await shop.client.pairTerminal({ params: { id: terminalId } });
    await page.goto(`${new URL(page.url()).origin}/pos#pair=${again.data.pairing_code}`);
    await page.reload();
    await signInAtTill(app);
    await touch(/^Cash/);
    await touch('Sold');
    await expect.poll(async () => (await salesOf(shop, terminalId)).length).toBe(2);
    await page.context().close();
  },
);

test('a till that was moved to another shop sells there from the next sign-in on', IN_A_BROWSER, async () => {
  const app = await openTillApp({ browser, service, shop, name: 'Moved' });
  const { page, touch, terminalId } = app;
  const { data: place } = await shop.client.createLocation({ body: { name: 'Lumley Beach' } });
  await shop.client.updateTerminal({
    params: { id: terminalId },
    body: { location_id: place.id, name: 'Beach till' },
  });
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByText('Beach till').waitFor({ timeout: 5_000 });
  await signInAtTill(app);
  await sellThreeForCash(app, 'tablet');
  await expect
    .poll(async () => (await shop.client.listSales({ query: { terminal_id: terminalId } })).data)
    .toMatchObject([{ location_id: place.id, flags: expect.not.arrayContaining(['foreign_terminal']) }]);
  await touch('Next sale');
  await page.reload();
  await page.getByText('Beach till').waitFor();
  await page.context().close();
});

test('a till that slept is locked when it wakes', IN_A_BROWSER, async () => {
  const app = await openTillApp({ browser, service, shop, name: 'Asleep' });
  const { page, touch } = app;
  await page.clock.install();
  await touch(/^Rice 25 kg/);
  // The clock on the wall goes on while a device sleeps; the one that counts a page's time does not.
  await page.clock.setSystemTime(Date.now() + 8 * 3_600_000);
  await page.clock.runFor(6_000);
  await page.getByRole('button', { name: 'Hawa Jalloh' }).waitFor({ timeout: 5_000 });
  await page.context().close();
});

test(
  'a till that is bound to another device goes on with the numbers of its receipts',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Old tablet' });
    const { page, terminalId } = app;
    await sellThreeForCash(app, 'tablet');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    const { data } = await shop.client.pairTerminal({ params: { id: terminalId } });
    const next = await browser.look(`${new URL(page.url()).origin}/pos#pair=${data.pairing_code}`);
    await next.page.setViewportSize(TILL_SIZES.tablet);
    await signInAtTill(next);
    await next.page.getByRole('button', { name: /^Rice 25 kg/ }).click();
    await next.page.getByRole('button', { name: /^Cash/ }).click();
    await next.page.getByRole('button', { name: 'Sold', exact: true }).click();
    await expect
      .poll(async () => (await salesOf(shop, terminalId)).map(([number]) => number?.slice(-7)))
      .toEqual(['-000001', '-000002']);
    await next.page.context().close();
    await page.context().close();
  },
);

/** Makes a device, by the code of another till, that one; whoever does it is told first what lies there. */
async function becomeTill(page: Page, { code, told }: { readonly code: string; readonly told: RegExp }) {
  await page.goto(`${new URL(page.url()).origin}/pos#pair=${code}`);
  await page.reload();
  await page.getByText(told).waitFor();
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await signInAtTill({ page });
}

/** The tills of which this browser keeps anything. */
async function keptTills(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>(
    'indexedDB.databases().then((all) => all.map(({ name }) => name))',
  );
  return [...new Set(names.flatMap((name) => /trm_\w+/.exec(name)?.[0] ?? []))];
}

async function codeOfNewTill(of: TestMerchant, name: string) {
  const { data: till } = await of.client.createTerminal({ body: { name } });
  const { data } = await of.client.pairTerminal({ params: { id: till.id } });
  return { id: till.id, code: data.pairing_code };
}

test(
  'what a device had not sent as the till that it was before is sent in its name, and leaves the device then',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Before' });
    const { page, touch, terminalId } = app;
    await page.route('**/v1/pos/sync/**', (route) => route.abort());
    await openTillDrawer(app, '500');
    await sellThreeForCash(app, 'tablet');
    const next = await codeOfNewTill(shop, 'After');
    await becomeTill(page, { code: next.code, told: /^Before has 2 unsent on this device/ });
    await page.getByText('Before, which this device was, has 2 unsent. They are sent in its name.').waitFor();
    await touch(/^Rice 25 kg/);
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(new Set(await keptTills(page))).toEqual(new Set([terminalId, next.id]));
    await page.unroute('**/v1/pos/sync/**');
    await page.reload();
    await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 463.5, []]]);
    await expect.poll(() => salesOf(shop, next.id)).toMatchObject([[/-000001$/, 385, []]]);
    expect((await shop.client.listCashSessions({ query: { terminal_id: terminalId } })).data).toHaveLength(1);
    await expect.poll(() => keptTills(page)).toEqual([next.id]);
    await page.context().close();
  },
);

test(
  'where nobody is signed in any more as the till before, who works at the next one hands it in, with the till and the person that sold it',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Taken away' });
    const { page, terminalId } = app;
    await page.route('**/v1/pos/sync/**', (route) => route.abort());
    await sellThreeForCash(app, 'tablet');
    await shop.client.endTerminalPairing({ params: { id: terminalId } });
    const next = await codeOfNewTill(shop, 'In its place');
    await becomeTill(page, { code: next.code, told: /^Taken away has 1 unsent on this device/ });
    await page.unroute('**/v1/pos/sync/**');
    await page.reload();
    await expect
      .poll(() => salesOf(shop, terminalId))
      .toMatchObject([[/-000001$/, 463.5, ['foreign_terminal']]]);
    expect(await salesOf(shop, next.id)).toEqual([]);
    await expect.poll(() => keptTills(page)).toEqual([next.id]);
    await page.context().close();
  },
);

test(
  'what a device had not sent as the till of another shop goes to that shop alone: it stays until the device is that till again',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'Kroo Bay Stores' });
    await furnishShop(other);
    const app = await openTillApp({ browser, service, shop, name: 'Lent out' });
    const { page, touch, terminalId } = app;
    await page.route('**/v1/pos/sync/**', (route) => route.abort());
    await sellThreeForCash(app, 'tablet');
    await shop.client.endTerminalPairing({ params: { id: terminalId } });
    const next = await codeOfNewTill(other, 'Borrowed');
    await becomeTill(page, { code: next.code, told: /^Lent out has 1 unsent on this device/ });
    await page.unroute('**/v1/pos/sync/**');
    await page.reload();
    await page.getByText(/^Lent out, which this device was, has 1 unsent for Aminata Stores\./).waitFor();
    await touch('Look');
    const part = page.getByRole('region', { name: 'Lent out' });
    await part.getByText(/-000001/).waitFor();
    await part.getByRole('button', { name: 'Save what is unsent as a file' }).waitFor();
    await sellThreeForCashOnceMore(app);
    await expect.poll(async () => (await salesOf(other, next.id)).length).toBe(1);
    expect((await other.client.listSales()).meta.total).toBe(1);

    const { data } = await shop.client.pairTerminal({ params: { id: terminalId } });
    await page.goto(`${new URL(page.url()).origin}/pos#pair=${data.pairing_code}`);
    await page.reload();
    await signInAtTill(app);
    await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 463.5, []]]);
    await expect.poll(() => keptTills(page)).toEqual([terminalId]);
    await page.context().close();
  },
);

async function sellThreeForCashOnceMore(app: Parameters<typeof sellThreeForCash>[0]): Promise<void> {
  await app.page.getByRole('button', { name: 'Back' }).click();
  await sellThreeForCash(app, 'tablet');
}

test(
  'a sale that was parked at the till before lies here until somebody gives it up, who is asked first',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Parked there' });
    const { page, touch, terminalId } = app;
    await touch(/^Rice 25 kg/);
    await touch('Park');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('For whom').fill('Isatu');
    await dialog.getByRole('button', { name: 'Park this sale' }).click();
    await dialog.waitFor({ state: 'detached' });
    const next = await codeOfNewTill(shop, 'Without it');
    await becomeTill(page, {
      code: next.code,
      told: /^1 sale of Parked there is not finished on this device/,
    });
    await page.getByText(/^1 sale is not finished at Parked there/).waitFor();
    expect(new Set(await keptTills(page))).toEqual(new Set([terminalId, next.id]));
    await touch('Look');
    await touch('Give up');
    await page.getByText('Sales that were parked or begun there go off this device for good.').waitFor();
    await touch(page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Give up' }));
    await expect.poll(() => keptTills(page)).toEqual([next.id]);
    await page.context().close();
  },
);

test(
  'a window that still shows the till before becomes the next one when somebody goes on there',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Left open' });
    const { page, terminalId } = app;
    await page.context().route('**/v1/pos/sync/**', (route) => route.abort());
    await sellThreeForCash(app, 'tablet');
    const other = await page.context().newPage();
    await other.setViewportSize(TILL_SIZES.tablet);
    await other.goto(page.url());
    const next = await codeOfNewTill(shop, 'Opened beside');
    await becomeTill(other, { code: next.code, told: /^Left open has 1 unsent on this device/ });
    await other.getByRole('button', { name: 'Go on here' }).click();
    await page.getByRole('button', { name: 'Go on here' }).click();
    await page.getByText('Opened beside').waitFor();
    expect(await keptTills(page)).toContain(terminalId);
    await page.context().close();
  },
);

async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Hawa Jalloh' }).click();
  await page.getByRole('group', { name: 'PIN' }).waitFor();
  await page.keyboard.type(pin);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
}

test(
  'wrong PINs that are typed without a network are counted, also when the page is loaded anew in between',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Guessing' });
    const { page } = app;
    const guess = (pin: string) => typePin(page, pin);
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    // What the till has to know for it comes with the catalogue, before what runs out.
    await Promise.all([page.waitForResponse(/\/pos\/inventory\/low-stock/), page.reload()]);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Lock' }).click();
    for (let tries = 0; tries < 5; tries += 1) {
      await guess('999999');
      await page.getByText('This PIN is wrong.').waitFor();
      await page.getByRole('button', { name: 'Somebody else' }).click();
    }
    await page.reload();
    await guess(TILL_PIN);
    await page.getByText(/^Too many wrong PINs/).waitFor({ timeout: 10_000 });
    await page.context().close();
  },
);

test(
  'after too many wrong PINs without a network whoever knows the right one waits a quarter of an hour, and no longer where the clock was set back',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Waiting' });
    const { page } = app;
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await Promise.all([page.waitForResponse(/\/pos\/inventory\/low-stock/), page.reload()]);
    await page.context().setOffline(true);
    await page.clock.install();
    const refused = page.getByText(/^Too many wrong PINs/);
    const open = page.getByRole('button', { name: /^Rice 25 kg/ });
    const useUp = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Lock' }).click();
      for (let tries = 0; tries < 5; tries += 1) {
        await typePin(page, '999999');
        await page.getByText('This PIN is wrong.').waitFor();
        await page.getByRole('button', { name: 'Somebody else' }).click();
      }
      await typePin(page, TILL_PIN);
      await refused.waitFor();
      await page.getByRole('button', { name: 'Somebody else' }).click();
    };
    await useUp();
    await page.clock.fastForward('14:00');
    await typePin(page, TILL_PIN);
    await refused.waitFor();
    await page.getByRole('button', { name: 'Somebody else' }).click();
    await page.clock.fastForward('01:10');
    await typePin(page, TILL_PIN);
    await open.waitFor();

    // Read anew with a clock that is a day behind: from then on a quarter of an hour, not a day and a quarter.
    await useUp();
    await page.clock.setSystemTime((await page.evaluate<number>('Date.now()')) - 86_400_000);
    await page.reload();
    await typePin(page, TILL_PIN);
    await refused.waitFor();
    await page.getByRole('button', { name: 'Somebody else' }).click();
    await page.clock.fastForward('15:10');
    await typePin(page, TILL_PIN);
    await open.waitFor();
    await page.context().close();
  },
);
