import { accentUsed } from '@cottontree/contract';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type Look, type TestBrowser } from '../kit/browser.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';
import { openShopSite, strictPolicy, type ShopSite } from '../kit/shop-site.ts';

let shop: ShopPages;
let site: ShopSite;
let browser: TestBrowser;
let key: string;
beforeAll(async () => {
  [browser, shop, site] = await Promise.all([
    openBrowser({ whole: true }),
    openShopPages(),
    openShopSite('127.0.0.1'),
  ]);
  key = await shop.service.key(shop.shop.id, { kind: 'public', origins: [site.origin] });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

let pages = 0;

/** A page of the shop with one widget in it, which scripts find as `it`. */
async function open(element: string, look: Look = {}): Promise<Page> {
  pages += 1;
  site.put(`/${pages}`, {
    policy: strictPolicy(shop.origin),
    html: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main>${element}</main><script src="${shop.origin}/widgets/v1/widgets.js" async></script></body></html>`,
  });
  return (await browser.look(`${site.origin}/${pages}`, { width: 'desktop', ...look })).page;
}

/** What the next payment is asked for with, and where. */
const nextPayment = async (page: Page) => {
  const asked = await page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/v1/'),
  );
  return { path: new URL(asked.url()).pathname, body: asked.postDataJSON() as Record<string, unknown> };
};

describe('a payment button', IN_A_BROWSER, () => {
  test('takes what a payment link asks for, by the id of the link, without an amount beside it', async () => {
    const link = await shop.link({ amount: 42.5, title: 'Course fee' });
    const page = await open(`<ms-payment-button api-key="${key}" link-id="${link.id}"></ms-payment-button>`);
    // No sum that nobody will be charged.
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.frameLocator('iframe').getByText('NLe 42.50').first().waitFor();
    const [payment] = (await shop.shop.client.listPayments({ query: { payment_link_id: link.id } })).data;
    expect(payment).toMatchObject({ amount: 42.5, description: 'Course fee' });
    await page.context().close();
  });

  test('counts a prop that is empty or null as left out', async () => {
    const page = await open(
      `<ms-payment-button api-key="${key}" amount="7" description="" reference="" link-id="" amount-token="" payment-channel=""></ms-payment-button>`,
    );
    const button = page.getByRole('button', { name: 'Pay NLe 7.00' });
    await button.waitFor();
    await page.evaluate(
      `Object.assign(document.querySelector('ms-payment-button'), { linkId: null, metadata: null, currency: null })`,
    );
    const asked = nextPayment(page);
    await button.click();
    expect(await asked).toEqual({
      path: '/v1/payments',
      body: { amount: 7, channel: 'hosted', currency: 'SLE' },
    });
    await page.frameLocator('iframe').getByText('NLe 7.00').first().waitFor();
    await page.context().close();
  });

  test('is not shown where no such sum can be asked for, which its maker is told and a buyer is not', async () => {
    const page = await open(`<ms-payment-button api-key="${key}" amount="1.555"></ms-payment-button>`);
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    const button = page.getByRole('button');
    const wrong = [
      ['1.555', 'ms-payment-button needs amount with at most 2 decimals (SLE), not 1.555.'],
      ['-3', 'ms-payment-button needs amount above 0, not -3.'],
      ['0', 'ms-payment-button needs amount above 0, not 0.'],
      ['1,500', 'ms-payment-button needs amount as a number.'],
    ] as const;
    await page.evaluate(
      `window.told = []; document.querySelector('ms-payment-button').onError = (fault) => told.push(fault)`,
    );
    const say = (name: string, value: string) =>
      page.evaluate(`document.querySelector('ms-payment-button').setAttribute('${name}', '${value}')`);
    for (const [amount, message] of wrong) {
      await say('amount', amount);
      await expect.poll(() => alert.innerText()).toBe(message);
      expect(await button.count()).toBe(0);
      expect(await page.evaluate('told.at(-1)')).toEqual({ code: 'PROP_INVALID', message });
    }
    await say('amount', '1500');
    await page.getByRole('button', { name: 'Pay NLe 1,500.00' }).waitFor();
    expect(await alert.count()).toBe(0);
    await say('currency', 'GNF');
    await say('amount', '2000.5');
    await alert.getByText('needs amount without decimals (GNF), not 2000.5.').waitFor();
    await say('api-key', key.replace('pk_test_', 'pk_live_'));
    await alert.getByText('This does not work on this page. Please tell the shop.').waitFor();
    await page.context().close();
  });

  test('calls a key that is not whole by its name, and not a failure of the network', async () => {
    const page = await open(`<ms-payment-button api-key="pk_test_…" amount="7"></ms-payment-button>`);
    await page.getByRole('button', { name: 'Pay NLe 7.00' }).click();
    await page.getByText('ms-payment-button needs api-key whole.').waitFor();
    await page.context().close();
  });

  test('tells buyers of a live shop to tell the shop what it alone can mend, and its maker what that is', async () => {
    const elsewhere = { kind: 'public', origins: ['https://shop.example'] } as const;
    const button = async (livemode: boolean, locale: string) => {
      const refused = await shop.service.key(shop.shop.id, { ...elsewhere, livemode });
      const page = await open(
        `<ms-payment-button api-key="${refused}" locale="${locale}" amount="7"></ms-payment-button>`,
      );
      await page.getByRole('button', { name: '7.00' }).click();
      return page.getByRole('alert').filter({ hasText: /\w/ }).innerText();
    };
    expect(await button(true, 'en')).toBe('This does not work on this page. Please tell the shop.');
    expect(await button(true, 'kri')).toBe('Dis nɔ de wok na dis pej. Duya tɛl di shɔp.');
    expect(await button(false, 'en')).toContain('origin');
  });

  test('bears the class that its page says now, and not the one before', async () => {
    const page = await open(
      `<ms-payment-button class="own" class-name="big red" api-key="${key}" amount="7"></ms-payment-button>`,
    );
    const classes = () => page.locator('ms-payment-button').getAttribute('class');
    await expect.poll(classes).toBe('own big red');
    await page.evaluate(`document.querySelector('ms-payment-button').setAttribute('class-name', 'small')`);
    await expect.poll(classes).toBe('own small');
    await page.context().close();
  });
});

describe('ticket sales', IN_A_BROWSER, () => {
  test('say in words of people how a phone number is written', async () => {
    const event = await shop.event();
    const page = await open(`<ms-ticket-sales api-key="${key}" event-id="${event.id}"></ms-ticket-sales>`);
    await page.getByRole('button', { name: /more.*Regular/i }).click();
    await page.getByLabel('Phone').fill('12');
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await page.getByText('Write it like 076 123456.').waitFor();
    expect(await page.getByText('buyer.phone').count()).toBe(0);
    await page.context().close();
  });
});

describe('an invoice creator', IN_A_BROWSER, () => {
  const openCreator = async (attributes = ''): Promise<{ page: Page; frame: Frame }> => {
    const { data: session } = await shop.shop.client.createWidgetSession({
      body: { widget: 'invoice_creator' },
    });
    const page = await open(
      `<ms-invoice-creator api-key="${key}" merchant-id="${shop.shop.id}" session-token="${session.token}" ${attributes}></ms-invoice-creator>`,
    );
    await page.frameLocator('iframe').getByRole('heading').first().waitFor();
    const frame = page.frames()[1];
    if (!frame) throw new Error('There is no frame.');
    return { page, frame };
  };

  test('shows who sends without a picture, where the address of that is none', async () => {
    const { page, frame } = await openCreator(`company-info='{"name":"Aminata Stores","logo":"http://"}'`);
    await frame.getByText('Aminata Stores').waitFor();
    await frame.getByLabel('Name').waitFor();
    expect(await frame.getByRole('img').count()).toBe(0);
    await page.context().close();
  });

  test('takes another rate and term from its page, but for what somebody has written there', async () => {
    const { page, frame } = await openCreator('tax-rate="15" default-due-days="7"');
    await frame.getByLabel('Days to pay').fill('21');
    await page.evaluate(
      `document.querySelector('ms-invoice-creator').setAttribute('tax-rate', '7.5'); document.querySelector('ms-invoice-creator').setAttribute('default-due-days', '30')`,
    );
    await expect.poll(() => frame.getByLabel('Tax, percent').inputValue()).toBe('7.5');
    expect(await frame.getByLabel('Days to pay').inputValue()).toBe('21');
    await page.context().close();
  });

  test('says in which language it is, to whoever reads it aloud', async () => {
    const { page, frame } = await openCreator('locale="kri"');
    await frame.getByRole('heading', { name: 'Nyu invɔys' }).waitFor();
    expect(await frame.locator('html').getAttribute('lang')).toBe('kri');
    await page.context().close();
  });

  test('makes one invoice of two presses, where the answer to the first was lost', async () => {
    const { page, frame } = await openCreator();
    await frame.getByLabel('Name').fill('Isatu Bangura');
    await frame.getByLabel('What').fill('Cloth');
    await frame.getByLabel('Price of one').fill('100');
    let sends = 0;
    await page.route('**/v1/invoices', async (route) => {
      sends += 1;
      if (sends > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await frame.getByRole('button', { name: 'Send it' }).click();
    await frame.getByText('There is no connection to the shop').waitFor();
    await frame.getByRole('button', { name: 'Send it' }).click();
    await frame.getByRole('heading', { name: /^Invoice .+ is open/ }).waitFor();
    const invoices = (await shop.shop.client.listInvoices({ query: { q: 'Isatu' } })).data;
    expect(invoices.length).toBe(1);
    await page.context().close();
  });
});

describe('a till in a frame', IN_A_BROWSER, () => {
  test('wears its page’s colour as a dark system needs it, and puts it off when it is gone', async () => {
    const page = await open(
      `<ms-pos-terminal api-key="${key}" merchant-id="${shop.shop.id}" theme="auto" primary-color="#7a1f5c" border-radius="2px"></ms-pos-terminal>`,
      { scheme: 'dark' },
    );
    await page.frameLocator('iframe').getByLabel('Pairing code').waitFor();
    const worn = (name: string) =>
      page.frames()[1]?.evaluate(`document.documentElement.style.getPropertyValue('${name}')`);
    await expect.poll(() => worn('--ct-brand')).toBe(accentUsed('#7a1f5c').dark.brand);
    expect(await worn('--ct-r-m')).toBe('2px');
    await page.evaluate(
      `for (const name of ['primary-color', 'border-radius']) document.querySelector('ms-pos-terminal').removeAttribute(name)`,
    );
    await expect.poll(() => worn('--ct-brand')).toBe('');
    expect(await worn('--ct-r-m')).toBe('');
    await page.context().close();
  });

  test('wears the colour of its shop’s branding where its page says none, once it is bound', async () => {
    const live = await shop.service.merchant({ name: 'Aminata Live', livemode: true });
    await live.client.updateBranding({ body: { accent: '#7a1f5c' } });
    const { data: till } = await live.client.createTerminal({ body: { name: 'Counter' } });
    const { data: pairing } = await live.client.pairTerminal({ params: { id: till.id } });
    const origins = [site.origin];
    const liveKey = await shop.service.key(live.id, { kind: 'public', livemode: true, origins });
    const page = await open(
      `<ms-pos-terminal api-key="${liveKey}" merchant-id="${live.id}"></ms-pos-terminal>`,
    );
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Pairing code').fill(pairing.pairing_code);
    await frame.getByRole('button', { name: 'Pair', exact: true }).click();
    const worn = () =>
      page.frames()[1]?.evaluate(`document.documentElement.style.getPropertyValue('--ct-brand')`);
    await expect.poll(worn).toBe(accentUsed('#7a1f5c').light.brand);
    await page.context().close();
  });
});
