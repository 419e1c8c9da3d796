import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { quiet } from '../kit/quiet.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const field =
  (name: string) =>
  (page: Page): Locator =>
    page.locator(`main [name="${name}"]`);

type LongForm = {
  readonly name: string;
  readonly path: string;
  readonly typed: readonly (readonly [field: string, text: string])[];
  readonly send: RegExp;
};

const FORMS: readonly LongForm[] = [
  {
    name: 'a new delivery',
    path: '/deliveries/new',
    typed: [
      ['recipient_name', 'Hawa Jalloh'],
      ['recipient_phone', '076 204118'],
      ['delivery_city', 'Lumley'],
      ['delivery_address', '27 Freetown Road'],
      ['pickup_city', 'Freetown'],
    ],
    send: /^Send it for/,
  },
  {
    name: 'a new invoice',
    path: '/invoices/new',
    typed: [
      ['customer.name', 'Aminata Sesay'],
      ['customer.phone', '076 204118'],
      ['items[0].description', 'Sewing of six uniforms'],
      ['items[0].unit_price', '1200'],
    ],
    send: /^Save the draft/,
  },
  {
    name: 'a new product',
    path: '/till/products/new',
    typed: [
      ['name', 'Country cloth'],
      ['price', '350'],
      ['description', 'Woven in Kabala'],
    ],
    send: /^Create the product/,
  },
  {
    name: 'a new event',
    path: '/events/new',
    typed: [
      ['name', 'Freetown Jazz Night'],
      ['venue', 'Aberdeen beach'],
      ['start_date', '2030-12-20T18:00'],
      ['end_date', '2030-12-20T23:00'],
      ['ticket_types[0].name', 'Regular'],
      ['ticket_types[0].price', '150'],
      ['ticket_types[0].quantity_available', '200'],
    ],
    send: /^Make the draft/,
  },
];

describe('a session that ends in the middle of a form', IN_A_BROWSER, () => {
  test.each(FORMS)('is begun anew over $name, and nothing typed is lost', async ({ path, typed, send }) => {
    const member = await signedInMember(service, { merchantId: shop.id });
    const { page } = await openDashboard(browser, { service, member, path });
    await settled(page);
    for (const [name, text] of typed) await field(name)(page).fill(text);
    // Whatever the form asks meanwhile, such as a price, was answered.
    await quiet(page);
    const sending = page.getByRole('button', { name: send });
    await expect.poll(() => sending.getAttribute('aria-disabled')).toBeNull();
    await page.context().clearCookies();
    await sending.click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    const kept = await Promise.all(
      typed.map(async ([name]) => [name, await field(name)(page).inputValue()] as const),
    );
    expect(kept).toEqual(typed);
    await expect.poll(() => sending.getAttribute('aria-disabled')).toBeNull();
    await sending.click();
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));
    await page.context().close();
  });
});

describe('two people who change the same thing', IN_A_BROWSER, () => {
  test('the second is told, sees both, and chooses', async () => {
    const { data: product } = await shop.client.createProduct({ body: { name: 'Rice', price: 900 } });
    const member = await signedInMember(service, { merchantId: shop.id });
    const path = `/till/products/${product.id}`;
    const { page } = await openDashboard(browser, { service, member, path });
    await settled(page);
    await field('name')(page).fill('Rice, 25 kg');
    await shop.client.updateProduct({ params: { id: product.id }, body: { name: 'Rice, 50 kg' } });
    await page.getByRole('button', { name: 'Save the product' }).click();
    await page.getByText('Rice, 50 kg').first().waitFor();
    expect(await field('name')(page).inputValue()).toBe('Rice, 25 kg');
    expect((await shop.client.getProduct({ params: { id: product.id } })).data.name).toBe('Rice, 50 kg');
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await expect
      .poll(async () => (await shop.client.getProduct({ params: { id: product.id } })).data.name)
      .toBe('Rice, 25 kg');
    await page.context().close();
  });
});

/** Where work begins, and what only some may begin there. */
const BEGINNINGS = [
  ['/deliveries/new', 'shipping:write'],
  ['/invoices/new', 'invoices:write'],
  ['/payments/links/new', 'payment_links:write'],
  ['/till/products/new', 'pos:write'],
  ['/developers/keys/new', 'keys:write'],
] as const;

describe('a role that may do less', IN_A_BROWSER, () => {
  test.each(['admin', 'developer', 'staff', 'viewer'] as const)(
    '%s is told what is missing where work begins, and asks for nothing that is refused',
    async (role) => {
      const member = await signedInMember(service, { merchantId: shop.id, role });
      const { data: account } = await member.client.getMemberAccount();
      const scopes: ReadonlySet<string> = new Set(
        account.memberships.find(({ merchant_id }) => merchant_id === shop.id)?.scopes,
      );
      const { page, complaints } = await openDashboard(browser, { service, member });
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(`${page.url()} asks for ${answer.url()}`);
      });
      for (const [path, scope] of BEGINNINGS) {
        await page.goto(page.url().replace(/\/test.*$/, `/test${path}`));
        await page.locator('h1').first().waitFor();
        await settled(page);
        const told = await page.locator('.not-allowed').count();
        const offered = await page.locator('main button[type=submit]').count();
        if (!scopes.has(scope)) expect([path, told > 0, offered]).toEqual([path, true, 0]);
      }
      expect(refused).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
