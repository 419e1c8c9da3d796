import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { sale } from '../kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let owner: TestMember;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  owner = await signedInMember(service, { merchantId: shop.id });
  await shop.client.createDelivery({
    body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' },
  });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** How much of the rows is to be seen. */
const OPACITY = `Number(getComputedStyle(document.querySelector('.table-frame')).opacity)`;
/** Longer than a list waits for somebody to stop typing. */
const TYPED_MS = 800;
/** Somebody types in the search and presses a link before the list has taken the word. */
const typeAndPress = (label: string): string => `(() => {
  const field = document.querySelector('.list-search input');
  field.value = 'Lumley';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  [...document.querySelectorAll('a')].find((link) => link.textContent.startsWith('${label}')).click();
})()`;

/** Words of a table, but for its names, that stand on more than one line. */
const BROKEN = `[...document.querySelectorAll('td:not(:first-child)')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!/\\s/.test(node.data) && range.getClientRects().length > 1) found.push(node.data);
  }
  return found;
})`;

test('whoever leaves a list while they type is not led back to it', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries' });
  await settled(page);
  await page.evaluate(typeAndPress('Customers'));
  await page.waitForTimeout(TYPED_MS);
  expect(new URL(page.url()).pathname).toBe('/dashboard/test/customers');
  expect(new URL(page.url()).search).toBe('');
  await page.context().close();
});

test('a word that was typed goes together with the view that is chosen at once', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries' });
  await settled(page);
  await page.getByRole('link', { name: /^In motion/ }).click();
  const chosen = new URL(page.url()).search;
  await page.getByRole('link', { name: /^All/ }).click();
  await page.evaluate(typeAndPress('In motion'));
  await expect.poll(() => page.url()).toContain('Lumley');
  for (const [name, value] of new URLSearchParams(chosen))
    expect(new URL(page.url()).searchParams.get(name)).toBe(value);
  await page.context().close();
});

test('rows of what was asked before are shown to be old while a filter loads', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries' });
  await settled(page);
  const rows = page.locator('.list-rows');
  expect(await rows.getAttribute('aria-busy')).toBe('false');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/shipping\/deliveries\?.*status=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: /^In motion/ }).click();
  await expect.poll(() => rows.getAttribute('aria-busy')).toBe('true');
  await expect.poll(() => page.evaluate(OPACITY)).toBeLessThan(0.7);
  answer();
  await expect.poll(() => page.locator('.list-rows[aria-busy=true]').count()).toBe(0);
  await page.context().close();
});

test(
  'who goes back to a list, or loads it anew, stands where they stood; who goes on stands at the top',
  IN_A_BROWSER,
  async () => {
    const long = await service.merchant({ name: 'Long Lists' });
    for (let made = 0; made < 30; made += 1)
      await long.client.createCustomer({ body: { name: `Isatu ${made}` } });
    const member = await signedInMember(service, { merchantId: long.id });
    const { page } = await openDashboard(browser, { service, member, path: '/customers' });
    await settled(page);
    const down = async (): Promise<number> => Number(await page.evaluate('scrollY'));
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 400);
    await expect.poll(down).toBe(400);
    // Without a look for it, which might move the page.
    const press = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('main a')].find((link) => /^${name}/.test(link.textContent || link.title)).click()`,
      );
    await press('Isatu 1');
    await page.getByRole('heading', { level: 1, name: /^Isatu/ }).waitFor();
    expect(await down()).toBe(0);
    await page.goBack();
    await expect.poll(down).toBe(400);
    await page.reload();
    await expect.poll(down).toBe(400);
    await press('Next page');
    await expect.poll(down).toBe(0);
    await page.goBack();
    await expect.poll(down).toBe(400);
    await page.context().close();
  },
);

test(
  'a page whose script does not come is said not to be here, and asked for again',
  IN_A_BROWSER,
  async () => {
    const { page } = await openDashboard(browser, { service, member: owner });
    await settled(page);
    await page.route(/assets\/dashboard\..*\.js/, (route) => route.abort());
    await page.locator('.side .place', { hasText: 'Customers' }).click();
    await page.getByRole('heading', { name: 'This did not load' }).waitFor();
    expect(await page.locator('.crumbs').innerText()).toBe('Customers');
    expect(await page.title()).toMatch(/^Customers · /);
    await page.unroute(/assets\/dashboard\..*\.js/);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await page.context().close();
  },
);

test('a name of any length breaks no number or short word beside it', IN_A_BROWSER, async () => {
  const name = 'Alhaji Mohamed-Bailor Abu-Bakarr Tejan-Sie-Cole Kamara-Conteh of the Great Market of Kenema';
  const { data: category } = await shop.client.createCategory({ body: { name: 'Household' } });
  await shop.client.createPaymentLink({ body: { title: name, amount: 9_999_999.5, description: name } });
  await shop.client.createProduct({
    body: { name: 'Superlong'.repeat(9), price: 123_456_789.5, category_id: category.id },
  });
  const { page } = await openDashboard(browser, { service, member: owner });
  for (const path of ['/payments/links', '/till/products']) {
    await page.goto(dashboardUrl(service, path));
    await settled(page);
    expect([path, await page.evaluate(BROKEN)]).toEqual([path, []]);
  }
  await page.context().close();
});

test('an e-mail address of a customer goes on at its @, not within a name', IN_A_BROWSER, async () => {
  await shop.client.createCustomer({
    body: {
      name: 'The Freetown Cooperative of Seamstresses and Tailors Limited',
      phone: '076 204118',
      email: 'accounts.payable@freetowncooperative.example.sl',
      address: '27 Wilkinson Road, behind the blue gate, Freetown',
      tags: ['wholesale', 'school'],
    },
  });
  const { page } = await openDashboard(browser, { service, member: owner, path: '/customers' });
  const address = page.locator('td', { hasText: 'accounts.payable@' });
  await address.waitFor();
  const broken = `[...document.querySelector('td .by-parts').childNodes].filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).length`;
  expect(await page.evaluate(broken)).toBe(0);
  expect(await page.evaluate('document.querySelector(".table-frame").scrollWidth <= innerWidth')).toBe(true);
  await page.context().close();
});

test('an address that is none is said to lead nowhere', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/customers' });
  await page.evaluate(
    `history.pushState(null, '', '/dashboard/test/customers/%E0%A4%A'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.getByText('There is no such page').or(page.getByText('This is not here')).first().waitFor();
  await page.context().close();
});

test('a page of a list that is empty by now leads to the last one that is not', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries?page=2' });
  await page.locator('tbody tr').first().waitFor({ timeout: 10_000 });
  expect(new URL(page.url()).search).toBe('');
  await page.context().close();
});

test('a code that a scanner types with Enter opens what bears it, however fast', IN_A_BROWSER, async () => {
  const { data: product } = await shop.client.createProduct({
    body: { name: 'Palm oil', price: 60, barcode: '6001087340014' },
  });
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries' });
  await settled(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find anything' });
  // What was looked for before is still shown when the next code comes.
  await field.fill('in');
  await page.locator('.find [role=option]').first().waitFor();
  await field.fill('6001087340014');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/till/products/${product.id}`);
  await page.context().close();
});

test('a search that the server cannot answer says so', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries' });
  await settled(page);
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'The database is not reachable. Try again.' };
  await page.route('**/v1/search?*', (route) =>
    route.fulfill({ status: 503, json: { success: false, error } }),
  );
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('6001087340014');
  await page.getByRole('alert').getByText(error.message).waitFor();
  await page.context().close();
});

test('a list is saved under one ending, in letters that a spreadsheet knows', IN_A_BROWSER, async () => {
  const jazz = await sale(shop);
  await shop.client.createTicketOrder({
    params: { id: jazz.eventId },
    body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }], payment: { method: 'cash' } },
  });
  const { page } = await openDashboard(browser, {
    service,
    member: owner,
    path: `/events/${jazz.eventId}/attendees`,
  });
  await settled(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('tickets.csv');
  expect((await readFile(await download.path())).toString('utf8')).toMatch(/^\u{feff}id,/u);
  await page.context().close();
});

test('what is made by a file, and whose answer was lost, is made once', IN_A_BROWSER, async () => {
  const other = await service.merchant({ name: 'Lost Stores' });
  const member = await signedInMember(service, { merchantId: other.id });
  const { page } = await openDashboard(browser, { service, member, path: '/deliveries/imports/new' });
  await settled(page);
  await page
    .locator('textarea')
    .fill(
      'pickup_city,delivery_address,delivery_city\nFreetown,27 Freetown Road,Lumley\nFreetown,3 Pademba Road,Freetown\n',
    );
  await page.getByRole('button', { name: 'Check the file' }).click();
  const make = page.getByRole('button', { name: 'Make 2 deliveries' });
  await make.waitFor();
  let lost = 0;
  await page.route('**/v1/shipping/imports*', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await make.click();
  await page.locator('.note.bad').waitFor({ timeout: 60_000 });
  expect(lost).toBeGreaterThan(0);
  await page.unroute('**/v1/shipping/imports*');
  await make.click();
  await page.waitForURL('**/deliveries/imports/imp_*');
  expect((await other.client.listImports()).meta.total).toBe(1);
  await page.context().close();
});

test(
  'on a phone what is found is called by its number, however long the name beside it',
  IN_A_BROWSER,
  async () => {
    const { data: made } = await shop.client.createDelivery({
      body: {
        pickup_city: 'Freetown',
        delivery_city: 'Lumley',
        delivery_address: '27 Freetown Road',
        recipient_name: 'Alhaji Mohamed Bailor-Barrie-Kamara-Conteh of Old Railway Line, Tengbeh Town',
      },
    });
    const { page } = await openDashboard(browser, {
      service,
      member: owner,
      path: '/deliveries',
      look: { width: 'phone' },
    });
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.locator('.find input').fill('Alhaji');
    const number = page.getByRole('option').getByText(made.job_number, { exact: true });
    await number.waitFor();
    expect((await number.boundingBox())?.width).toBeGreaterThan(100);
    await page.context().close();
  },
);

test('a name of any length takes two lines of a list, and is there whole', IN_A_BROWSER, async () => {
  const name = 'Haja Mariama Fatmata Binta Kadiatu Sesay of the Kissy Road Traders and Transport Cooperative';
  const other = await service.merchant({ name: 'Long Names' });
  const recipient = { recipient_name: name, delivery_city: 'Lumley', delivery_address: '27 Freetown Road' };
  await other.client.createDelivery({ body: { pickup_city: 'Freetown', ...recipient } });
  const member = await signedInMember(service, { merchantId: other.id });
  const { page } = await openDashboard(browser, { service, member, path: '/deliveries' });
  const cell = page.getByTitle(name);
  for (const width of [1280, 760, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(Math.round((await cell.boundingBox())?.height ?? 0)).toBeLessThanOrEqual(40);
  }
  expect(await cell.textContent()).toBe(name);
  await page.context().close();
});

test(
  'what a message is about is said by its number or in words, with the way there',
  IN_A_BROWSER,
  async () => {
    const notice = {
      audience: 'recipient',
      channel: 'sms',
      job_number: null,
      to: '+232 78 *** 567',
      locale: 'en',
    };
    const rest = { text: 'Hello', status: 'sent', reason: null, created_at: '2026-11-21T09:14:00.000Z' };
    const told = [
      ['invoice_sent', 'INV-2026-00001'],
      ['payment_received', 'pay_01m7yp5q3vd1ksm4sz8hb2a9gt'],
      ['waitlist_offered', 'wle_01m7yp5q3vd1ksm4sz8hb2a9gt'],
      ['provider_account_changed', 'prv_01m7yp5q3vd1ksm4sz8hb2a9gt'],
    ].map(([kind, reference]) => ({ id: `ntc_${kind}`, kind, reference, ...notice, ...rest }));
    const { page } = await openDashboard(browser, { service, member: owner });
    await page.route('**/v1/notices?**', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: told,
          meta: { total: 4, page: 1, limit: 25, has_more: false },
          timestamp: '2026-11-21T09:14:00.000Z',
        },
      }),
    );
    await page.goto(dashboardUrl(service, '/deliveries/messages'));
    const row = (name: string) => page.locator('tbody tr', { hasText: name });
    const hrefOf = (name: string) => row(name).getByRole('link', { name }).getAttribute('href');
    expect(await hrefOf('INV-2026-00001')).toBe('/dashboard/test/invoices?q=INV-2026-00001');
    expect(await row('The money is there').getByRole('link').getAttribute('href')).toBe(
      '/dashboard/test/payments/pay_01m7yp5q3vd1ksm4sz8hb2a9gt',
    );
    expect(await hrefOf('A payment provider')).toBe(
      '/dashboard/test/settings/payments/prv_01m7yp5q3vd1ksm4sz8hb2a9gt',
    );
    await row('A place on a wait list').first().waitFor();
    expect(await page.getByText('wle_', { exact: false }).count()).toBe(0);
    await page.context().close();
  },
);

test('what was taken today is not said to be nothing while nobody knows', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner });
  const failed = { success: false, error: { code: 'INTERNAL_ERROR', message: 'Something failed here.' } };
  await page.route(/\/v1\/pos\//, (route) => route.fulfill({ status: 500, json: failed }));
  await page.goto(dashboardUrl(service, '/till'));
  await page.locator('.till-today').getByText('This did not load').first().waitFor();
  expect(await page.locator('.till-today').innerText()).not.toMatch(/0\.00|Nothing/);
  await page.context().close();
});
