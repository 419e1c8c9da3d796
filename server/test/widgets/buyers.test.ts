import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openTestReceiver, type TestReceiver } from '../kit/open-receiver.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';
import { openShopSite, strictPolicy, type ShopSite } from '../kit/shop-site.ts';

let shop: ShopPages;
let site: ShopSite;
let browser: TestBrowser;
let receiver: TestReceiver;
let key: string;
beforeAll(async () => {
  [browser, shop, site, receiver] = await Promise.all([
    openBrowser({ whole: true }),
    openShopPages(),
    openShopSite(),
    openTestReceiver(),
  ]);
  key = await shop.service.key(shop.shop.id, { kind: 'public', origins: [site.origin] });
  await shop.shop.client.createWebhook({
    body: { url: receiver.url, events: ['payment.succeeded', 'ticket_order.paid'] },
  });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
  await receiver.close();
});

const TAG = (): string => `<script src="${shop.origin}/widgets/v1/widgets.js" async></script>`;
const pageOf = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main><h1>Shop</h1>${inside}</main></body></html>`;

/** What the page of the shop was told, in order. */
const LISTEN = `window.told = []; for (const name of ['success', 'error', 'purchase-complete', 'ready', 'event']) document.addEventListener(name, (event) => told.push([name, event.detail]), true)`;
async function listen(page: Page): Promise<void> {
  await page.evaluate(LISTEN);
}
const told = async (page: Page): Promise<readonly (readonly [string, Record<string, unknown>])[]> =>
  (await page.evaluate('told')) as readonly (readonly [string, Record<string, unknown>])[];
const named = async (page: Page, name: string) =>
  (await told(page)).filter(([one]) => one === name).map(([, detail]) => detail);
/** The service's own address is asked, and no other. */
const ours = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((one) => !one.startsWith(`asks for ${shop.origin}/`));

describe('a page of a shop with the strictest policy', IN_A_BROWSER, () => {
  test('takes a payment by the button, from the press to the webhook, by keyboard alone', async () => {
    site.put('/button', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="150.5" description="Order 77" metadata='{"cart":"c-77"}' payment-channel="card"></ms-payment-button>${TAG()}`,
      ),
    });
    const { page, complaints } = await browser.look(`${site.origin}/button`);
    await listen(page);
    const button = page.getByRole('button', { name: 'Pay NLe 150.50' });
    await button.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Order 77' }).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await frame.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await expect.poll(async () => (await named(page, 'success')).length).toBe(1);
    expect((await named(page, 'success'))[0]).toMatchObject({
      status: 'succeeded',
      amount: 150.5,
      currency: 'SLE',
      description: 'Order 77',
      livemode: false,
      metadata: { cart: 'c-77' },
    });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Paid NLe 150.50' }).waitFor();
    await shop.service.drain();
    const said = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(said).toContainEqual(
      expect.objectContaining({
        event: 'payment.succeeded',
        data: {
          object: expect.objectContaining({
            amount: 150.5,
            amount_source: 'client',
            metadata: { cart: 'c-77' },
          }),
        },
      }),
    );
    expect(ours(complaints)).toEqual([]);
    await page.context().close();
  });

  test('is told of an attribute that is no JSON, and nothing is asked for with half of what was meant', async () => {
    site.put('/broken', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="20" metadata='{cart: 1}'></ms-payment-button><ms-invoice-creator api-key="${key}" merchant-id="${shop.shop.id}" company-info="{"></ms-invoice-creator>${TAG()}`,
      ),
    });
    const { page, complaints } = await browser.look(`${site.origin}/broken`);
    await listen(page);
    const said = [
      'ms-payment-button needs metadata as JSON.',
      'ms-invoice-creator needs company-info as JSON.',
    ];
    for (const sentence of said) await page.getByRole('alert').getByText(sentence).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.evaluate(`document.querySelector('ms-payment-button').setAttribute('metadata', '{')`);
    expect(await named(page, 'error')).toContainEqual({ code: 'PROP_INVALID', message: said[0] });
    await page.evaluate(
      `document.querySelector('ms-payment-button').setAttribute('metadata', '{"cart":"1"}')`,
    );
    await page
      .getByRole('alert')
      .getByText(said[0] ?? '')
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pay NLe 20.00' }).waitFor();
    expect(new Set(ours(complaints))).toEqual(new Set(said.map((one) => `WidgetError: ${one}`)));
    await page.context().close();
  });

  test('is paid once for what the shop has a name for, however often it is loaded anew, in another tab too', async () => {
    const element = (reference: string, more = '') =>
      `<ms-payment-button api-key="${key}" amount="75" reference="${reference}" payment-channel="card" ${more}></ms-payment-button>`;
    const put = (inside: string) =>
      site.put('/order', { policy: strictPolicy(shop.origin), html: pageOf(inside + TAG()) });
    put(element('ORD-2001'));
    const { page } = await browser.look(`${site.origin}/order`);
    const approve = (at: Page) => at.frameLocator('iframe').getByRole('button', { name: 'Approve' });
    const press = (at: Page) => at.getByRole('button', { name: 'Pay NLe 75.00' }).click();
    const begun = async () =>
      (await shop.shop.client.listPayments({ query: { q: 'ORD-2001' } })).data.map(({ id }) => id);
    await press(page);
    await approve(page).waitFor();
    await page.reload();
    await press(page);
    await approve(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/order`);
    await press(other);
    await approve(other).waitFor();
    const [id = '', ...more] = await begun();
    expect(more).toEqual([]);
    await shop.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    await other.getByRole('button', { name: 'Paid NLe 75.00', includeHidden: true }).waitFor();
    await page.addInitScript(LISTEN);
    await page.reload();
    await page.getByRole('button', { name: 'Paid NLe 75.00' }).waitFor();
    expect(await named(page, 'success')).toMatchObject([{ id, reference: 'ORD-2001', status: 'succeeded' }]);
    // Said in other words, it is the same that was paid.
    put(element('ORD-2001', 'description="Order 2001"'));
    await page.reload();
    await page.getByRole('button', { name: 'Paid NLe 75.00' }).waitFor();
    expect(await begun()).toEqual([id]);
    // What is given back may be paid anew, and so may what has another name.
    put(element('ORD-2002'));
    await page.reload();
    await page.getByRole('button', { name: 'Pay NLe 75.00' }).waitFor();
    await shop.shop.client.createRefund({ params: { id }, body: {} });
    await shop.service.drain();
    put(element('ORD-2001'));
    await page.reload();
    await press(page);
    await approve(page).waitFor();
    expect(await begun()).toHaveLength(2);
    await page.context().close();
  });

  test('says that it is paid and nothing else, though another payment had failed before', async () => {
    site.put('/two-payments', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="20" payment-channel="card"></ms-payment-button>${TAG()}`,
      ),
    });
    const { page } = await browser.look(`${site.origin}/two-payments`);
    await listen(page);
    const begun = async (amount: string) => {
      await page.getByRole('button', { name: `Pay NLe ${amount}` }).click();
      await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      const opened = (await named(page, 'event')).findLast(({ type }) => type === 'payment_opened');
      const data = opened?.['data'] as { id: string } | undefined;
      return data?.id ?? '';
    };
    const decide = (id: string, outcome: 'succeeded' | 'failed') =>
      shop.shop.client.simulatePayment({ params: { id }, body: { outcome } });
    const first = await begun('20.00');
    await page.evaluate(`document.querySelector('ms-payment-button').setAttribute('amount', '30')`);
    await decide(await begun('30.00'), 'failed');
    await page.getByText('Nothing was taken').waitFor();
    await decide(first, 'succeeded');
    await page.getByRole('button', { name: 'Paid NLe 20.00' }).waitFor();
    expect(await page.getByText('Nothing was taken').count()).toBe(0);
    await page.context().close();
  });

  test('sells tickets from the choice to the codes, and the shop hears of each', async () => {
    const event = await shop.event();
    site.put('/tickets', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-ticket-sales api-key="${key}" event-id="${event.id}" max-tickets-per-order="3" theme="dark" payment-channel="card"></ms-ticket-sales>${TAG()}`,
      ),
    });
    const { page, complaints } = await browser.look(`${site.origin}/tickets`);
    await listen(page);
    await page.getByRole('heading', { name: event.name }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const more = page.getByRole('button', { name: 'One more: Regular' });
    for (let press = 0; press < 3; press += 1) await more.click();
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByLabel('Number of tickets: Regular').textContent()).toBe('3');
    await page.getByRole('button', { name: 'One fewer: Regular' }).click();
    await page.getByRole('button', { name: 'Buy for NLe 100.00' }).click();
    await page.getByText('Write a phone number or an e-mail address').waitFor();
    await page.getByLabel('Your name').fill('Fatmata Koroma');
    await page.getByLabel('Phone').fill('076 555010');
    await page.getByRole('button', { name: 'Buy for NLe 100.00' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Approve' }).click();
    await expect
      .poll(async () => {
        await shop.service.drain();
        return (await named(page, 'purchase-complete')).length;
      })
      .toBe(1);
    const [tickets] = (await named(page, 'purchase-complete')) as unknown as [readonly { code: string }[]];
    expect(tickets).toHaveLength(2);
    await page.getByText(tickets[0]?.code ?? '', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const { data: orders } = await shop.shop.client.listTicketOrders({ params: { id: event.id } });
    expect(orders).toMatchObject([{ status: 'paid', total: 100, channel: 'web' }]);
    await shop.service.drain();
    const kinds = receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    expect(kinds).toContain('ticket_order.paid');
    expect(ours(complaints)).toEqual([]);
    await page.context().close();
  });

  test('gives free tickets without ever asking to pay nothing, and again where that was refused', async () => {
    const { id } = await shop.event({ ticket_types: [{ name: 'Helper', price: 0, quantity_available: 9 }] });
    site.put('/free', {
      policy: strictPolicy(shop.origin),
      html: pageOf(`<ms-ticket-sales api-key="${key}" event-id="${id}"></ms-ticket-sales>${TAG()}`),
    });
    const { page } = await browser.look(`${site.origin}/free`);
    await listen(page);
    const shown: string[] = [];
    await page.route(/\/pay$/, async (route) => {
      await page.waitForTimeout(300);
      shown.push(await page.locator('ms-ticket-sales .stage').innerText());
      const headers = { 'access-control-allow-origin': site.origin };
      const json = { success: false, error: { code: 'VALIDATION_ERROR', message: 'Not now.' } };
      await route.fulfill({ status: 400, headers, json });
    });
    await page.getByRole('button', { name: 'One more: Helper' }).click();
    await page.getByLabel('Phone').fill('076 555010');
    await page.getByRole('button', { name: 'Get the tickets' }).click();
    await page.getByText('Not now.').waitFor();
    expect(shown).toEqual([expect.stringMatching(/Total Free[\s\S]*Get the tickets/)]);
    expect(shown[0]).not.toContain('0.00');
    expect(await page.getByText('0.00').count()).toBe(0);
    await page.unroute(/\/pay$/);
    await page.getByRole('button', { name: 'Get the tickets' }).click();
    await expect
      .poll(async () => {
        await shop.service.drain();
        return (await named(page, 'purchase-complete')).length;
      })
      .toBe(1);
    const { data: orders } = await shop.shop.client.listTicketOrders({ params: { id } });
    expect(orders).toMatchObject([{ status: 'paid', total: 0 }]);
    await page.context().close();
  });

  test('takes up again what this browser has held when its page is loaded anew, and of no other event', async () => {
    const [event, other] = await Promise.all([shop.event(), shop.event({ name: 'Bo Jazz' })]);
    const put = (id: string) =>
      site.put('/held', {
        policy: strictPolicy(shop.origin),
        html: pageOf(
          `<ms-ticket-sales api-key="${key}" event-id="${id}" payment-channel="card"></ms-ticket-sales>${TAG()}`,
        ),
      });
    put(event.id);
    const { page } = await browser.look(`${site.origin}/held`);
    await page.addInitScript(LISTEN);
    const hold = async () => {
      await page.getByRole('button', { name: 'One more: Regular' }).click();
      await page.getByLabel('Phone').fill('076 555010');
      await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
      await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).waitFor();
    };
    const orders = async () =>
      (await shop.shop.client.listTicketOrders({ params: { id: event.id } })).data.map((one) => one.status);
    await hold();
    await page.reload();
    await page.getByText('Your tickets are kept until').waitFor();
    put(other.id);
    await page.reload();
    await page.getByRole('button', { name: 'One more: Regular' }).waitFor();
    put(event.id);
    await page.reload();
    await page.getByRole('button', { name: 'Give them back' }).click();
    await page.getByRole('button', { name: 'One more: Regular' }).waitFor();
    await page.reload();
    await hold();
    expect(await orders()).toEqual(['awaiting_payment', 'cancelled']);
    await page.goto('about:blank');
    const { data: both } = await shop.shop.client.listTicketOrders({ params: { id: event.id } });
    const id = both.find((one) => one.status === 'awaiting_payment')?.payment_id ?? '';
    await shop.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    await shop.service.drain();
    await page.goto(`${site.origin}/held`);
    await page.getByRole('heading', { name: 'Your ticket' }).waitFor();
    await expect.poll(async () => (await named(page, 'purchase-complete')).length).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'One more: Regular' }).waitFor();
    expect(await page.evaluate(`localStorage.getItem('cottontree-ticket-orders')`)).toBe('[]');
    await page.context().close();
  });

  test('holds nothing that would have to be paid for where nobody takes payments', async () => {
    const live = await shop.service.merchant({ livemode: true });
    const { data: event } = await live.client.createEvent({
      body: {
        name: 'Open day',
        start_date: '2094-01-20T18:00:00Z',
        end_date: '2094-01-20T23:00:00Z',
        status: 'published',
        ticket_types: [
          { name: 'Seat', price: 50, quantity_available: 9 },
          { name: 'Lawn', price: 0, quantity_available: 9 },
        ],
      },
    });
    const origins = [site.origin];
    const own = await shop.service.key(live.id, { kind: 'public', livemode: true, origins });
    const put = () =>
      site.put('/unpaid', {
        policy: strictPolicy(shop.origin),
        html: pageOf(`<ms-ticket-sales api-key="${own}" event-id="${event.id}"></ms-ticket-sales>${TAG()}`),
      });
    put();
    const { page } = await browser.look(`${site.origin}/unpaid`);
    await page.getByText('only free tickets can be had').waitFor();
    await page.getByText('Not sold here').waitFor();
    expect(await page.getByRole('button', { name: 'One more: Seat' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'One more: Lawn' }).count()).toBe(1);
    await live.client.createPromoCode({
      params: { id: event.id },
      body: { code: 'GUEST', type: 'percent', value: 100 },
    });
    shop.service.advance(1_000);
    await page.reload();
    await page.getByRole('button', { name: 'One more: Seat' }).click();
    await page.getByLabel('Phone').fill('076 555010');
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await page.getByRole('alert').getByText('only with a promo code').waitFor();
    expect((await live.client.listTicketOrders({ params: { id: event.id } })).data).toEqual([]);
    await page.getByLabel('Promo code').fill('guest');
    await page.getByRole('button', { name: 'Buy for NLe 50.00' }).click();
    await page.getByRole('heading', { name: 'Your ticket' }).waitFor();
    await page.context().close();
  });

  test("shows an event's picture that lies elsewhere, from the server", async () => {
    const event = await shop.event({ image_url: 'https://images.example.sl/jazz.jpg' });
    site.put('/picture', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-ticket-sales api-key="${key}" event-id="${event.id}" base-url="${shop.origin}"></ms-ticket-sales>${TAG()}`,
      ),
    });
    const { page, complaints } = await browser.look(`${site.origin}/picture`);
    const width = () =>
      page.evaluate(
        `document.querySelector('ms-ticket-sales').shadowRoot?.querySelector('img')?.naturalWidth ?? 0`,
      );
    await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(ours(complaints)).toEqual([]);
    await page.context().close();
  });

  test('says in Krio why the shop refuses, to who reads Krio, and in English what has no Krio words', async () => {
    site.put('/refused', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="10" payment-channel="cash" locale="kri"></ms-payment-button>${TAG()}`,
      ),
    });
    const { page } = await browser.look(`${site.origin}/refused`);
    await page.getByRole('button', { name: /^Pe / }).click();
    await page.getByText('Yu nɔ ebul pe dis we ya naw').waitFor();
    await page.evaluate(`document.querySelector('ms-payment-button').setAttribute('api-key', '')`);
    await page.getByRole('button', { name: /^Pe / }).click();
    await page.getByText('needs api-key').waitFor();
    await page.context().close();
  });

  test('shows the pay step where the network takes long to say where it is', async () => {
    site.put('/slow', {
      policy: strictPolicy(shop.origin),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="20" payment-channel="card"></ms-payment-button>${TAG()}`,
      ),
    });
    const { page } = await browser.look(`${site.origin}/slow`);
    await listen(page);
    // What the frame asks, and not the button, which waits for news.
    await page.route(/\/v1\/payments\/pay_\w+$/, async (route) => {
      await page.waitForTimeout(7_000);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Pay NLe 20.00' }).click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await named(page, 'success')).length).toBe(1);
    expect((await named(page, 'event')).map(({ type }) => type)).toEqual(['pressed', 'payment_opened']);
    await page.context().close();
  });

  test('is offered the page of the payment where its policy forbids the frame, and still hears that it was paid', async () => {
    site.put('/no-frame', {
      policy: strictPolicy(shop.origin).replace(`frame-src ${shop.origin};`, ''),
      html: pageOf(
        `<ms-payment-button api-key="${key}" amount="20" payment-channel="card"></ms-payment-button>${TAG()}`,
      ),
    });
    const { page } = await browser.look(`${site.origin}/no-frame`);
    await listen(page);
    await page.getByRole('button', { name: 'Pay NLe 20.00' }).click();
    const link = page.getByRole('link', { name: 'Open the page' });
    await link.waitFor();
    const token = new URL((await link.getAttribute('href')) ?? '').pathname;
    await shop.post(`${token}/test`, { decision: 'approve' });
    await expect.poll(async () => (await named(page, 'success')).length).toBe(1);
    await page.context().close();
  });
});

describe('a page that is not kind to what stands in it', IN_A_BROWSER, () => {
  const HOSTILE = `<style>* { all: revert; color: red !important; font: 40px/1 cursive !important; } button, iframe, dialog, div { display: none !important; } iframe { width: 1px !important; }</style>
    <script>
      Object.prototype.extra = () => 'no'; Array.prototype.toJSON = () => 'no'; String.prototype.toJSON = () => 'no';
      Array.prototype.last = function () { return this[this.length - 1]; };
      addEventListener('message', () => { throw new Error('heard'); }, false);
    </script>`;

  test('changes neither its look nor what it sends, and messages of others are not believed', async () => {
    site.put('/hostile', {
      html: pageOf(
        `${HOSTILE}<div class="wp-block" dir="rtl"><ms-payment-button class="wide" class-name="extra" api-key="${key}" amount="12" description="Plain" metadata='{"a":"b"}' payment-channel="card" locale="kri"></ms-payment-button></div>
         <style>.wp-block { display: block !important; }</style>${TAG()}`,
      ),
    });
    const { page } = await browser.look(`${site.origin}/hostile`);
    await listen(page);
    const button = page.getByRole('button', { name: 'Pe NLe 12.00' });
    await button.waitFor();
    const look = await page.evaluate(
      `(({ color, fontSize, display, direction }) => ({ color, fontSize, display, direction }))(getComputedStyle(document.querySelector('ms-payment-button').shadowRoot.querySelector('button')))`,
    );
    expect(look).toEqual({
      color: 'rgb(255, 255, 255)',
      fontSize: '16px',
      display: 'inline-flex',
      direction: 'ltr',
    });
    await button.click();
    // The frame speaks Krio, too.
    const decline = page.frameLocator('iframe').locator('button[value=decline]');
    await decline.waitFor();
    // Not from the frame, so it says nothing: neither a hello that would be answered with a port, nor an end.
    await page.evaluate(`window.answered = 0; addEventListener('message', (event) => { if (event.ports.length) answered += 1; });
      for (const said of [{ cottontree: 'hello', versions: [1] }, { type: 'event', name: 'success' }, { cottontree: 'welcome', props: {} }]) postMessage(said, '*');`);
    await decline.click();
    await expect
      .poll(async () => (await named(page, 'error')).map(({ code }) => code))
      .toEqual(['PAYMENT_FAILED']);
    expect(await page.evaluate('answered')).toBe(0);
    expect(await named(page, 'success')).toEqual([]);
    const { data } = await shop.shop.client.listPayments({ query: { q: 'Plain' } });
    expect(data).toMatchObject([{ amount: 12, metadata: { a: 'b' }, status: 'failed' }]);
    await page.context().close();
  });
});

describe('what a shop loads', () => {
  const KB = 1_024;
  const BUDGETS = {
    'widgets.js': 1,
    'payment-button.js': 20,
    'ticket-sales.js': 35,
    'pos-terminal.js': 4.1,
    'invoice-creator.js': 4,
    'payment-link-creator.js': 4,
    'ticket-scanner.js': 4,
  };

  test('stays within its weight, may come from any page, and what bears a version is kept for good with its integrity', async () => {
    const { version, files } = (await (await fetch(`${shop.origin}/widgets/v1/integrity.json`)).json()) as {
      version: string;
      files: Record<string, string>;
    };
    for (const [name, kilobytes] of Object.entries(BUDGETS)) {
      const answer = await fetch(`${shop.origin}/widgets/${version}/${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([name, answer.headers.get('access-control-allow-origin')]).toEqual([name, '*']);
      expect([name, answer.headers.get('cache-control')]).toEqual([
        name,
        'public, max-age=31536000, immutable',
      ]);
      expect([name, gzipSync(bytes, { level: 9 }).length <= kilobytes * KB]).toEqual([name, true]);
      const digest = Buffer.from(await crypto.subtle.digest('SHA-384', bytes)).toString('base64');
      expect(files[name]).toBe(`sha384-${digest}`);
      expect(bytes.toString()).not.toMatch(/\beval\(|new Function/);
    }
    const fresh = await fetch(`${shop.origin}/widgets/v1/widgets.js`);
    expect(fresh.headers.get('cache-control')).toBe('public, max-age=300');
  });

  test('is framed by the pages that its key names, and by no other', async () => {
    const { id, path } = await shop.payment();
    const ancestors = async (address: string): Promise<readonly [string | null, string | null]> => {
      const { headers } = await fetch(shop.origin + address, { headers: { accept: 'text/html' } });
      const [, said = null] =
        /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? [];
      return [said, headers.get('x-frame-options')];
    };
    const open = await shop.service.key(shop.shop.id, { kind: 'public' });
    const live = await shop.service.key(shop.shop.id, { kind: 'public', livemode: true, origins: [] });
    const other = await shop.service.key((await shop.service.merchant()).id, { kind: 'public' });
    for (const address of [path, `/embed/pay/${id}`, '/pos']) {
      expect([address, await ancestors(`${address}?embed=${key}`)]).toEqual([
        address,
        [`'self' ${site.origin}`, null],
      ]);
      expect([address, await ancestors(`${address}?embed=${open}`)]).toEqual([address, ['*', null]]);
      for (const query of ['', `?embed=${live}`, '?embed=pk_test_nobody', `?embed=${shop.shop.key}`])
        expect([address, await ancestors(address + query)]).toEqual([address, ["'none'", 'DENY']]);
    }
    expect(await ancestors(`${path}?embed=${other}`)).toEqual(["'none'", 'DENY']);
  });
});
