import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let owner: TestMember;
let colleague: TestMember;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ running: true }), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  owner = await signedInMember(service, { merchantId: shop.id });
  colleague = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A page whose stream of changes has begun. */
async function listening(path: string, member: TestMember): Promise<Page> {
  const { page } = await openDashboard(browser, { service, member });
  page.setDefaultTimeout(15_000);
  const stream = page.waitForResponse((response) => response.url().endsWith('/v1/live'));
  await page.goto(dashboardUrl(service, path));
  expect((await stream).status()).toBe(200);
  await settled(page);
  return page;
}

test('what one person changes another sees without loading anything anew', IN_A_BROWSER, async () => {
  const { data: link } = await shop.client.createPaymentLink({ body: { amount: 10, title: 'Rice' } });
  const theirs = await listening('/payments/links', colleague);
  await theirs.getByText('Rice').first().waitFor();
  const mine = await listening(`/payments/links/${link.id}/edit`, owner);
  const loads: string[] = [];
  theirs.on('framenavigated', (frame) => loads.push(frame.url()));
  await mine.getByLabel('What is paid for').fill('Rice, 25 kg');
  await mine.getByRole('button', { name: 'Save the link' }).click();
  await mine.getByRole('heading', { level: 1, name: 'Rice, 25 kg' }).waitFor();
  await theirs.getByText('Rice, 25 kg').first().waitFor();
  expect(loads).toEqual([]);
  for (const page of [mine, theirs]) await page.context().close();
});

test('while the stream is gone the page says so, and hears again once it is back', IN_A_BROWSER, async () => {
  const page = await listening('/payments/links', owner);
  expect(await page.getByText('Asks every minute').count()).toBe(0);
  await page.context().setOffline(true);
  await page.getByText('Offline').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('Offline').first().waitFor({ state: 'detached' });
  await shop.client.createPaymentLink({ body: { amount: 20, title: 'Beans' } });
  await page.getByText('Beans').first().waitFor();
  await page.context().close();
});

test(
  'every view of a list tells how many it shows, and the side follows what is in motion',
  IN_A_BROWSER,
  async () => {
    const own = await service.merchant({ name: 'Isatu Shoes' });
    const body = { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' };
    await own.client.createDelivery({ body });
    const page = await listening(
      '/deliveries',
      await signedInMember(service, { merchantId: own.id, role: 'staff' }),
    );
    const views = page.getByRole('navigation', { name: 'Deliveries', exact: true });
    for (const view of [/^All\s*1$/, /^In motion\s*1$/, /^Late\s*0$/, /^Failed this week\s*0$/])
      await views.getByRole('link', { name: view }).waitFor();
    const place = page.getByRole('link', { name: 'Deliveries', exact: true, description: '1 in motion' });
    await place.first().waitFor();
    await own.client.createDelivery({ body });
    await page
      .getByRole('link', { name: 'Deliveries', exact: true, description: '2 in motion' })
      .first()
      .waitFor();
    await page.context().close();
  },
);
