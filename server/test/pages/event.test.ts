import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
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

type Made = Awaited<ReturnType<ShopPages['event']>>;

const get = (path: string) =>
  fetch(pages.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
const nonceOf = async (path: string) =>
  /name="nonce" value="([\w-]{22})"/.exec(await (await get(path)).text())?.[1] ?? '';
const countOf = (event: Made, at = 0) => `count_${event.ticket_types[at]?.id}`;
const ordersOf = async (event: Made) =>
  (await pages.shop.client.listTicketOrders({ params: { id: event.id } })).data;
const buyer = { name: 'Isatu Sesay', phone: '076 555010' };

async function hold(event: Made, form: Record<string, string> = {}): Promise<Response> {
  return pages.post(event.path, {
    nonce: await nonceOf(event.path),
    [countOf(event)]: '2',
    ...buyer,
    ...form,
  });
}

describe("an event's page", IN_A_BROWSER, () => {
  test("says when in the event's own zone, where, by whom, and what tickets cost", async () => {
    const event = await pages.event({
      timezone: 'Africa/Lagos',
      description: 'Bring <b>friends</b>\nand food',
    });
    const { page, complaints } = await browser.look(pages.origin + event.path);
    const text = await page.innerText('main');
    for (const part of [
      'By Aminata Stores',
      'Wednesday 20 January 2094',
      '19:00',
      'Doors open 18:00',
      'National Stadium',
      'Syke Street, Freetown',
      'Bring <b>friends</b>\nand food',
      'NLe 50.00',
      'NLe 250.50',
      'Only 5 left',
    ])
      expect(text).toContain(part);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('tells search engines and those who share it what it is, as data that runs nowhere', async () => {
    const event = await pages.event({
      name: 'Jazz </script><script>alert(1)</script>',
      image_url: 'https://images.example.sl/jazz.jpg',
    });
    const { page, complaints } = await browser.look(pages.origin + event.path);
    const data = JSON.parse(
      await page.evaluate(`document.querySelector('script[type="application/ld+json"]').textContent`),
    ) as Record<string, unknown>;
    expect(data).toMatchObject({
      '@type': 'Event',
      name: 'Jazz </script><script>alert(1)</script>',
      startDate: '2094-01-20T18:00:00.000Z',
      location: { name: 'National Stadium' },
      offers: [
        { name: 'Regular', price: 50, priceCurrency: 'SLE', availability: 'https://schema.org/InStock' },
        { name: 'VIP' },
      ],
    });
    expect(await page.getAttribute('meta[property="og:image"]', 'content')).toBe(
      'https://images.example.sl/jazz.jpg',
    );
    expect(await page.getAttribute('link[rel=canonical]', 'href')).toBe(event.public_url);
    expect(complaints, "nothing was asked of the picture's host").toEqual([]);
    await page.context().close();
  });

  test('gives a calendar entry', async () => {
    const { path } = await pages.event();
    const answer = await get(`${path}/event.ics`);
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'text/calendar; charset=utf-8',
      expect.stringContaining('SUMMARY:Freetown Jazz'),
    ]);
  });

  test('adds up what is chosen before the eyes of the buyer', async () => {
    const event = await pages.event();
    const { page } = await browser.look(pages.origin + event.path);
    expect(await page.isVisible('#running')).toBe(false);
    await page.selectOption(`#${event.ticket_types[0]?.id}`, '2');
    await page.selectOption(`#${event.ticket_types[1]?.id}`, '1');
    expect(await page.innerText('#running')).toContain('NLe 350.50');
    await page.context().close();
  });
});

describe('a buyer', IN_A_BROWSER, () => {
  test.each([
    ['with script', true],
    ['without script', false],
  ])('holds tickets, pays and has them, %s', async (_how, script) => {
    const event = await pages.event();
    const { page, complaints } = await browser.look(pages.origin + event.path, { script });
    await page.selectOption(`#${event.ticket_types[0]?.id}`, '2');
    await page.fill('#name', 'Isatu Sesay');
    await page.fill('#phone', '076 555010');
    await page.click('button:has-text("Hold my tickets")');
    await page.getByRole('heading', { level: 1, name: 'Your tickets are held' }).waitFor();
    expect(await page.innerText('main')).toMatch(
      /Kept for you until (\d{1,2} \w{3}, )?\d\d:\d\d, (9|10) minutes from now/,
    );
    await page.click('button:has-text("Pay NLe 100.00")');
    await page.waitForURL(/\/pay\//);
    await page.click('button:has-text("Approve")');
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor({ timeout: 60_000 });
    await pages.service.drain();
    if (!script) await page.reload();
    await page.click('a:has-text("Show my tickets")');
    await page.waitForURL(/\/o\//);
    expect(await page.locator('svg.qr').count()).toBe(2);
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await ordersOf(event)).toMatchObject([
      { status: 'paid', channel: 'web', buyer: { name: 'Isatu Sesay', phone: '+23276555010' }, total: 100 },
    ]);
  });

  test('who goes back finds the chosen counts with their sum, and can take one away', async () => {
    const event = await pages.event();
    const { page, complaints } = await browser.look(pages.origin + event.path);
    const name = event.ticket_types[0]?.name ?? '';
    await page.getByRole('button', { name: `One more of ${name}` }).click();
    await page.locator('#running').waitFor();
    const sum = await page.innerText('#running');
    await page.goto(`${pages.origin}/track`);
    await page.goBack();
    await page.locator('#running').waitFor();
    expect(await page.innerText('#running')).toBe(sum);
    await page.getByRole('button', { name: `One less of ${name}` }).click();
    await page.locator('#running').waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('has free tickets at once', async () => {
    const event = await pages.event({
      ticket_types: [{ name: 'Entry', kind: 'free', price: 0, quantity_available: 20 }],
    });
    const answer = await hold(event);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/o\/[\w-]{22}$/),
    ]);
    expect((await get(answer.headers.get('location') ?? '')).status).toBe(200);
    expect(await ordersOf(event)).toMatchObject([{ status: 'paid', total: 0 }]);
  });

  test('gives what they like, not below the least', async () => {
    const event = await pages.event({
      ticket_types: [
        { name: 'Supporter', kind: 'donation', price: 50, min_price: 20, quantity_available: 20 },
      ],
    });
    const price = `price_${event.ticket_types[0]?.id}`;
    expect(await (await hold(event, { [price]: '19' })).text()).toContain('not below the least one');
    expect((await hold(event, { [price]: 'NLe 75' })).status).toBe(303);
    expect(await ordersOf(event)).toMatchObject([{ total: 150 }]);
  });

  test('pays less with a promo code, and is told when it does not count', async () => {
    const event = await pages.event();
    await pages.shop.client.createPromoCode({
      params: { id: event.id },
      body: { code: 'EARLY', kind: 'percent', value: 10 },
    });
    const held = await hold(event, { promo: 'early' });
    const shown = await (await get(held.headers.get('location') ?? '')).text();
    expect(shown.replaceAll(/<[^>]*>/g, '')).toContain('NLe −10.00');
    expect(await (await hold(event, { promo: 'LATE' })).text()).toContain(
      'This promo code does not count for these tickets.',
    );
  });

  test('says before anybody holds a ticket that nobody takes payments, and gives what is free', async () => {
    const { client } = await pages.service.merchant({ livemode: true });
    const times = { start_date: '2094-01-20T18:00:00Z', end_date: '2094-01-20T23:00:00Z' };
    const types = [50, 0].map((price) => ({ name: `At ${price}`, price, quantity_available: 9 }));
    const body = { name: 'Jazz', ...times, status: 'published', ticket_types: types } as const;
    const { id, ticket_types: made } = (await client.createEvent({ body })).data;
    const [paid = '', free = ''] = made.map((type) => `count_${type.id}`);
    const shown = await (await get(`/e/${id}`)).text();
    expect(['Nobody takes payments', free, paid].map((one) => shown.includes(one))).toEqual([
      true,
      true,
      false,
    ]);
    const ask = async (form: Record<string, string>) =>
      (await pages.post(`/e/${id}`, { nonce: await nonceOf(`/e/${id}`), ...buyer, ...form })).status;
    expect([await ask({ [paid]: '1' }), await ask({ [free]: '1' })]).toEqual([400, 303]);
    const promo = { code: 'GUEST', kind: 'percent', value: 100 } as const;
    await client.createPromoCode({ params: { id }, body: promo });
    expect(await ask({ [paid]: '1', promo: 'guest' })).toBe(303);
    expect((await client.listTicketOrders({ params: { id } })).meta.total).toBe(2);
  });

  test('is read in Krio with its days, and keeps what was typed when the language is changed', async () => {
    const event = await pages.event({ timezone: 'Africa/Lagos' });
    const { page, complaints } = await browser.look(pages.origin + event.path);
    await page.selectOption(`#${event.ticket_types[0]?.id}`, '2');
    await page.fill('#name', 'Isatu Sesay');
    await page.fill('#phone', '12');
    await page.click('button:has-text("Hold my tickets")');
    await page.locator('#phone[aria-invalid]').waitFor();
    await page.getByRole('link', { name: 'Krio' }).click();
    await page.waitForURL(/lang=kri/);
    expect(await page.innerText('main')).toContain('Wɛnsde 20 Janwari 2094');
    const typed = () =>
      Promise.all(
        ['#name', '#phone', `#${event.ticket_types[0]?.id}`].map((at) => page.locator(at).inputValue()),
      );
    await expect.poll(typed).toEqual(['Isatu Sesay', '12', '2']);
    await page.reload();
    expect(await typed()).toEqual(['', '', '0']);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('holds once, however often the form is sent', async () => {
    const event = await pages.event();
    const form = { nonce: await nonceOf(event.path), [countOf(event)]: '2', ...buyer };
    const answers = await Promise.all(Array.from({ length: 6 }, () => pages.post(event.path, form)));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await ordersOf(event)).toHaveLength(1);
  });

  test('reads the longest name of a ticket beside its price, without moving the page sideways', async () => {
    const event = await pages.event({
      ticket_types: [{ name: 'W'.repeat(100), price: 1_250_000.5, quantity_available: 9 }],
    });
    const { page } = await browser.look(pages.origin + event.path);
    await page.setViewportSize({ width: 320, height: 568 });
    await page.selectOption('select', '2');
    await page.locator('#running').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'with a large sum').toBe(320);
    await page.setViewportSize(SIZES.phone);
    await page.goto(pages.origin + ((await hold(event)).headers.get('location') ?? ''));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const heightOfPrice = await page.evaluate(
      `(() => { const all = document.createRange(); all.selectNodeContents(document.querySelector('dd')); return all.getBoundingClientRect().height; })()`,
    );
    expect(heightOfPrice, 'in one line').toBeLessThan(40);
    await page.context().close();
  });

  test('who gives the tickets back in one tab and pays in another at that moment is shown what came of it', async () => {
    const event = await pages.event();
    const { searchParams } = new URL((await hold(event)).headers.get('location') ?? '', pages.origin);
    const form = { ...Object.fromEntries(searchParams), channel: 'card' };
    const [paying] = await Promise.all([
      pages.post(`${event.path}/pay`, form),
      pages.post(`${event.path}/cancel`, form),
    ]);
    const shown = await paying.text();
    expect([paying.status, shown.includes('Your tickets are held')]).toEqual([
      expect.toBeOneOf([303, 409]),
      false,
    ]);
  });

  test('is not told that tickets are held whose time is over, before anybody has written that down', async () => {
    const event = await pages.event();
    const path = (await hold(event)).headers.get('location') ?? '';
    pages.service.advance(601_000);
    const text = await (await get(path)).text();
    expect(text).toContain('Your tickets were not paid in time');
    for (const untrue of ['Kept for you', 'Pay NLe', 'Give the tickets back'])
      expect(text).not.toContain(untrue);
  });

  test('gives the tickets back, and finds the way back to them shut', async () => {
    const event = await pages.event();
    const held = new URL((await hold(event)).headers.get('location') ?? '', pages.origin);
    const { page } = await browser.look(held.href, { script: false });
    await page.click('button:has-text("Give the tickets back")');
    expect(await page.innerText('h1')).toBe('You gave the tickets back');
    await page.goBack();
    await page.reload();
    expect(await page.innerText('h1')).toBe('You gave the tickets back');
    await page.context().close();
    expect(await ordersOf(event)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('changes the way to pay after one that failed, within the same hold', async () => {
    const event = await pages.event();
    const held = (await hold(event)).headers.get('location') ?? '';
    const { page } = await browser.look(pages.origin + held, { script: false });
    await page.check('input[value=card]');
    await page.click('button:has-text("Pay NLe 100.00")');
    await page.click('button:has-text("Decline")');
    await pages.service.drain();
    await page.click('a:has-text("Try again")');
    expect(await page.innerText('h1')).toBe('Your tickets are held');
    await page.click('button:has-text("Pay NLe 100.00")');
    await page.waitForURL(/\/pay\//);
    await page.context().close();
  });

  test('who comes too late is told plainly that nothing was taken', async () => {
    const event = await pages.event();
    const held = new URL((await hold(event)).headers.get('location') ?? '', pages.origin);
    pages.service.advance(11 * 60_000);
    const stale = await pages.post(`${event.path}/pay`, {
      ...Object.fromEntries(held.searchParams),
      channel: 'card',
    });
    expect(await stale.text()).toContain('Your tickets were not paid in time');
    await pages.service.drain();
    expect(await (await get(held.pathname + held.search)).text()).toContain('They are on sale again.');
    pages.service.advance(-11 * 60_000);
  });

  test('waits for what is sold out, in one place only', async () => {
    const event = await pages.event({
      ticket_types: [
        { name: 'Regular', price: 50, quantity_available: 0, min_per_order: 2, max_per_order: 4 },
      ],
    });
    const { page } = await browser.look(pages.origin + event.path, { script: false });
    expect(await page.innerText('main')).toContain('All tickets are gone');
    expect(await page.locator('#wait_quantity option').allInnerTexts()).toEqual(['2', '3', '4']);
    await page.fill('#wait_phone', '076 555011');
    await page.click('button:has-text("Tell me when there are tickets")');
    expect(await page.innerText('[role=status]')).toContain('You are on the waiting list');
    await page.click('a[hreflang=kri]');
    expect(await page.getAttribute('html', 'lang')).toBe('kri');
    expect(await page.locator('.notice[role=status]').count()).toBe(1);
    await page.context().close();
    expect((await pages.shop.client.listWaitlist({ params: { id: event.id } })).data).toMatchObject([
      { phone: '+23276555011', status: 'waiting' },
    ]);
    expect(
      await (
        await pages.post(`${event.path}/waitlist`, {
          wait_type: event.ticket_types[0]?.id ?? '',
          wait_quantity: '2',
          wait_phone: '076 555011',
        })
      ).text(),
    ).toContain('on the waiting list for this ticket already');
  });

  test.each([
    ['nothing is chosen', { count: '0' }, 'Please choose at least one ticket.'],
    ['too many are', { count: '11' }, 'than one order may have'],
    ['the name is missing', { name: '' }, 'Please write your name.'],
    ['nobody can be reached', { phone: '' }, 'Write a phone number or an e-mail address'],
    ['the number is none', { phone: '99' }, 'This is no phone number'],
    ['the address is none', { email: 'nowhere' }, 'This is no e-mail address.'],
    ['a comma in it makes two of it', { email: 'isatu,sesay@example.sl' }, 'This is no e-mail address.'],
  ])(
    'is told when %s, and keeps what was written',
    async (_what, { count, ...form }: Record<string, string>, sentence) => {
      const event = await pages.event();
      const answer = await hold(event, {
        ...form,
        ...(count === undefined ? {} : { [countOf(event)]: count }),
      });
      const text = await answer.text();
      expect([answer.status >= 400 && answer.status < 500, text]).toEqual([
        true,
        expect.stringContaining(sentence),
      ]);
      expect(await ordersOf(event)).toEqual([]);
    },
  );

  test("reads on the tickets' page what of the money went back", async () => {
    const event = await pages.event();
    const { client } = pages.shop;
    const { data: order } = await client.createTicketOrder({
      params: { id: event.id },
      body: {
        items: [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 2 }],
        payment: { method: 'cash' },
      },
    });
    const read = async () => (await get(new URL(order.tickets_url ?? '').pathname)).text();
    expect(await read()).not.toContain('Refunded');
    await client.refundTicketOrder({
      params: { id: order.id },
      body: { ticket_ids: [order.tickets[0]?.id ?? ''] },
    });
    expect(await read()).toContain('Refunded: NLe 50.00');
  });

  test('is told how many are left where others were faster', async () => {
    const event = await pages.event({
      ticket_types: [{ name: 'Regular', price: 50, quantity_available: 3 }],
    });
    const nonce = await nonceOf(event.path);
    await hold(event);
    const answer = await pages.post(event.path, { nonce, [countOf(event)]: '2', ...buyer, name: 'Fatu' });
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('Only 1 of Regular is left.'),
    ]);
  });
});

test('one address cannot hold a whole event', IN_A_BROWSER, async () => {
  const seller = await pages.service.merchant();
  const { data: event } = await seller.client.createEvent({
    body: {
      name: 'Comedy',
      start_date: '2094-01-20T18:00:00Z',
      end_date: '2094-01-20T23:00:00Z',
      status: 'published',
      ticket_types: [{ name: 'Regular', price: 50, quantity_available: 100 }],
    },
  });
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1)
    statuses.push(
      (await pages.post(`/e/${event.id}`, { [`count_${event.ticket_types[0]?.id}`]: '1', ...buyer })).status,
    );
  expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([303]), 429]);
});

describe('an event that sells nothing', IN_A_BROWSER, () => {
  test('says why', async () => {
    const cancelled = await pages.event();
    await pages.shop.client.updateEvent({ params: { id: cancelled.id }, body: { status: 'cancelled' } });
    const said = async (path: string) =>
      (await (await get(path)).text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(await said(cancelled.path)).toContain('This event was cancelled');
    const early = await said((await pages.event({ sales_start: '2094-01-01T10:00:00Z' })).path);
    for (const part of ['Tickets go on sale 1 Jan 2094, 10:00', 'NLe 50.00', 'NLe 250.50'])
      expect(early).toContain(part);
    expect(early).not.toContain('Hold my tickets');
    expect(await said((await pages.event({ sales_end: '2026-01-01T10:00:00Z' })).path)).toContain(
      'Tickets are no longer sold here',
    );
    const next = await said(
      (
        await pages.event({
          ticket_types: [
            { name: 'Early bird', price: 40, quantity_available: 5, sales_end: '2026-01-01T10:00:00Z' },
            { name: 'Regular', price: 50, quantity_available: 5, sales_start: '2094-01-02T10:00:00Z' },
          ],
        })
      ).path,
    );
    expect(next).toContain('Tickets go on sale 2 Jan 2094, 10:00');
    const over = await said(
      (
        await pages.event({
          start_date: '2026-01-01T10:00:00Z',
          end_date: '2026-01-01T12:00:00Z',
          doors_open: null,
        })
      ).path,
    );
    expect([over.includes('This event is over'), over.includes('Add to calendar')]).toEqual([true, false]);
    expect(await said((await pages.event({ ticket_types: [] })).path)).toContain(
      'No tickets are on sale at the moment',
    );
  });

  test('is not there while it is a draft, nor under another id', async () => {
    const draft = await pages.event({ status: 'draft' });
    for (const path of [draft.path, '/e/evt_00000000000000000000000000', '/e/nothing']) {
      const answer = await get(path);
      const [, foot] = /<span class="by">(?:<img[^>]*>)?([^<]*)/.exec(await answer.text()) ?? [];
      expect([answer.status, foot]).toEqual([404, 'Cottontree']);
    }
  });
});

describe("an order's page", IN_A_BROWSER, () => {
  test("is there only with the order's secret, and tells others nothing", async () => {
    const event = await pages.event();
    const held = new URL((await hold(event)).headers.get('location') ?? '', pages.origin);
    const wrong = new URL(held);
    wrong.searchParams.set('client_secret', `${held.searchParams.get('client_secret')}x`);
    expect((await get(wrong.pathname + wrong.search)).status).toBe(404);
    const other = await pages.event();
    expect((await get(`${other.path}${held.search}`)).status).toBe(404);
    expect(
      (await pages.post(`${event.path}/cancel`, { order: held.searchParams.get('order') ?? '' })).status,
    ).toBe(404);
    expect(await ordersOf(event)).toMatchObject([{ status: 'held' }]);
  });

  test('and the page of its payment go by one clock, that of the event', async () => {
    const timeZone = 'Asia/Kathmandu';
    const event = await pages.event({ timezone: timeZone });
    const { searchParams } = new URL((await hold(event)).headers.get('location') ?? '', pages.origin);
    const paying = await pages.post(`${event.path}/pay`, {
      channel: 'card',
      order: searchParams.get('order') ?? '',
      client_secret: searchParams.get('client_secret') ?? '',
    });
    const [order] = await ordersOf(event);
    const clock = new Date(order?.expires_at ?? '').toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    });
    expect(await (await get(paying.headers.get('location') ?? '')).text()).toMatch(
      new RegExp(`Please pay by [^<]*${clock}\\.`),
    );
  });

  test('does not say that the buyer gave back what went with its event', async () => {
    const event = await pages.event();
    const path = (await hold(event)).headers.get('location') ?? '';
    await pages.shop.client.updateEvent({ params: { id: event.id }, body: { status: 'cancelled' } });
    await pages.service.drain();
    const shown = async (): Promise<string> => (await get(path)).text();
    // An event's page may be a second old.
    await expect.poll(shown, { timeout: 5_000 }).toContain('This event was cancelled');
    const text = await shown();
    for (const untrue of ['You gave the tickets back', 'Choose tickets again'])
      expect(text).not.toContain(untrue);
  });

  test('keeps its language and its secret when the language is changed', async () => {
    const event = await pages.event();
    const { page } = await browser.look(pages.origin + ((await hold(event)).headers.get('location') ?? ''), {
      script: false,
    });
    await page.click('a[hreflang=kri]');
    expect(await page.innerText('h1')).toBe('Wi de kip yu tikɛt dɛn');
    await page.context().close();
  });
});

test('a buyer who is one too many from a crowded network reads so, and keeps what was written', async () => {
  const event = await pages.event();
  const form = { [countOf(event)]: '2', ...buyer, promo: 'NONE' };
  let answer = await pages.post(event.path, form);
  for (let tries = 0; answer.status !== 429 && tries < 40; tries += 1)
    answer = await pages.post(event.path, form);
  const text = await answer.text();
  for (const part of ['Very many people are buying', 'value="Isatu Sesay"', 'value="076 555010"'])
    expect(text).toContain(part);
});
