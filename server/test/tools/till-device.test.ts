import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findBarriers,
  IN_A_BROWSER,
  openBrowser,
  openLastingBrowser,
  type TestBrowser,
} from '../kit/browser.ts';
import { writeFilm } from '../kit/film.ts';
import { newerScripts, offerNewer, openReleases } from '../kit/releases.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import {
  furnishShop,
  openTillApp,
  openTillDrawer,
  salesOf,
  sellThreeForCash,
  signInAtTill,
  TILL_SIZES,
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

/** A printer on a serial cable: slow, for one slip at a time, and broken for good by a pull until it is opened anew. */
const FAKE_SERIAL = `{
  window.sent = [];
  window.opened = 0;
  const port = {
    writable: null,
    async open({ baudRate }) {
      window.opened += 1;
      window.baudRate = baudRate;
      port.writable = new WritableStream({
        async write(bytes) {
          if (window.isPulled) throw new DOMException('The device has been lost.', 'NetworkError');
          await new Promise((done) => setTimeout(done, 50));
          window.sent.push(String.fromCharCode(...bytes));
        },
      });
    },
    async close() {
      port.writable = null;
    },
  };
  Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port, getPorts: async () => [port] } });
}`;

test(
  'a printer on a serial cable takes one slip after the other; a cable that was pulled is told, and opened anew',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Serial' });
    const { page, touch } = app;
    const sent = async (): Promise<readonly string[]> => await page.evaluate('window.sent');
    await page.evaluate(FAKE_SERIAL);
    await touch('Menu');
    await touch('Printer');
    await touch('Receipt printer by serial cable');
    await touch('Print a trial');
    await touch('Print a trial');
    await expect.poll(sent).toEqual([expect.stringContaining('Serial'), expect.stringContaining('Serial')]);
    expect(await page.evaluate('[window.opened, window.baudRate]')).toEqual([1, 9_600]);
    await page.evaluate('void (window.isPulled = true)');
    await touch('Print a trial');
    await page.getByText(/^The printer did not print/).waitFor();
    await page.evaluate('void (window.isPulled = false)');
    await touch('Print a trial');
    await expect.poll(async () => (await sent()).length).toBe(3);
    expect(await page.evaluate('window.opened')).toBe(2);
    await page.context().close();
  },
);

test(
  'a till that nobody touches for a quarter of an hour asks for a PIN again, and keeps what lies on the counter',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Idle' });
    const { page, touch } = app;
    await touch(/^Rice 25 kg/);
    await page.clock.install();
    await page.clock.fastForward('14:00');
    await touch(/^Peak milk/);
    await page.clock.fastForward('14:00');
    await touch(/^Palm oil/);
    await touch('Menu');
    await page.clock.fastForward('15:10');
    await page.getByRole('button', { name: 'Hawa Jalloh' }).waitFor();
    await page.getByText('Test mode. No real money, no real stock.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await signInAtTill(app);
    await page.getByRole('button', { name: /^Cash/ }).getByText('463.50').waitFor();
    expect(await page.getByRole('dialog').count(), 'the menu of before').toBe(0);
    await page.context().close();
  },
);

/** As private windows of some browsers answer. */
const KEEPS_NOTHING = `Object.defineProperty(window, 'indexedDB', {
  value: { open() { throw new DOMException('Nothing is stored here.', 'InvalidStateError'); } },
});`;

test(
  'a browser that keeps nothing says so over the whole screen before a sale is entrusted to it',
  IN_A_BROWSER,
  async () => {
    const { page } = await browser.look(`${new URL(service.baseUrl).origin}/pos`);
    await page.addInitScript(KEEPS_NOTHING);
    await page.reload();
    const told = page.getByRole('alertdialog', { name: 'This browser keeps nothing' });
    for (const size of ['tablet', 'phone'] as const) {
      await page.setViewportSize(TILL_SIZES[size]);
      await told.waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await told.getByRole('button', { name: 'Load again' }).waitFor();
    await page.context().close();
  },
);

test(
  'a newer version is offered between two sales, and not while something lies on the counter',
  IN_A_BROWSER,
  async () => {
    await using releases = await openReleases(service.baseUrl);
    const app = await openTillApp({ browser, service, shop, name: 'Updated', origin: releases.origin });
    const { page, touch } = app;
    await offerNewer(page, releases);
    const offer = page.getByText('A newer version of the till is there.');
    await offer.waitFor();
    await touch(/^Rice 25 kg/);
    await offer.waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test(
  'a newer version begins when the till is opened the next morning, also without a network: what is unsent and what lies on the counter stay',
  IN_A_BROWSER,
  async () => {
    await using releases = await openReleases(service.baseUrl);
    await using tablet = await openLastingBrowser();
    const { origin } = releases;
    const app = await openTillApp({ browser: tablet, service, shop, name: 'Next morning', origin });
    const { page, touch, terminalId } = app;
    await openTillDrawer(app, '500');
    await offerNewer(page, releases);
    await page.getByText('A newer version of the till is there.').waitFor();
    await tablet.context().setOffline(true);
    await sellThreeForCash(app, 'tablet');
    await page.getByRole('button', { name: /1 unsent/ }).waitFor();
    await touch('Next sale');
    await touch(/^Rice 25 kg/);
    await page.getByRole('button', { name: /^Cash/ }).getByText('385.00').waitFor();

    await tablet.restart();
    await tablet.context().setOffline(true);
    const next = await tablet.look(`${origin}/pos`);
    await next.page.getByText(/1 unsent/).waitFor();
    expect(await newerScripts(next.page)).toBeGreaterThan(0);
    await next.page.getByRole('button', { name: /^Cash/ }).getByText('385.00').waitFor();
    expect(await salesOf(shop, terminalId)).toEqual([]);
    await tablet.context().setOffline(false);
    await next.page.getByRole('button', { name: /All sent/ }).waitFor();
    expect(await salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 463.5, []]]);
    expect(next.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one))).toEqual([]);
  },
);

test(
  'what is counted of a drawer is there again after the browser was killed, by notes too, until the drawer is closed',
  IN_A_BROWSER,
  async () => {
    await using tablet = await openLastingBrowser();
    const app = await openTillApp({ browser: tablet, service, shop, name: 'Killed while counting' });
    const { page, touch, terminalId } = app;
    await openTillDrawer(app, '500');
    await touch('Menu');
    await touch('Close the day');
    await page.getByRole('radio', { name: 'Notes and coins' }).or(page.getByText('Notes and coins')).click();
    await page.getByLabel('100.00', { exact: true }).fill('4');
    await page.getByLabel('50.00', { exact: true }).fill('1');
    await page.getByText('NLe 50.00 missing').waitFor();
    await tablet.kill();
    const next = await tablet.look(page.url());
    await next.page.getByRole('button', { name: 'Menu' }).click();
    await next.page.getByRole('button', { name: 'Close the day' }).click();
    await next.page.getByText('NLe 50.00 missing').waitFor();
    expect(await next.page.getByLabel('100.00', { exact: true }).inputValue()).toBe('4');
    await next.page.getByRole('button', { name: 'Close and print Z' }).click();
    await next.page.getByRole('heading', { name: 'Z report 1' }).waitFor();
    const { data } = await shop.client.listCashSessions({ query: { terminal_id: terminalId } });
    expect(data).toMatchObject([{ status: 'closed' }]);
    await next.page.getByRole('button', { name: 'Done' }).click();
    await openTillDrawer({ page: next.page }, '100');
    await next.page.getByRole('button', { name: 'Menu' }).click();
    await next.page.getByRole('button', { name: 'Close the day' }).click();
    await next.page.getByText('Count the cash first.').first().waitFor();
  },
);

/** From here on the disk of the page is full, or has room again. */
async function fillDisk({ page }: Pick<TillApp, 'page'>, isFull: boolean): Promise<void> {
  await page.evaluate(`{
    const { put } = IDBObjectStore.prototype;
    window.realPut ??= put;
    IDBObjectStore.prototype.put = ${String(isFull)}
      ? () => { throw new DOMException('Full.', 'QuotaExceededError'); }
      : window.realPut;
  }`);
}

test(
  'a full disk is told while something is rung up, nothing that it cannot keep is put aside or taken up, and the till locks all the same',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Full' });
    const { page, touch } = app;
    const alone = page.getByText('it is on this screen alone');
    await touch(/^Rice 25 kg/);
    await fillDisk(app, true);
    await touch(/^Peak milk/);
    await alone.waitFor();
    const park = page.getByRole('button', { name: /^Park/ }).first();
    await park.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Park this sale' }).click();
    await page.getByText('it was NOT kept').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Cash/ }).getByText('431.50').waitFor();
    await fillDisk(app, false);
    await touch(/^Palm oil/);
    await alone.waitFor({ state: 'detached' });
    await fillDisk(app, true);
    await touch('Lock');
    await page.getByRole('button', { name: 'Hawa Jalloh' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Hawa Jalloh' }).waitFor();
    await signInAtTill(app);
    await page.getByRole('button', { name: /^Cash/ }).getByText('463.50').waitFor();
    await page.context().close();
  },
);

/** Opens the page of what is unsent at a till. */
async function openUnsent({ page }: Pick<TillApp, 'page'>): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /^Unsent and to see/ }).click();
  return page.locator('input[type=file]');
}

test(
  'what a till cannot send is read in at another device of the same till, once; a file that was changed is refused in words',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Carried' });
    await openTillDrawer(app, '500');
    await app.page.getByRole('button', { name: /All sent/ }).waitFor();
    await app.page.context().setOffline(true);
    await sellThreeForCash(app, 'tablet');
    await app.touch('Next sale');
    await openUnsent(app);
    const saved = app.page.waitForEvent('download');
    await app.touch('Save what is unsent as a file');
    const file = await readFile(await (await saved).path(), 'utf8');
    await app.page.context().close();

    const other = await browser.look(`${new URL(service.baseUrl).origin}/pos`);
    const { data } = await shop.client.pairTerminal({ params: { id: app.terminalId } });
    await other.page.getByLabel('Pairing code').fill(data.pairing_code);
    await other.page.getByRole('button', { name: 'Pair', exact: true }).click();
    await signInAtTill(other);
    const input = await openUnsent(other);
    for (const [text, said] of [
      [file.replace('463.5', '46.35'), 'This file was changed or cut.'],
      ['<html>', 'This is no file of unsent acts'],
      [file, '1 act taken in, 0 known already.'],
      [file, '0 acts taken in, 1 known already.'],
    ] as const) {
      await input.setInputFiles({
        name: 'unsent.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
      await other.page.getByText(said).first().waitFor();
    }
    await other.page.getByText('Everything is with the server.').waitFor();
    expect(await salesOf(shop, app.terminalId)).toMatchObject([[/-000001$/, 463.5, []]]);
    await other.page.context().close();
  },
);

test(
  'where the camera is refused, taken or missing the till says which, tries again, and the code can be typed',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'No camera' });
    const { page, touch } = app;
    const refuse = (name: string) =>
      page.evaluate(
        `{ const { mediaDevices } = navigator; mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}')); }`,
      );
    await refuse('NotAllowedError');
    await touch('Scan with the camera');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^This page may not use the camera/).waitFor();
    await refuse('NotReadableError');
    await touch('Try again');
    await dialog.getByText(/^Another app or window has the camera/).waitFor();
    await refuse('NotFoundError');
    await touch('Try again');
    await dialog.getByText(/^No camera can be used here/).waitFor();
    await touch('Type the code');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.type('6001', { delay: 120 });
    await page.keyboard.press('Enter');
    await page.locator('.cart-line').getByText('Rice 25 kg').waitFor();
    await page.context().close();
  },
);

test.each([
  ['6001', 'Rice 25 kg is in the sale. 1 item.', '1'],
  ['6099', 'No product has the code 6099.', '0'],
])(
  'what the camera read, such as %s, is told below its picture and once, and a camera that another app took is opened anew',
  IN_A_BROWSER,
  async (code, said, lines) => {
    const folder = await mkdtemp(join(tmpdir(), 'cottontree-film-'));
    await writeFilm(join(folder, 'code.y4m'), code);
    await using filmed = await openBrowser({ film: join(folder, 'code.y4m') });
    const app = await openTillApp({ browser: filmed, service, shop, name: `Camera ${code}` });
    const { page } = app;
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('status').getByText(said).waitFor({ timeout: 20_000 });
    await page.waitForTimeout(1_000);
    expect(await page.locator('.toast').count()).toBe(0);
    expect(String(await page.locator('.cart-line').count())).toBe(lines);
    await page.evaluate(
      `{ const [track] = document.querySelector('video').srcObject.getTracks(); track.stop(); track.dispatchEvent(new Event('ended')); }`,
    );
    await expect
      .poll(() => page.evaluate(`document.querySelector('video').srcObject?.getTracks()[0].readyState`))
      .toBe('live');
    await page.context().close();
    await rm(folder, { recursive: true });
  },
);

test(
  'a drawer is not closed unasked as long as nobody knows whether its cash went back',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Doubt at close' });
    const { page, touch, terminalId } = app;
    const dialog = page.getByRole('dialog');
    await openTillDrawer(app, '500');
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
    await touch('Give back NLe 32.00');
    await page.getByText(/^Whether NLe 32.00 went back is not known yet/).waitFor({ timeout: 20_000 });
    await touch('Back');
    await touch('Menu');
    await touch('Close the day');
    await page.getByLabel('Cash in the drawer').last().fill('532');
    await touch('Close and print Z');
    await dialog.getByText('whether NLe 32.00 went back is not known yet').waitFor({ timeout: 5_000 });
    await touch('Look at it first');
    const open = { terminal_id: terminalId, status: 'open' } as const;
    expect((await shop.client.listCashSessions({ query: open })).data).toHaveLength(1);
    await page.unroute('**/v1/pos/sales/*/refunds');
    await touch('Look again');
    await page.getByText('NLe 32.00 went back.').waitFor();
    await touch('Menu');
    await touch('Close the day');
    await page.getByLabel('Cash in the drawer').last().fill('500');
    await page.getByText('It agrees.').waitFor();
    await page.evaluate('window.print = () => undefined');
    await touch('Close and print Z');
    await page.getByRole('heading', { name: 'Z report 1' }).waitFor();
    await page.context().close();
  },
);

test(
  'a sale that the device could not write is told, and sold with the next press',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Bad disk' });
    const { page, touch, terminalId } = app;
    await touch(/^Rice 25 kg/);
    await touch(/^Cash/);
    await page.evaluate(`{
      const add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = () => {
        IDBObjectStore.prototype.add = add;
        throw new DOMException('Internal error.', 'UnknownError');
      };
    }`);
    await touch('Sold');
    await page.getByRole('alert').getByText('it was NOT kept').waitFor({ timeout: 5_000 });
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await expect.poll(() => salesOf(shop, terminalId)).toMatchObject([[/-000001$/, 385, []]]);
    await page.context().close();
  },
);

test(
  'a drawer whose closing nobody answered is closed once, and its Z report comes all the same',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Closed unheard' });
    const { page, touch } = app;
    const loseAnswers = () =>
      page.route('**/v1/pos/cash-sessions/*/close', async (route) => {
        await route.fetch();
        await route.abort();
      });
    await page.evaluate('window.print = () => undefined');
    await openTillDrawer(app, '500');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await loseAnswers();
    await touch('Menu');
    await touch('Close the day');
    await page.getByLabel('Cash in the drawer').last().fill('500');
    await touch('Close and print Z');
    await page.getByRole('heading', { name: 'The drawer is closed' }).waitFor({ timeout: 20_000 });
    await touch('Done');
    await page.getByText('Z report 1 is made.').waitFor({ timeout: 10_000 });
    await touch('Close');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await page.context().close();
  },
);

test(
  'a sale that is paid in parts is not begun on a full disk, and with room it is asked for once',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Full split' });
    const { page, touch, terminalId } = app;
    const notKept = page.getByRole('alert').getByText('it was NOT kept');
    const parts = page.getByRole('list', { name: 'What was paid of it' });
    const open = async () => {
      const { data } = await shop.client.listSales({ query: { terminal_id: terminalId } });
      return data.map(({ status, amount_paid, payments }) => [status, amount_paid, payments.length]);
    };
    await touch(/^Rice 25 kg/);
    await touch('Split');
    await page.getByLabel('How much of it').fill('85');
    await touch('Elsewhere');
    await parts.getByText('85.00').waitFor();
    await fillDisk(app, true);
    await touch('QR code');
    await notKept.waitFor();
    expect(await open()).toEqual([]);
    await fillDisk(app, false);
    await touch('QR code');
    await parts.getByText('QR code').waitFor();
    await expect.poll(open).toEqual([['pending_payment', 85, 2]]);
    await page.reload();
    await parts.getByText('QR code').waitFor();
    await parts.getByText('85.00').waitFor();
    expect(await open()).toEqual([['pending_payment', 85, 2]]);
    await page.context().close();
  },
);
