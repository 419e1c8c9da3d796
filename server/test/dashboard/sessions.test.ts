import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
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
      ['items[0].unit_price', '1,200.00'],
    ],
    send: /^Save the draft/,
  },
  {
    name: 'a new product',
    path: '/till/products/new',
    typed: [
      ['name', 'Country cloth'],
      ['price', '350.00'],
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
      ['ticket_types[0].price', '150.00'],
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

describe('the way in', IN_A_BROWSER, () => {
  test('says in minutes how long somebody waits after too many wrong tries', async () => {
    const { page } = await browser.look(dashboardUrl(service));
    await page.getByLabel('E-mail').fill('nobody@example.sl');
    const alert = page.getByRole('alert');
    for (let tried = 0; tried < 6; tried += 1) {
      await page.getByLabel('Password', { exact: true }).fill(`wrong ${tried}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await alert.waitFor();
      if (tried === 0) await page.locator('[name=password]:focus').waitFor();
      await quiet(page);
    }
    expect(await alert.innerText()).toBe('Too many wrong tries. You can try again in 15 minutes.');
    await page.getByRole('button', { name: 'Krio' }).click();
    await page.getByLabel('Paswɔd', { exact: true }).fill('wrong again');
    await page.getByRole('button', { name: 'Sayn in' }).click();
    await alert.getByText('Yu dɔn tray am rɔng tumɔs.').waitFor();
    await page.context().close();
  });

  test('of an invitation asks again where the network broke off, and for a name where one is needed', async () => {
    const owner = await signedInMember(service, { merchantId: shop.id });
    const email = 'hawa@example.sl';
    const { data } = await owner.client.createInvitation({ body: { email, role: 'staff' } });
    const { page } = await browser.look(dashboardUrl(service, '', 'live'));
    await page.route('**/v1/account/invitations/**', (route) => route.abort());
    await page.goto(`${dashboardUrl(service, '/invitation', 'live')}#${data.token}`);
    await page.reload();
    await page.getByRole('heading', { name: 'This did not load' }).waitFor();
    await page.unroute('**/v1/account/invitations/**');
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('heading', { name: 'Join Aminata Stores' }).waitFor();
    await page.getByLabel('Choose a password').fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      'Fill this in.',
      'At least 10 characters.',
    ]);
    await page.getByLabel('Your name').fill('Hawa Jalloh');
    await page.getByLabel('Choose a password').fill('Cotton tree of Bonthe');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.locator('.shell').waitFor();
    await page.context().close();
  });
});

describe('two tabs of one browser', IN_A_BROWSER, () => {
  test('are both left by who signs out in one, and both are of who signs in next', async () => {
    const member = await signedInMember(service, { merchantId: shop.id });
    const next = await signedInMember(service, { merchantId: shop.id });
    const { page } = await openDashboard(browser, { service, member, path: '/customers' });
    const other = await page.context().newPage();
    await other.goto(dashboardUrl(service, '/invoices'));
    await other.locator('.shell').waitFor();
    await page.locator('.side .person').click();
    await page.getByText('Sign out').locator('visible=true').first().click();
    await other.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
    for (const [name, text] of [
      ['E-mail', next.email],
      ['Password', next.password],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await other.locator('.shell').waitFor();
    await other.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await page.context().close();
  });

  test('show the person of whom every call is, also where another one signed in meanwhile', async () => {
    const member = await signedInMember(service, { merchantId: shop.id });
    const next = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
    const { page } = await openDashboard(browser, { service, member, path: '/settings/security' });
    const other = await page.context().newPage();
    await other.goto(dashboardUrl(service, '/settings/security'));
    await other.getByText(member.email).first().waitFor();
    await page.context().clearCookies();
    await page.locator('.side .place', { hasText: 'Customers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill(next.email);
    await dialog.getByLabel('Password', { exact: true }).fill(next.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText(next.email).first().waitFor();
    expect(await other.getByText(member.email).count()).toBe(0);
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

test(
  'whoever has an authenticator app is asked for its code, and cannot leave it out',
  IN_A_BROWSER,
  async () => {
    const { client, email, password } = await signedInMember(service, { merchantId: shop.id });
    const { data: begun } = await client.startTotp();
    const timestamp = service.server.runtime.context.world.systemNow().getTime();
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp });
    const { data: on } = await client.confirmTotp({ body: { code } });
    const { page, complaints } = await browser.look(dashboardUrl(service));
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Code', { exact: true });
    await field.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Fill this in.').waitFor();
    await field.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not the code').waitFor();
    await field.fill(on.recovery_codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
