import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
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

/** Longer than a list waits for somebody to stop typing. */
const TYPED_MS = 800;
/** Somebody types in the search and presses a link before the list has taken the word. */
const typeAndPress = (label: string): string => `(() => {
  const field = document.querySelector('.list-search input');
  field.value = 'Lumley';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  [...document.querySelectorAll('a')].find((link) => link.textContent.startsWith('${label}')).click();
})()`;

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

test('a page of a list that is empty by now leads to the last one that is not', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries?page=2' });
  await page.locator('tbody tr').first().waitFor({ timeout: 10_000 });
  expect(new URL(page.url()).search).toBe('');
  await page.context().close();
});
