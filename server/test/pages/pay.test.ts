import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openEvents } from '../kit/events.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';

let pages: ShopPages;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const get = (path: string) =>
  fetch(pages.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
const statusOf = async (id: string) => (await pages.shop.client.getPayment({ params: { id } })).data.status;

describe('a payer', IN_A_BROWSER, () => {
  test('sees to whom how much goes and what for, dials, and is told before his eyes that it was paid', async () => {
    const { path, id } = await pages.payment({ return_url: 'https://shop.example.sl/thanks?cart=7' });
    const { page, complaints } = await browser.look(pages.origin + path);
    const text = await page.innerText('main');
    for (const part of [
      'To Aminata Stores',
      'Order 1042',
      'NLe 150.00',
      'ORD-1042',
      'Dial this on your phone',
      'You can leave it',
    ])
      expect(text).toContain(part);
    expect(await page.getAttribute('a.dial', 'href')).toMatch(/^tel:\*144\*\d+%23$/);
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    expect(await page.innerText('main')).toContain('NLe 150.00 went to Aminata Stores');
    expect(await page.getAttribute('a:has-text("Back to Aminata Stores")', 'href')).toBe(
      `https://shop.example.sl/thanks?cart=7&payment_id=${id}&status=succeeded`,
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('without script looks again every five seconds, by the page itself', async () => {
    const { path } = await pages.payment();
    expect(await (await get(path)).text()).toContain(
      '<noscript><meta http-equiv="refresh" content="5"></noscript>',
    );
  });

  test('in test mode decides on the page what the payment company says, without script', async () => {
    for (const [button, heading, status] of [
      ['Approve', 'Paid', 'succeeded'],
      ['Decline', 'The payment did not go through', 'failed'],
      ['Let it expire', 'The time for this payment is over', 'expired'],
    ] as const) {
      const { path, id } = await pages.payment({ channel: 'card' });
      const { page } = await browser.look(pages.origin + path, { script: false });
      expect(await page.innerText('.test')).toContain('Test mode');
      await page.click(`button:has-text("${button}")`);
      expect([await page.innerText('h1'), await statusOf(id)]).toEqual([heading, status]);
      await page.context().close();
    }
  });

  test('scans a code that leads to this page', async () => {
    const { path } = await pages.payment({ channel: 'qr' });
    const picture = await get(`${path}/qr.svg`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await picture.text()).toMatch(/^<svg xmlns/);
    expect((await get(`${(await pages.payment()).path}/qr.svg`)).status).toBe(404);
  });

  test('chooses the way to pay where it was left open, and is asked again for what is missing', async () => {
    const { path, id } = await pages.payment({ channel: 'card' });
    await pages.service.query('UPDATE payments SET payer_chooses = true WHERE id = $1', [id]);
    const { page } = await browser.look(pages.origin + path, { script: false });
    await page.check('input[value=mobile_money]');
    await page.click('button:has-text("Pay NLe 150.00")');
    expect(await page.innerText('[role=alert]')).toBe('Write the phone number of the wallet that pays.');
    await page.fill('#wallet', '076 555010');
    await page.click('button:has-text("Pay NLe 150.00")');
    await page.context().close();
    expect((await pages.shop.client.getPayment({ params: { id } })).data).toMatchObject({
      channel: 'mobile_money',
    });
    expect(await (await get(path)).text()).not.toContain('How do you want to pay?');
  });

  test('who does not want to pay says so, and is not asked any more', async () => {
    const { path, id } = await pages.payment({ cancel_url: 'https://shop.example.sl/cart' });
    const { page } = await browser.look(pages.origin + path, { script: false });
    await page.click('button:has-text("I do not want to pay")');
    expect([await page.innerText('h1'), await statusOf(id)]).toEqual([
      'This payment was cancelled',
      'cancelled',
    ]);
    expect(await page.getAttribute('a:has-text("Back to")', 'href')).toBe(
      `https://shop.example.sl/cart?payment_id=${id}&status=cancelled`,
    );
    await page.context().close();
  });

  test('reads the longest reference on the smallest phone, without moving the page sideways', async () => {
    const { path, id } = await pages.payment({ reference: 'SCHOOL-FEES-2026-2027-'.repeat(3).slice(0, 64) });
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    const { page } = await browser.look(pages.origin + path);
    await page.setViewportSize({ width: 320, height: 568 });
    await page.getByText('SCHOOL-FEES-2026').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.context().close();
  });

  test('is told why it failed in plain words, and that no money was taken', async () => {
    const { path, id } = await pages.payment();
    await pages.shop.client.simulatePayment({
      params: { id },
      body: { outcome: 'failed', failure_code: 'insufficient_funds' },
    });
    const text = await (await get(path)).text();
    expect(text).toContain('There is not enough money in the wallet or account. No money was taken.');
    expect(await (await get(`${path}?lang=kri`)).text()).toContain('Di mɔni na di wɔlɛt nɔ rich.');
  });

  test('begins again from a link in the language that was chosen', async () => {
    const link = await pages.link();
    const nonce = /name="nonce" value="([\w-]{22})"/.exec(await (await get(link.path)).text())?.[1] ?? '';
    expect(await (await get(`${link.path}?lang=kri`)).text()).toContain('Mobayl mɔni');
    const begun = (await pages.post(link.path, { nonce, channel: 'card' })).headers.get('location') ?? '';
    await pages.post(`${begun}/test`, { decision: 'decline' });
    expect(await (await get(`${begun}?lang=kri`)).text()).toContain(`href="${link.path}?lang=kri"`);
  });

  test('is asked not to pay again while a person looks at what does not fit', async () => {
    const { path, id } = await pages.payment();
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'wrong_amount' } });
    const text = await (await get(path)).text();
    expect(text).toContain('Please do not pay again.');
    expect(text).not.toContain('I do not want to pay');
  });

  test('sees what was paid back', async () => {
    const { path, id } = await pages.payment();
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    await pages.shop.client.createRefund({ params: { id }, body: { amount: 50 } });
    await pages.service.drain();
    expect(await (await get(path)).text()).toContain('NLe 50.00 of it was paid back.');
  });

  test('who comes back from the payment company sees at once how it stands there', async () => {
    const { path, id } = await pages.payment({ customer: { phone: '+23200000001' } });
    pages.service.advance(3_000);
    expect(await (await get(`${path}?returned=1`)).text()).toContain('went to Aminata Stores');
    expect(await statusOf(id)).toBe('succeeded');
    pages.service.advance(-3_000);
  });
});

describe('the stream of a payment', IN_A_BROWSER, () => {
  test("in a shop's page has the colours of the theme that the shop chose, whatever the system wishes", async () => {
    const live = await pages.service.merchant({ livemode: true });
    const key = await pages.service.key(live.id, { kind: 'public', livemode: true, origins: [pages.origin] });
    const { data } = await live.client.createPayment({ body: { amount: 10, channel: 'cash' } });
    const path = `${new URL(data.pay_url).pathname}?embed=${key}`;
    const inkOf = async (theme: 'light' | 'dark', scheme: 'light' | 'dark'): Promise<unknown> => {
      const { page } = await browser.look(`${pages.origin}${path}&theme=${theme}`, { scheme });
      const ink = await page.evaluate(
        `getComputedStyle(document.documentElement).getPropertyValue('--ct-brand-ink')`,
      );
      await page.context().close();
      return ink;
    };
    for (const accent of [null, '#7a1fa2']) {
      await live.client.updateBranding({ body: { accent } });
      const [light, dark] = [await inkOf('light', 'light'), await inkOf('dark', 'dark')];
      expect([await inkOf('light', 'dark'), await inkOf('dark', 'light')]).toEqual([light, dark]);
      expect(light).not.toBe(dark);
    }
  });

  test('tells that something changed and not what', async () => {
    const { path, id } = await pages.payment();
    await using events = await openEvents(`${pages.origin}${path}/events`);
    const first = await events.next();
    expect(first).toMatchObject({ name: 'change' });
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    expect(Number((await events.next())?.id)).toBeGreaterThan(Number(first?.id));
  });
});

describe('a payment page refuses', IN_A_BROWSER, () => {
  test("a token that is nobody's", async () => {
    for (const token of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', 'pay_01m7yp5c2gfjx8n3p6w1t0z9ra'])
      expect([token, (await get(`/pay/${token}`)).status]).toEqual([token, 404]);
  });

  test('a form from another site', async () => {
    const { path, id } = await pages.payment();
    expect(
      (
        await pages.post(
          `${path}/test`,
          { decision: 'approve' },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        )
      ).status,
    ).toBe(403);
    expect(await statusOf(id)).toBe('requires_action');
  });

  test('a decision that there is not, and one about real money', async () => {
    const { path } = await pages.payment();
    expect((await pages.post(`${path}/test`, { decision: 'steal' })).status).toBe(400);
    const live = await pages.service.merchant({ livemode: true });
    const { data } = await live.client.createPayment({ body: { amount: 10, channel: 'cash' } });
    const pathOf = new URL(data.pay_url).pathname;
    await pages.post(`${pathOf}/test`, { decision: 'approve' });
    expect((await live.client.getPayment({ params: { id: data.id } })).data.status).toBe('requires_action');
    expect(await (await get(pathOf)).text()).not.toContain('Approve');
  });

  test('to lead anywhere but to web pages', async () => {
    const { path, id } = await pages.payment({
      return_url: 'https://shop.example.sl/"><script>alert(1)</script>',
    });
    await pages.shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    expect(await (await get(path)).text()).not.toContain('<script>alert');
  });

  test('to tell secrets of the payment', async () => {
    const { path, client_secret: secret } = await pages.payment({ metadata: { margin: 'secret-margin' } });
    const text = await (await get(path)).text();
    for (const hidden of [secret ?? 'none', 'secret-margin', '76555010', 'Fatmata'])
      expect(text).not.toContain(hidden);
  });
});
