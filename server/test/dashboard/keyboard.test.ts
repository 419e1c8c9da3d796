import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** More than any page has things to press; somebody who needs more is in a trap. */
const TABS_MAX = 160;

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Somebody without a pointer: there is Tab, Enter, Space, Escape and what is typed. */
function keyboardAt(page: Page) {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  /** Goes on by Tab until the focus is there; where it stands on its way, it can be seen. */
  async function goTo(target: Locator): Promise<void> {
    await target.first().waitFor({ state: 'attached' });
    const unseen: string[] = [];
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      if (await hasFocus(target.first())) {
        expect(unseen, 'the focus is seen wherever it stands').toEqual([]);
        return;
      }
      await key('Tab');
      const stop = (await page.evaluate(STOP)) as string | null;
      if (stop !== null) unseen.push(stop);
    }
    throw new Error(`Tab does not lead to ${String(target)}.`);
  }
  return {
    key,
    goTo,
    async press(target: Locator, promised?: Locator, by = 'Enter'): Promise<void> {
      await goTo(target);
      await key(by);
      await promised?.first().waitFor();
      await settled(page);
    },
    async write(field: Locator, text: string): Promise<void> {
      await goTo(field);
      await page.keyboard.type(text);
      await expect.poll(() => field.first().inputValue()).toBe(text);
    },
  };
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((one) => one === one.ownerDocument.activeElement);

/** What has the focus without a ring around it or around its frame; null where there is one. */
const STOP = `(() => {
  const stop = document.activeElement;
  if (stop === null || stop === document.body) return null;
  for (let one = stop, up = 0; one !== null && up < 3; one = one.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return null;
  }
  return stop.outerHTML.slice(0, 120);
})()`;

/** Whether what has the focus stands in the dialog, or outside of the page altogether. */
const IN_DIALOG = `document.activeElement === document.body || document.activeElement?.closest('dialog') !== null`;

async function shopkeeper(shop: TestMerchant, path: string) {
  const member = await signedInMember(service, { merchantId: shop.id });
  const { page, complaints } = await openDashboard(browser, { service, member, path });
  await settled(page);
  return { page, complaints, ...keyboardAt(page) };
}

test('sells, and refunds a line, with the keyboard alone', IN_A_BROWSER, async () => {
  const shop = await service.merchant({ name: 'Keyboard Stores' });
  const { page, complaints, key, goTo, press, write } = await shopkeeper(shop, '');

  await key('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to the page' }))).toBe(true);
  await key('Enter');
  expect(await hasFocus(page.locator('main'))).toBe(true);

  await press(page.getByRole('navigation').getByRole('link', { name: 'Till', exact: true }));
  await press(
    page.locator('main').getByRole('link', { name: 'Record a sale' }),
    page.getByText('no catalogue'),
  );
  await press(page.getByText('Something that is in no catalogue'), page.getByLabel('What it is'));
  await write(page.getByLabel('What it is'), 'Groundnut cake');
  await write(page.getByLabel('Its price'), '15');
  await press(page.getByRole('button', { name: 'Add the line' }), page.getByText('Groundnut cake'));
  const sold = page.getByRole('heading', { level: 1, name: /-\d{5}$/ });
  await press(page.getByRole('button', { name: /Record .*15/ }), sold);

  const refund = page.locator('li', { hasText: 'Groundnut cake' }).getByRole('button', { name: 'Refund' });
  const dialog = page.getByRole('dialog', { name: 'Refund Groundnut cake?' });
  await press(refund, dialog);
  for (let tabs = 0; tabs < 12; tabs += 1) {
    expect(await page.evaluate(IN_DIALOG)).toBe(true);
    await key('Tab');
  }
  await key('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(refund)).toBe(true);
  await press(refund, dialog);
  await press(dialog.getByRole('button', { name: /Refund .*15\.00/ }));
  await dialog.waitFor({ state: 'detached' });
  const { data: sales } = await shop.client.listSales({});
  expect(sales).toMatchObject([{ total: 15, amount_refunded: 15 }]);
  await goTo(page.getByRole('link', { name: 'Skip to the page' }));
  expect(complaints).toEqual([]);
  await page.context().close();
});

test(
  'sends an invoice, and registers and tries a webhook, with the keyboard alone',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Keyboard Services' });
    const receiver = await openTestReceiver();
    const { page, complaints, key, press, write } = await shopkeeper(shop, '/invoices');

    await press(
      page.locator('main').getByRole('link', { name: 'Write an invoice' }),
      page.getByLabel('For', { exact: true }),
    );
    await write(page.getByLabel('For', { exact: true }), 'Aminata Sesay');
    await write(page.getByLabel('Phone').first(), '076 204118');
    await write(page.getByLabel('What').first(), 'Sewing of six uniforms');
    await write(page.getByRole('textbox', { name: 'Price' }).first(), '1200');
    const dialog = page.getByRole('dialog');
    await press(page.getByRole('button', { name: /^Send .*1,200/ }), dialog);
    await press(dialog.getByRole('button', { name: /^Send/ }), dialog.getByRole('button', { name: 'Done' }));
    await key('Escape');
    await dialog.waitFor({ state: 'detached' });
    // An address opened it: there is nothing to go back to but the page itself.
    await expect.poll(() => hasFocus(page.locator('main h1'))).toBe(true);
    const { data: invoices } = await shop.client.listInvoices({});
    expect(invoices).toMatchObject([{ status: 'open', total: 1_200 }]);

    await press(
      page.getByRole('navigation').getByRole('link', { name: 'Developers' }),
      page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }),
    );
    await press(
      page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }),
      page.locator('main').getByRole('link', { name: 'Add an endpoint' }),
    );
    await press(
      page.locator('main').getByRole('link', { name: 'Add an endpoint' }),
      page.getByLabel('Address'),
    );
    await write(page.getByLabel('Address'), receiver.url);
    await press(page.getByRole('button', { name: 'Register it' }), dialog);
    // It is shown once: Escape does not take it away.
    await key('Escape');
    await press(dialog.getByRole('checkbox'), undefined, 'Space');
    await press(dialog.getByRole('button', { name: 'Done' }));
    await dialog.waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Send a test' }), dialog);
    await press(dialog.getByRole('button', { name: /^Send/ }));
    await receiver.got(1);
    expect(complaints).toEqual([]);
    await receiver.close();
    await page.context().close();
  },
);

test(
  'what is pressed keeps the focus while it works and when it was refused, and works once',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Keyboard Patience' });
    const { page, complaints, key, goTo, write } = await shopkeeper(shop, '/customers/new');
    const save = page.getByRole('button', { name: 'Add the customer' });
    const answers: (() => Promise<void>)[] = [];
    await page.route('**/v1/customers', (route) => {
      answers.push(
        answers.length === 0 ? () => route.fulfill({ status: 409, json: REFUSED }) : () => route.continue(),
      );
    });
    await write(page.getByLabel('Name'), 'Aminata Sesay');
    await goTo(save);
    await key('Enter');
    await page.locator('[aria-busy="true"]').waitFor();
    await key('Enter');
    await key('Space');
    expect([await hasFocus(save), answers.length]).toEqual([true, 1]);
    await answers[0]?.();
    await page.getByText('The books are closed').waitFor();
    expect(await hasFocus(save)).toBe(true);
    await key('Enter');
    await expect.poll(() => answers.length).toBe(2);
    await answers[1]?.();
    await page.getByRole('heading', { level: 1, name: 'Aminata Sesay' }).waitFor();
    const { data: customers } = await shop.client.listCustomers({});
    expect(customers).toHaveLength(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

const REFUSED = { success: false, error: { code: 'CONFLICT', message: 'The books are closed' } };

test(
  'the focus comes back from the search and from the other mode, and never stands behind what stays in sight',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Keyboard Search' });
    const { page, complaints, key, goTo, press } = await shopkeeper(shop, '/invoices/new');
    const search = page.getByRole('button', { name: /^Find/ });
    await press(search, page.getByRole('dialog'));
    await key('Escape');
    await expect.poll(() => hasFocus(search)).toBe(true);
    await page.setViewportSize({ width: 1_280, height: 560 });
    await goTo(page.getByText('Terms, deposit, late fee and more'));
    expect(await page.evaluate(IN_SIGHT)).toBe(true);
    await page.setViewportSize({ width: 640, height: 450 });
    await page.evaluate('scrollTo(0, 0)');
    await goTo(page.getByRole('button', { name: 'Add a line' }));
    expect(await page.evaluate(IN_SIGHT)).toBe(true);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await press(page.getByRole('link', { name: 'Live', exact: true }));
    await expect.poll(() => hasFocus(page.locator('.mode [aria-current]:visible'))).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/dashboard/invoices/new');
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

/** Whether nothing lies over the middle of what has the focus. */
const IN_SIGHT = `(() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && document.activeElement.contains(there);
})()`;

test(
  'sign-in begins at the e-mail, and what was forgotten comes after what is known',
  IN_A_BROWSER,
  async () => {
    const { page } = await browser.look(dashboardUrl(service), { width: 'desktop' });
    const email = page.getByLabel('E-mail');
    await expect.poll(() => hasFocus(email)).toBe(true);
    const order = [
      page.getByLabel('Password', { exact: true }),
      page.getByRole('button', { name: 'Show the password' }),
      page.getByRole('button', { name: 'Sign in', exact: true }),
      page.getByRole('link', { name: 'Forgotten?' }),
    ];
    for (const stop of order) {
      await page.keyboard.press('Tab');
      expect(await hasFocus(stop)).toBe(true);
    }
    await page.context().close();
  },
);

test(
  'whoever sends all of a payment back stands at its title, for the way to more is gone',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Keyboard Payments' });
    const { data: payment } = await shop.client.createPayment({ body: { amount: 250, channel: 'cash' } });
    await shop.client.confirmPayment({ params: { id: payment.id } });
    const { page, press } = await shopkeeper(shop, `/payments/${payment.id}`);
    const dialog = page.getByRole('dialog');
    const opener = page.getByRole('button', { name: 'Refund', exact: true });
    await press(opener, dialog);
    await press(dialog.locator('[type=submit]'));
    await dialog.waitFor({ state: 'detached' });
    await opener.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.locator('h1'))).toBe(true);
    await page.context().close();
  },
);

test('the way out stays in sight below the places, however many they are', IN_A_BROWSER, async () => {
  const shop = await service.merchant({ name: 'Keyboard Places' });
  const { page } = await shopkeeper(shop, '/settings');
  const foot = await page.locator('.side-end').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(800);
  await page.locator('.side-places').evaluate((places) => places.scrollTo(0, 10_000));
  const last = page.locator('.subplaces a').last();
  const end = await last.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(
    (await page.locator('.side-end').boundingBox())?.y ?? 0,
  );
  await page.context().close();
});

test(
  'a member is invited with the keyboard alone, and what the dialog shows then has the focus',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Aminata Stores' });
    const member = await signedInMember(service, { merchantId: shop.id });
    const { page } = await openDashboard(browser, { service, member, path: '/settings/members' });
    const { press, write } = keyboardAt(page);
    const dialog = page.getByRole('dialog');
    await press(page.getByRole('button', { name: 'Invite somebody' }), dialog);
    await write(dialog.getByRole('textbox', { name: 'E-mail' }), 'hawa@example.sl');
    const made = dialog.getByRole('heading', { name: 'The invitation is made' });
    await press(dialog.getByRole('button', { name: 'Invite' }), made);
    await expect.poll(() => hasFocus(made)).toBe(true);
    await page.context().close();
  },
);
