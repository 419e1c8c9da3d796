import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openShopSite, type ShopSite } from '../kit/shop-site.ts';

/** Where the server would stand: what it answers, and whether it does, is told by each test. */
const SERVER = 'https://pay.example.sl';
const SERVED = join(import.meta.dirname, '../../../elements/dist/served');

let site: ShopSite;
let browser: TestBrowser;
beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser({ whole: true }), openShopSite()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** What a call of the API is answered with; null: the answer is lost. */
type Asked = { readonly key: string | undefined; readonly body: Record<string, unknown> };
type Answerer = (asked: Asked) => unknown;
type Answers = Readonly<Record<string, Answerer>>;

/** A page of a shop on a server that answers so, by `METHOD /path` below /v1. */
async function open(inside: string, answers: Answers): Promise<Page> {
  site.put('/', { html: '' });
  site.put('/shop', {
    html: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main id="main">${inside}</main><script src="${SERVER}/widgets/v1/widgets.js" async></script></body></html>`,
  });
  const { page } = await browser.look(`${site.origin}/`);
  await page.addInitScript(
    `window.told = []; for (const name of ['success', 'error', 'purchase-complete', 'ready']) document.addEventListener(name, (event) => told.push([name, event.detail]), true)`,
  );
  await page.route(`${SERVER}/**`, (route) => answer(route, answers));
  await page.goto(`${site.origin}/shop`);
  return page;
}

async function answer(route: Route, answers: Answers): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  if (pathname.startsWith('/widgets/')) {
    const body = await readFile(join(SERVED, basename(pathname)), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', headers, body });
  }
  const answerer = answers[`${request.method()} ${pathname.replace(/^\/v1/, '')}`];
  if (!answerer) return route.fulfill({ contentType: 'text/html', headers, body: '<h1>Pay here</h1>' });
  const said = await answerer({
    key: request.headers()['idempotency-key'],
    body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
  });
  if (said === null) return route.abort();
  const refused = typeof said === 'string';
  await route
    .fulfill({
      status: refused ? 422 : 200,
      headers,
      json: refused
        ? { success: false, error: { code: said, message: said } }
        : { success: true, data: said },
    })
    // The page may have gone meanwhile.
    .catch(() => undefined);
}

const named = async (page: Page, name: string): Promise<readonly unknown[]> =>
  ((await page.evaluate('told')) as readonly (readonly [string, unknown])[])
    .filter(([one]) => one === name)
    .map(([, detail]) => detail);

const paymentOf = (id: string, amount: number, status = 'pending') => ({
  id,
  version: 1,
  status,
  amount,
  currency: 'SLE',
  channel: 'hosted',
  description: null,
  reference: null,
  livemode: false,
  metadata: {},
  client_secret: 'secret',
  pay_url: `${SERVER}/pay/${id}`,
});

/** As long as the server keeps a question open here. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 100));

describe('a payment button', IN_A_BROWSER, () => {
  const BUTTON = '<ms-payment-button id="it" api-key="pk_test_1" amount="12"></ms-payment-button>';

  test('that is taken out of the page and put back still tells that it was paid, and shows it', async () => {
    let status = 'pending';
    const page = await open(BUTTON, {
      'POST /payments': () => paymentOf('pay_1', 12),
      'GET /payments/pay_1': async () => {
        await aMoment();
        return paymentOf('pay_1', 12, status);
      },
    });
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(`window.it = document.querySelector('#it'); it.remove()`);
    await page.waitForTimeout(300);
    await page.evaluate(`document.querySelector('#main').append(it)`);
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).waitFor();
    status = 'succeeded';
    await page.getByRole('button', { name: 'Paid NLe 12.00' }).waitFor({ timeout: 10_000 });
    expect(await named(page, 'success')).toMatchObject([{ id: 'pay_1' }]);
    await page.evaluate(`it.remove()`);
    await page.waitForTimeout(300);
    await page.evaluate(`document.querySelector('#main').append(it)`);
    await page.getByRole('button', { name: 'Paid NLe 12.00' }).waitFor({ timeout: 10_000 });
    await page.context().close();
  });

  test('that is taken out while it asks for the payment tells of no fault, and goes on when it is back', async () => {
    let answered: (said: unknown) => void = () => undefined;
    const page = await open(BUTTON, {
      'POST /payments': () => new Promise((resolve) => (answered = resolve)),
      'GET /payments/pay_1': () => paymentOf('pay_1', 12, 'succeeded'),
    });
    const asked = page.waitForRequest(/\/v1\/payments$/);
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).click();
    await asked;
    // What is told where nobody listens at the page is heard by the prop alone.
    await page.evaluate(`window.faults = []; window.it = document.querySelector('#it');
      it.onError = (fault) => faults.push(fault); it.remove()`);
    const begun = page.waitForResponse(/\/v1\/payments$/);
    answered(paymentOf('pay_1', 12));
    await begun;
    await page.waitForTimeout(300);
    expect(await page.evaluate('faults')).toEqual([]);
    await page.evaluate(`document.querySelector('#main').append(it)`);
    await page.getByRole('button', { name: 'Paid NLe 12.00' }).waitFor({ timeout: 10_000 });
    await page.context().close();
  });

  test('begins no second payment where the answer to the first was lost; after a refusal it does', async () => {
    const keys: (string | undefined)[] = [];
    const page = await open(BUTTON, {
      'POST /payments': ({ key }) => {
        keys.push(key);
        return keys.length === 1 ? null : 'PROVIDER_UNAVAILABLE';
      },
    });
    for (const count of [1, 2, 3]) {
      await page.getByRole('button', { name: 'Pay NLe 12.00' }).click();
      await expect.poll(async () => (await named(page, 'error')).length).toBe(count);
    }
    const [lost, again, after] = keys;
    expect(again).toBe(lost);
    expect(after).not.toBe(lost);
    await page.context().close();
  });

  test('is not told that an earlier payment expired, once another was begun', async () => {
    let first = 'pending';
    let begun = 0;
    const page = await open(BUTTON, {
      'POST /payments': ({ body }) => {
        begun += 1;
        return paymentOf(`pay_${begun}`, Number(body['amount']));
      },
      'GET /payments/pay_1': async () => {
        await aMoment();
        return paymentOf('pay_1', 12, first);
      },
      'GET /payments/pay_2': async () => {
        await aMoment();
        return paymentOf('pay_2', 20);
      },
    });
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(`document.querySelector('#it').setAttribute('amount', '20')`);
    await page.getByRole('button', { name: 'Pay NLe 20.00' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    const told = page.waitForResponse(
      async (one) => one.url().includes('pay_1?') && (await one.text()).includes('expired'),
    );
    first = 'expired';
    await told;
    await page.waitForTimeout(300);
    expect(await named(page, 'error')).toEqual([]);
    await page.getByRole('button', { name: 'Pay NLe 20.00' }).click();
    await page.getByRole('dialog').waitFor();
    expect(begun).toBe(2);
    await page.context().close();
  });

  test('tells that it was paid on a phone too that has no AbortSignal.any', async () => {
    const page = await open(BUTTON, {
      'POST /payments': () => paymentOf('pay_1', 12),
      'GET /payments/pay_1': () => paymentOf('pay_1', 12, 'succeeded'),
    });
    await page.evaluate('AbortSignal.any = undefined');
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).click();
    await page.getByRole('button', { name: 'Paid NLe 12.00' }).waitFor({ timeout: 10_000 });
    expect(await named(page, 'success')).toMatchObject([{ id: 'pay_1' }]);
    await page.context().close();
  });

  test.each([
    ['api-key', 'pk_test_2', 'Pay NLe 12.00'],
    ['amount', '20', 'Pay NLe 20.00'],
  ])(
    'whose %s changes, once it began a payment or while it does, begins another by the next press',
    async (attribute, value, name) => {
      const begun: unknown[] = [];
      const page = await open(BUTTON, {
        'POST /payments': async ({ body, key }) => {
          begun.push(key);
          await aMoment();
          await aMoment();
          return paymentOf(`pay_${begun.length}`, Number(body['amount']));
        },
      });
      const change = (to: string) =>
        page.evaluate(`document.querySelector('#it').setAttribute('${attribute}', '${to}')`);
      const before = (await page.locator('#it').getAttribute(attribute)) ?? '';
      const pressAndClose = async (said: string): Promise<void> => {
        await page.getByRole('button', { name: said }).click();
        await page.getByRole('button', { name: 'Close' }).click();
      };
      await pressAndClose('Pay NLe 12.00');
      await change(value);
      const answered = page.waitForResponse(/\/v1\/payments$/);
      await page.getByRole('button', { name }).click();
      // Back again before the answer has come.
      await expect.poll(() => begun.length).toBe(2);
      await change(before);
      await answered;
      await page.getByRole('button', { name: 'Close' }).click();
      await pressAndClose('Pay NLe 12.00');
      expect(new Set(begun).size).toBe(3);
      await page.context().close();
    },
  );
});

describe('ticket sales', IN_A_BROWSER, () => {
  const eventOf = (id: string, name: string, fields: object = {}) => ({
    id,
    name,
    description: null,
    organizer: 'Aminata Stores',
    venue: null,
    address: null,
    start_date: '2094-01-20T18:00:00Z',
    doors_open: null,
    timezone: 'Africa/Freetown',
    currency: 'SLE',
    max_tickets_per_order: 10,
    image_url: null,
    refund_policy: null,
    public_url: `${SERVER}/e/${id}`,
    livemode: false,
    ticket_types: [
      {
        id: 'tt_1',
        name: 'Regular',
        description: null,
        kind: 'paid',
        price: 50,
        min_price: null,
        remaining: 'available',
        on_sale: true,
        sales_start: null,
        sales_end: null,
        min_per_order: 1,
        max_per_order: 10,
        admits: 1,
        ...fields,
      },
    ],
  });
  const ORDER = {
    id: 'ord_1',
    event_id: 'evt_1',
    status: 'held',
    total: 50,
    currency: 'SLE',
    expires_at: null,
    client_secret: 'secret',
    tickets_url: null,
    tickets: [],
  };
  const SALES = '<ms-ticket-sales id="it" api-key="pk_test_1" event-id="evt_1"></ms-ticket-sales>';
  const order = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByLabel('Phone').fill('076 555010');
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
  };

  test('of an event that could not be loaded say nothing in the place of another that was', async () => {
    let end: (said: null) => void = () => undefined;
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => new Promise((resolve) => (end = resolve)),
      'GET /public/events/evt_2': () => eventOf('evt_2', 'Second'),
    });
    await page.getByText('Loading').waitFor();
    await page.evaluate(`document.querySelector('#it').setAttribute('event-id', 'evt_2')`);
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    end(null);
    await page.waitForTimeout(500);
    expect(await page.getByRole('heading', { name: 'Second' }).isVisible()).toBe(true);
    expect(await named(page, 'error')).toEqual([]);
    await page.context().close();
  });

  test('keep what somebody chose and wrote when the page changes its theme', async () => {
    const page = await open(SALES, { 'GET /public/events/evt_1': () => eventOf('evt_1', 'First') });
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByLabel('Phone').fill('076 555010');
    await page.evaluate(`document.querySelector('#it').setAttribute('theme', 'dark')`);
    await page.waitForTimeout(200);
    expect(await page.getByLabel('Phone').inputValue()).toBe('076 555010');
    await page.evaluate(`document.querySelector('#it').setAttribute('locale', 'kri')`);
    await page.getByText('Pik tikɛt').waitFor();
    await page.context().close();
  });

  test('bring the tickets that were paid for, though the network goes away just then, or too many ask', async () => {
    let asked = 0;
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': () => ORDER,
      'POST /public/ticket-orders/ord_1/pay': () => paymentOf('pay_1', 50),
      'GET /payments/pay_1': () => paymentOf('pay_1', 50, 'succeeded'),
      'GET /public/ticket-orders/ord_1': () => {
        asked += 1;
        if (asked === 2) return 'RATE_LIMITED';
        return asked < 3 ? null : { ...ORDER, status: 'paid', tickets: [TICKET] };
      },
    });
    await order(page);
    await page.getByText('ABCD-1234').waitFor({ timeout: 15_000 });
    expect(await named(page, 'purchase-complete')).toMatchObject([[{ code: 'ABCD-1234' }]]);
    expect(await named(page, 'error')).toEqual([]);
    await page.context().close();
  });

  const TICKET = { id: 'tkt_1', code: 'ABCD-1234', ticket_type_name: 'Regular', holder: { name: null } };
  const takeOut = (page: Page) =>
    page.evaluate(`window.faults ??= []; window.it = document.querySelector('#it');
      it.onError = (fault) => faults.push(fault); it.remove()`);
  const putBack = (page: Page) => page.evaluate(`document.querySelector('#main').append(it)`);

  test('that are taken out of the page and put back while somebody pays still bring the tickets, and keep them', async () => {
    let status = 'pending';
    let orders = 0;
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': () => {
        orders += 1;
        return ORDER;
      },
      'POST /public/ticket-orders/ord_1/pay': () => paymentOf('pay_1', 50),
      'GET /payments/pay_1': async () => {
        await aMoment();
        return paymentOf('pay_1', 50, status);
      },
      'GET /public/ticket-orders/ord_1': () => ({ ...ORDER, status: 'paid', tickets: [TICKET] }),
    });
    await order(page);
    await page.getByRole('dialog').waitFor();
    await takeOut(page);
    await page.waitForTimeout(300);
    await putBack(page);
    await page.getByRole('button', { name: 'Pay NLe 50.00' }).waitFor({ timeout: 10_000 });
    status = 'succeeded';
    await page.getByText('ABCD-1234').waitFor({ timeout: 10_000 });
    expect(await named(page, 'purchase-complete')).toMatchObject([[{ code: 'ABCD-1234' }]]);
    await takeOut(page);
    await page.waitForTimeout(300);
    await putBack(page);
    await page.waitForTimeout(300);
    expect(await page.getByText('ABCD-1234').isVisible()).toBe(true);
    expect([orders, await named(page, 'error')]).toEqual([1, []]);
    await page.context().close();
  });

  test('that are taken out while they order keep what is held, and what is written before that', async () => {
    let answered: (said: unknown) => void = () => undefined;
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': () => new Promise((resolve) => (answered = resolve)),
      'POST /public/ticket-orders/ord_1/pay': () => paymentOf('pay_1', 50),
      'GET /payments/pay_1': () => paymentOf('pay_1', 50, 'succeeded'),
      'GET /public/ticket-orders/ord_1': () => ({ ...ORDER, status: 'paid', tickets: [TICKET] }),
    });
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByLabel('Phone').fill('076 555010');
    await takeOut(page);
    await page.waitForTimeout(300);
    await putBack(page);
    const asked = page.waitForRequest(/\/orders$/);
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await asked;
    await takeOut(page);
    const begun = page.waitForResponse(/ord_1\/pay$/);
    answered(ORDER);
    await begun;
    await page.waitForTimeout(300);
    expect(await page.evaluate('faults'), 'nothing failed').toEqual([]);
    await putBack(page);
    await page.getByText('ABCD-1234').waitFor({ timeout: 10_000 });
    await page.context().close();
  });

  test('say that the money goes back where it came too late, and not that tickets were bought', async () => {
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': () => ORDER,
      'POST /public/ticket-orders/ord_1/pay': () => paymentOf('pay_1', 50),
      'GET /payments/pay_1': () => paymentOf('pay_1', 50, 'succeeded'),
      'GET /public/ticket-orders/ord_1': () => ({ ...ORDER, status: 'refund_pending' }),
    });
    await order(page);
    await page.getByText('Your money goes back to you by itself').waitFor({ timeout: 10_000 });
    expect(await named(page, 'purchase-complete')).toEqual([]);
    expect(await named(page, 'error')).toMatchObject([{ code: 'ORDER_REFUND_PENDING' }]);
    await page.getByRole('button', { name: 'Choose again' }).click();
    await page.getByRole('button', { name: 'One more: Regular' }).waitFor();
    await page.context().close();
  });

  test('order once, though one more is chosen and the button pressed again before the answer', async () => {
    const orders: unknown[] = [];
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': async ({ body }) => {
        orders.push(body['items']);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        return 'SOLD_OUT';
      },
    });
    await order(page);
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    const again = page.getByRole('button', { name: 'Buy for NLe 100.00' });
    await again.click({ force: true });
    await page.getByText('SOLD_OUT').waitFor();
    expect(orders).toHaveLength(1);
    await again.click();
    await expect.poll(() => orders.length).toBe(2);
    await page.context().close();
  });

  test('say why tickets have to be chosen anew, where everybody can read it', async () => {
    let tries = 0;
    const page = await open(SALES, {
      'GET /public/events/evt_1': () => eventOf('evt_1', 'First'),
      'POST /public/events/evt_1/orders': () => {
        tries += 1;
        return tries === 1 ? 'PRICE_CHANGED' : ORDER;
      },
      'POST /public/ticket-orders/ord_1/pay': () => (tries === 2 ? null : 'HOLD_EXPIRED'),
    });
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByLabel('Name').fill('Isatu Sesay');
    await page.getByLabel('Phone').fill('076 555010');
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await expect.poll(async () => (await named(page, 'ready')).length).toBe(2);
    expect(await page.getByText('The price has changed. Look at the sum again.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    const written = await page.getByRole('textbox').all();
    expect(
      await Promise.all(written.map((one) => one.inputValue())),
      'what the buyer had written is still there',
    ).toEqual(['Isatu Sesay', '076 555010', '', '']);
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await page.getByRole('button', { name: 'Pay NLe 50.00' }).waitFor();
    await page.getByText('The shop cannot be reached just now').waitFor();
    tries = 3;
    await page.getByRole('button', { name: 'Pay NLe 50.00' }).click();
    const over = page.getByText('The time to pay is over');
    await over.waitFor();
    expect((await over.boundingBox())?.width).toBeGreaterThan(100);
    await page.context().close();
  });

  test('take a comma before three digits as one between thousands, and the currency beside it', async () => {
    const donation = eventOf('evt_1', 'First', { kind: 'donation', price: 100, min_price: 1 });
    const page = await open(SALES, { 'GET /public/events/evt_1': () => donation });
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    const given = page.getByLabel('What you give for one: Regular');
    // One, or a thousand, or what only programs write: it is asked again.
    for (const text of ['1.000', '2e3']) {
      await given.fill('5');
      await page.getByRole('button', { name: 'Buy for NLe 5.00' }).waitFor({ timeout: 5_000 });
      await given.fill(text);
      await page.getByRole('button', { name: 'Buy for NLe 0.00' }).waitFor({ timeout: 5_000 });
    }
    for (const [text, shown] of [
      ['1,000', 'Buy for NLe 1,000.00'],
      ['1,000.50', 'Buy for NLe 1,000.50'],
      ['12,5', 'Buy for NLe 12.50'],
      ['NLe 75', 'Buy for NLe 75.00'],
    ] as const) {
      await given.fill(text);
      await page.getByRole('button', { name: shown }).waitFor({ timeout: 5_000 });
    }
    await page.context().close();
  });
});

describe('a page of a shop', IN_A_BROWSER, () => {
  test('gets the frame of a widget again when the key that was gone comes back', async () => {
    const page = await open(
      '<ms-invoice-creator id="it" api-key="pk_test_1" merchant-id="mch_1"></ms-invoice-creator>',
      {},
    );
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.evaluate(`document.querySelector('#it').removeAttribute('api-key')`);
    await page.getByText('needs api-key').waitFor();
    await page.evaluate(`document.querySelector('#it').setAttribute('api-key', 'pk_test_1')`);
    await page.locator('iframe').waitFor({ state: 'attached', timeout: 5_000 });
    expect(await page.getByText('needs api-key').count()).toBe(0);
    await page.context().close();
  });

  test('changes the theme of a frame without loading it anew, so that nothing typed in it is lost', async () => {
    const page = await open(
      '<ms-invoice-creator id="it" api-key="pk_test_1" merchant-id="mch_1"></ms-invoice-creator>',
      {},
    );
    await page.locator('iframe').waitFor({ state: 'attached' });
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.evaluate(`document.querySelector('#it').setAttribute('theme', 'dark')`);
    await expect.poll(() => page.locator('iframe').getAttribute('style')).toContain('dark');
    await page.waitForTimeout(300);
    expect(loads).toBe(0);
    await page.context().close();
  });

  test('may ask for a widget before its place in the page has come', async () => {
    const page = await open('', {});
    await page.waitForFunction('!Array.isArray(window.Cottontree) && window.Cottontree');
    await page.evaluate(`Cottontree.push(['payment-button', '#late', { apiKey: 'pk_test_1', amount: 12 }]);
      setTimeout(() => { const late = document.createElement('div'); late.id = 'late'; document.body.append(late); }, 100)`);
    await page.getByRole('button', { name: 'Pay NLe 12.00' }).waitFor({ timeout: 5_000 });
    await page.context().close();
  });
});
