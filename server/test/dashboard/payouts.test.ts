import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { startService, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('money that lies in two currencies is paid out in the one that was read', IN_A_BROWSER, async () => {
  const shop = await service.merchant();
  for (const [amount, currency] of [
    [900, 'SLE'],
    [70_000, 'GNF'],
  ] as const)
    await shop.client.createPayment({
      body: { amount, currency, channel: 'mobile_money', customer: { phone: '+23200000001' } },
    });
  service.advance(5_000);
  await service.drain();
  const lying = (await shop.client.getBalance()).data.available.map(({ currency }) => currency);
  expect(lying.toSorted()).toEqual(['GNF', 'SLE']);
  const member = await signedInMember(service, { merchantId: shop.id });
  const { page } = await openDashboard(browser, { service, member, path: '/payments/payouts' });
  await settled(page);
  for (const currency of lying) {
    await page.getByRole('button', { name: 'Pay out', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    if (currency !== lying[0]) await dialog.locator('[name="provider"]').selectOption(`test ${currency}`);
    await dialog.locator('[name="amount"]').fill('500');
    await dialog.locator('[name="destination.phone"]').fill('076 123456');
    await dialog
      .getByRole('button', { name: new RegExp(currency === 'SLE' ? 'NLe 500.00' : 'GNF 500') })
      .click();
    await dialog.waitFor({ state: 'detached' });
    const [newest] = (await shop.client.listPayouts()).data;
    expect(newest).toMatchObject({ amount: 500, currency });
  }
  await page.context().close();
});
