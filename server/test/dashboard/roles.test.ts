import type { MemberRole } from '@cottontree/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
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

async function as(role: MemberRole, path: string) {
  const member = await signedInMember(service, { merchantId: shop.id, role });
  const { page } = await openDashboard(browser, { service, member, path });
  await settled(page);
  return { page, member };
}
const named = (page: Page, name: string) => page.locator('main').getByText(name, { exact: true }).count();
const shopOn = (page: Page) => page.locator('.side .shop').innerText();

const NOT_FOR: readonly (readonly [MemberRole, place: string, names: readonly string[]])[] = [
  ['staff', '/payments', ['Balance', 'Payouts', 'Reconciliation']],
  ['staff', '/settings', ['Members', 'Activity', 'Widgets']],
  ['viewer', '/settings', ['Activity']],
  ['viewer', '/till', ['Cash', 'Staff and tills']],
  ['viewer', '/developers', ['Test tools']],
];
test.each(NOT_FOR)(
  'a %s is shown no way to a page below %s that the role does not open, there or in the search',
  IN_A_BROWSER,
  async (role, place, names) => {
    const { page } = await as(role, place);
    const shown = await page.locator('.subplaces a').allInnerTexts();
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter((name) => names.includes(name))).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(names[0] ?? '');
    await page.waitForTimeout(500);
    const found = await page.getByRole('option').allInnerTexts();
    expect(found.filter((hit) => hit.startsWith(`${names[0]}\n`))).toEqual([]);
    await page.context().close();
  },
);

test('who may not is told which role can, who they are, and how to ask', IN_A_BROWSER, async () => {
  const market = await service.merchant({ name: 'Kenema Market' });
  const owner = await signedInMember(service, { merchantId: market.id, role: 'owner' });
  const admin = await signedInMember(service, { merchantId: market.id, role: 'admin' });
  const staff = await signedInMember(service, { merchantId: market.id, role: 'staff' });
  const path = '/settings/activity';
  const { page } = await openDashboard(browser, { service, member: staff, path });
  await page.getByText('Your role is staff. This needs developer.').waitFor();
  const { data: account } = await staff.client.getMemberAccount();
  const [first, second] = account.memberships[0]?.helpers ?? [];
  expect([first?.email, second?.email]).toEqual([owner.email, admin.email]);
  await page.getByText(`${first?.name} and ${second?.name} can do it or give you the right.`).waitFor();
  const ask = await page.getByRole('link', { name: /^Ask .* for this$/ }).getAttribute('href');
  expect(decodeURIComponent(ask ?? '')).toMatch(
    new RegExp(
      `^mailto:${owner.email}\\?subject=A right at Kenema Market&body=.*activity:read.*\\n.*${path}$`,
      's',
    ),
  );
  await page.context().close();
});

test(
  'Home offers staff the first steps that are theirs, and none that an owner has to do',
  IN_A_BROWSER,
  async () => {
    const market = await service.merchant({ name: 'Makeni Market' });
    const staff = await signedInMember(service, { merchantId: market.id, role: 'staff' });
    const { page } = await openDashboard(browser, { service, member: staff });
    await page.getByRole('link', { name: 'Do it: Send the first parcel' }).waitFor();
    const offered = await page
      .getByRole('link', { name: /^Do it: / })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace('/dashboard/test', '')));
    expect(offered).toEqual(['/deliveries/addresses/new', '/deliveries/new', '/payments/links/new']);
    await page.context().close();
  },
);

test('who may only read is offered no button that the server refuses', IN_A_BROWSER, async () => {
  const { data: product } = await shop.client.createProduct({ body: { name: 'Rice', price: 900 } });
  const { page } = await as('viewer', `/till/products/${product.id}`);
  expect(await page.locator('main [name="name"]').inputValue()).toBe('Rice');
  expect(await page.locator('main [name="name"]').isDisabled()).toBe(true);
  expect(await named(page, 'Save the product')).toBe(0);
  await page.goto(dashboardUrl(service));
  await settled(page);
  expect(await named(page, '30 days')).toBe(1);
  expect(await named(page, 'New')).toBe(0);
  expect(await page.locator('a[href$="/till/cash"]').count()).toBe(0);
  await page.goto(dashboardUrl(service, '/till/cash'));
  await settled(page);
  expect(await named(page, 'Open a drawer')).toBe(0);
  await page.goto(dashboardUrl(service, '/till'));
  await settled(page);
  await page.getByText('Sell at the till').waitFor();
  expect([await named(page, 'Add products'), await named(page, 'Set up a till')]).toEqual([0, 0]);
  await page.goto(dashboardUrl(service, '/till/settings'));
  await page.locator('main').getByText('Locations', { exact: true }).waitFor();
  await settled(page);
  expect(await page.locator('main a[href*="/locations/"]').count()).toBe(0);
  await page.context().close();
});

test('who may only read opens what the lists of the catalogue name', IN_A_BROWSER, async () => {
  const { client } = shop;
  const { data: tax } = await client.createTaxRate({ body: { name: 'GST', rate: 15 } });
  const { data: category } = await client.createCategory({ body: { name: 'Drinks' } });
  const { data: discount } = await client.createDiscount({
    body: { name: 'Staff', type: 'percent', value: 10 },
  });
  const { page } = await as('viewer', `/till/products/tax-rates/${tax.id}`);
  for (const [path, name] of [
    [`tax-rates/${tax.id}`, 'GST'],
    [`categories/${category.id}`, 'Drinks'],
    [`discounts/${discount.id}`, 'Staff'],
  ]) {
    await page.goto(dashboardUrl(service, `/till/products/${path}`));
    await settled(page);
    const field = page.locator('main [name="name"]');
    expect([path, await field.inputValue(), await field.isDisabled()]).toEqual([path, name, true]);
    expect(await page.locator('main button[type=submit]').count()).toBe(0);
  }
  await page.context().close();
});

test(
  'another role counts as soon as something was refused by it, and who was removed is told so',
  IN_A_BROWSER,
  async () => {
    const owner = await signedInMember(service, { merchantId: shop.id });
    const { page, member } = await as('admin', '/customers');
    const params = { id: member.membershipId };
    await owner.client.updateMember({ params, body: { role: 'staff' } });
    await page.goto(dashboardUrl(service, '/payments'));
    await settled(page);
    await owner.client.updateMember({ params, body: { role: 'admin' } });
    await page.reload();
    await settled(page);
    await owner.client.updateMember({ params, body: { role: 'staff' } });
    await page.locator('.subplaces a', { hasText: 'Payouts' }).click();
    await expect.poll(() => page.locator('.subplaces a', { hasText: 'Payouts' }).count()).toBe(0);
    await owner.client.removeMember({ params });
    await page.locator('.side .place', { hasText: 'Customers' }).click();
    await page.getByText('You no longer belong to Aminata Stores.').waitFor();
    await page.context().close();
  },
);

test('who changes their own role has it at once', IN_A_BROWSER, async () => {
  await signedInMember(service, { merchantId: shop.id });
  const { page, member } = await as('owner', '/settings/members');
  const own = page.locator('tr', { hasText: member.email });
  await own.getByRole('button').click();
  await page.getByText('Change', { exact: true }).locator('visible=true').first().click();
  await page.getByRole('dialog').locator('[name="role"]').selectOption('viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('button', { name: /Invite/ }).count()).toBe(0);
  await page.context().close();
});

test('a tab goes on with its own shop, whatever is chosen in another', IN_A_BROWSER, async () => {
  const other = await service.merchant({ name: 'Zainab Boutique' });
  const { page, member } = await as('owner', '/deliveries');
  await signedInMember(service, { merchantId: other.id, personId: member.id });
  await page.reload();
  await settled(page);
  const first = await shopOn(page);
  const another = first.includes('Aminata') ? 'Zainab Boutique' : 'Aminata Stores';
  const second = await page.context().newPage();
  await second.goto(dashboardUrl(service, '/deliveries'));
  await settled(second);
  await second.locator('.side .shop').click();
  await second.getByText(another).locator('visible=true').last().click();
  await expect.poll(() => shopOn(second)).toContain(another);
  await page.reload();
  await settled(page);
  expect(await shopOn(page)).toBe(first);
  const third = await page.context().newPage();
  await third.goto(dashboardUrl(service, '/deliveries'));
  await settled(third);
  expect(await shopOn(third)).toContain(another);
  await page.context().close();
});

test(
  'who signs out while the server cannot be reached is told that they are still in',
  IN_A_BROWSER,
  async () => {
    const { page } = await as('owner', '/deliveries');
    await page.route('**/v1/account/logout', (route) => route.abort());
    const leave = async (): Promise<void> => {
      await page.locator('.side .person').click();
      await page.getByText('Sign out').locator('visible=true').first().click();
    };
    await leave();
    await page.getByText(/You are still signed in/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/test/deliveries');
    await page.unroute('**/v1/account/logout');
    await leave();
    await page.getByLabel('E-mail').waitFor();
    await page.context().close();
  },
);

test('what is typed for one thing is not left in the form of the next', IN_A_BROWSER, async () => {
  const save = async (label: string) =>
    (await shop.client.saveAddress({ body: { label, address: `${label} Road`, city: 'Freetown' } })).data;
  const [shopAddress, store] = [await save('Shop'), await save('Store')];
  const { page } = await as('owner', `/deliveries/addresses/${shopAddress.id}`);
  await page.locator('main [name="landmark"]').fill('Typed for the shop');
  await page.evaluate(`(() => {
    const link = document.createElement('a');
    link.href = ${JSON.stringify(dashboardUrl(service, `/deliveries/addresses/${store.id}`))};
    document.body.append(link);
    link.click();
  })()`);
  await page.getByRole('heading', { level: 1, name: /Store/ }).waitFor();
  await settled(page);
  expect(await page.locator('main [name="label"]').inputValue()).toBe('Store');
  expect(await page.locator('main [name="landmark"]').inputValue()).toBe('');
  await page.context().close();
});

test(
  'an address is found however many were saved after it, and one that is gone is said to be',
  IN_A_BROWSER,
  async () => {
    const body = (label: string) => ({ label, address: `${label} Street`, city: 'Freetown' });
    const { data: oldest } = await shop.client.saveAddress({ body: body('The very first') });
    for (let made = 0; made < 100; made += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => shop.client.saveAddress({ body: body(`Later ${made + at}`) })),
      );
    const { page } = await as('owner', `/deliveries/addresses/${oldest.id}`);
    await page.getByRole('heading', { level: 1, name: /The very first/ }).waitFor();
    await page.locator('main [name="landmark"]').fill('By the tree');
    await page.getByRole('button', { name: 'Save the address' }).click();
    await page.waitForURL(/\/addresses$/);
    await page.goto(dashboardUrl(service, '/deliveries/addresses/adr_01m7yp4hwn3p3c3v5tbm0ahx2k'));
    await page.getByText('This is not here').waitFor();
    await page.context().close();
  },
);

test(
  'an address that the role does not open says so, and asks the server for nothing',
  IN_A_BROWSER,
  async () => {
    const member = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
    const { page } = await openDashboard(browser, { service, member });
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(new URL(answer.url()).pathname);
    });
    for (const path of ['/till/cash', '/till/cash/csh_0', '/till/cash/csh_0/close']) {
      await page.goto(dashboardUrl(service, path));
      await page.getByText(/^Your role is viewer\./).waitFor();
      await settled(page);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  },
);
