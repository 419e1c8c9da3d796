import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
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

type Thing = {
  readonly path: string;
  readonly newPath?: string;
  readonly name: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly save: string;
  readonly remove?: string;
};

const THINGS: readonly Thing[] = [
  { path: '/till/products/categories', name: 'Drinks', save: 'Save the category' },
  { path: '/till/products/tax-rates', name: 'GST', more: { '[name=rate]': '15' }, save: 'Save the tax rate' },
  {
    path: '/till/products/discounts',
    name: 'Regulars',
    more: { '[name=value]': '10' },
    save: 'Save the discount',
  },
  {
    path: '/till/products/modifiers',
    name: 'Pepper',
    more: { '[aria-label="Name of the choice"]': 'Hot' },
    save: 'Save the group',
  },
  {
    path: '/till/settings',
    newPath: '/till/settings/locations/new',
    name: 'Lumley',
    more: { '[name=code]': 'LUM' },
    save: 'Save the location',
    remove: 'Close for good',
  },
];

describe('a thing of the till is made, changed and taken away, each time back to its list', () => {
  test.each(THINGS)(
    'at $path',
    IN_A_BROWSER,
    async ({ path, newPath, name, more = {}, save, remove = 'Remove' }) => {
      const member = await signedInMember(service, { merchantId: shop.id });
      const { page, complaints } = await openDashboard(browser, {
        service,
        member,
        path: newPath ?? `${path}/new`,
      });
      const isBack = async (): Promise<void> => {
        await page.waitForURL((url) => url.pathname.endsWith(path));
        await settled(page);
      };
      for (const [field, value] of Object.entries({ '[name=name]': name, ...more }))
        await page.locator(field).fill(value);
      await page.getByRole('button', { name: save }).click();
      await isBack();
      await page.getByRole('link', { name: name, exact: true }).first().click();
      await page.locator('[name=name]').fill(`${name} of ours`);
      await page.getByRole('button', { name: save }).click();
      await isBack();
      await page
        .getByRole('link', { name: `${name} of ours`, exact: true })
        .first()
        .click();
      await page.getByRole('button', { name: remove, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: remove, exact: true }).click();
      await isBack();
      expect(await page.getByText(`${name} of ours`).count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
