import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { barriersOn, dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let owner: TestMember;
beforeAll(async () => {
  // A passkey belongs to a name, which an address of figures is not.
  [service, browser] = await Promise.all([
    startService({ environment: { HOST: 'localhost' } }),
    openBrowser(),
  ]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  owner = await signedInMember(service, { merchantId: shop.id });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A device that holds passkeys and has seen its person; the browser asks it instead of one of glass. */
async function withDevice(page: Page): Promise<{ readonly device: CDPSession; readonly id: string }> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, id: authenticatorId };
}

test(
  'a passkey is added, signs in without a name, is renamed, and removed signs in no more',
  IN_A_BROWSER,
  async () => {
    const { page, complaints } = await openDashboard(browser, {
      service,
      member: owner,
      path: '/settings/security',
    });
    await withDevice(page);
    await settled(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Aminata’s phone');
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => dialog.getByRole('alert').first().textContent()).toMatch(/password/);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Aminata’s phone');
    await dialog.getByLabel('Your password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Aminata’s phone').waitFor();
    await page.getByText('Not used yet').waitFor();

    await page.context().clearCookies();
    await page.goto(dashboardUrl(service, '/customers'));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();

    await page.goto(dashboardUrl(service, '/settings/security'));
    await settled(page);
    await page.getByText('Aminata’s phone').waitFor();
    expect(await page.getByText('Not used yet').count()).toBe(0);
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Old phone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Old phone').waitFor();
    await page.getByRole('button', { name: 'Remove: Old phone' }).click();
    expect(await dialog.textContent()).toContain('It is your only one');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Old phone').waitFor({ state: 'detached' });

    await page.context().clearCookies();
    await page.goto(dashboardUrl(service, '/sign-in'));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/passkey opens nothing/);
    expect(await barriersOn(page)).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('a device that has none is told so, and the password still opens', IN_A_BROWSER, async () => {
  const { page } = await browser.look(dashboardUrl(service, '/sign-in'), { width: 'phone' });
  await withDevice(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Use your password/);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.shell').waitFor();
  await page.goto(dashboardUrl(service, '/settings/security'));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await barriersOn(page)).toEqual({});
  await page.context().close();
});
