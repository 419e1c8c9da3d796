import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openEvents } from '../kit/events.ts';
import { openParcelPages, type ParcelPages } from '../kit/parcel-pages.ts';

let pages: ParcelPages;
let browser: TestBrowser;

beforeAll(async () => {
  [pages, browser] = await Promise.all([openParcelPages(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

/** A visitor with an old browser: no script. */
const visit = async (path: string) => (await browser.look(pages.origin + path, { script: false })).page;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(pages.origin + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(pages.origin + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  });

describe('a parcel on its way', IN_A_BROWSER, () => {
  test.each([
    ['Blue gate', 'Near Blue gate'],
    ['Behind Lumley police station', 'Behind Lumley police station'],
    ['opposite the mosque', 'opposite the mosque'],
    ['Onion market', 'Near Onion market'],
  ])('has its landmark %j as people say it: %j', async (landmark, said) => {
    const { path } = await pages.parcel(null, { delivery_landmark: landmark });
    const html = await (await fetch(pages.origin + path)).text();
    expect(html).toContain(`<span class="quiet">${said}</span>`);
  });

  test('is told in plain words: status, time, courier, cash and address', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('in_transit');
    await pages.place(jobNumber, 8.47, -13.247);
    const page = await visit(path);
    const text = await page.innerText('body');
    expect(await page.innerText('h1')).toBe('Your parcel is on its way to you');
    for (const part of [
      'From Aminata Stores',
      'Arrives about',
      'Live',
      'Mohamed',
      'Motorbike',
      'ABC 123',
      'NLe 150.50',
      '27 Freetown Road, second floor',
      'Near Lumley roundabout',
      'Fetched from the shop',
      jobNumber,
      'Test mode',
    ])
      expect(text).toContain(part);
    expect(await page.getAttribute('a:has-text("Call")', 'href')).toMatch(/^tel:\+232765\d{5}$/);
    expect(await page.getAttribute('a:has-text("WhatsApp")', 'href')).toMatch(
      /^https:\/\/wa\.me\/232765\d{5}$/,
    );
    await page.context().close();
  });

  test("tells nobody the pickup code, the shop's phone, the courier's surname or the exact place", async () => {
    const made = await pages.parcel('in_transit', { metadata: { margin: 'secret-margin' } });
    await pages.place(made.job_number, 8.471234, -13.247567);
    const text = await (await get(made.path)).text();
    for (const secret of [
      made.pickup_code,
      made.delivery_code,
      '76111222',
      '78234567',
      'Kamara',
      '8.471234',
      'secret-margin',
      'Hawa',
    ])
      expect(text).not.toContain(secret);
  });

  test('shows where the courier is only to the next door', async () => {
    const first = await pages.parcel('in_transit');
    await pages.service.query(
      'UPDATE deliveries SET driver_id = (SELECT driver_id FROM deliveries WHERE job_number = $1) WHERE status = $2',
      [first.job_number, 'in_transit'],
    );
    await pages.service.query(
      `UPDATE deliveries SET estimated_delivery_at = now() - interval '1 hour' WHERE job_number = $1`,
      [first.job_number],
    );
    const second = await pages.parcel('in_transit');
    await pages.place(first.job_number, 8.47, -13.247);
    expect(await (await get(first.path)).text()).toContain('class="at"');
    expect(await (await get(second.path)).text()).not.toContain('class="at"');
    await pages.advance(first.job_number, 'completed');
  });

  test('changes before the eyes of whoever looks, and without script when loaded again', async () => {
    const { path, job_number: jobNumber } = await pages.parcel();
    const { page, complaints } = await browser.look(pages.origin + path);
    expect(await page.innerText('h1')).toBe('We are finding a courier');
    await page.waitForTimeout(1_200);
    await pages.advance(jobNumber, 'assigned');
    await page.getByRole('heading', { level: 1, name: 'A courier is going to fetch your parcel' }).waitFor();
    expect(await page.getByText('Mohamed').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await (await get(path)).text()).toContain(
      '<noscript><meta http-equiv="refresh" content="30"></noscript>',
    );
  });

  test('changes also where its stream was refused once, as by a server that is just being restarted', async () => {
    const { path, job_number: jobNumber } = await pages.parcel();
    const { page } = await browser.look(`${pages.origin}/robots.txt`);
    await page.clock.install();
    let refusals = 0;
    await page.route('**/events', (route) => {
      refusals += 1;
      return refusals === 1 ? route.fulfill({ status: 503 }) : route.continue();
    });
    await page.goto(pages.origin + path);
    await expect.poll(() => refusals).toBe(1);
    await pages.advance(jobNumber, 'assigned');
    await page.clock.runFor(31_000);
    const heading = page.getByRole('heading', { level: 1, name: 'A courier is going to fetch your parcel' });
    await heading.waitFor({ timeout: 10_000 });
    await page.context().close();
  });

  test('streams its changes without telling what they are', async () => {
    const { path, job_number: jobNumber } = await pages.parcel();
    await using events = await openEvents(`${pages.origin}${path}/events`);
    expect(await events.next()).toMatchObject({ name: 'change', id: '1' });
    await pages.advance(jobNumber, 'assigned');
    expect(await events.next()).toMatchObject({ id: '2' });
  });

  test('says of a parcel that failed what happens next: the shop decides, and then that it was sent again', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('in_transit', {
      undeliverable_action: 'hold',
    });
    await pages.advance(jobNumber, 'failed');
    expect(await (await get(path)).text()).toContain('decides whether it is sent again');
    const { data } = await pages.shop.client.redeliverDelivery({ params: { jobNumber } });
    const text = await (await get(path)).text();
    expect(text).toContain(`It was sent again, as parcel ${data.job_number}`);
    expect(text).not.toContain('decides whether');
    expect(text).not.toContain(new URL(data.tracking_url).pathname);
    await pages.advance(data.job_number, 'in_transit');
    await pages.advance(data.job_number, 'failed');
    const again = await (await get(new URL(data.tracking_url).pathname)).text();
    expect(again, 'its own number is not another try of it').toContain('decides whether it is sent again');
  });

  test('says of a parcel that goes back where it is, and names no try that was called off', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('in_transit');
    const headline = async () => /<h1>([^<]*)/.exec(await (await get(path)).text())?.[1];
    await pages.advance(jobNumber, 'failed');
    const { data: failed } = await pages.shop.client.getDelivery({ params: { jobNumber } });
    const back = failed.related_jobs.find(({ kind }) => kind === 'return')?.job_number ?? '';
    expect(await headline()).toBe('Your parcel goes back to the shop');
    await pages.advance(back, 'delivered');
    expect(await headline()).toBe('Your parcel is back at the shop');
    await pages.advance(back, 'completed');
    expect(await headline()).toBe('Your parcel is back at the shop');

    const { data: again } = await pages.shop.client.redeliverDelivery({ params: { jobNumber } });
    expect(await headline()).toBe('Your parcel could not be delivered');
    expect(await (await get(path)).text()).toContain(`as parcel ${again.job_number}`);
    await pages.shop.client.cancelDelivery({ params: { jobNumber: again.job_number } });
    expect(await headline()).toBe('Your parcel is back at the shop');
    const text = await (await get(path)).text();
    expect(text).not.toContain(again.job_number);
    expect(text).toContain('decides whether it is sent again');
  });

  test('speaks Krio to who wants it, by a link or by the browser', async () => {
    const { path } = await pages.parcel('in_transit');
    const page = await visit(path);
    await page.click('a[hreflang=kri]');
    expect(await page.innerText('h1')).toBe('Yu pasel de kam to yu');
    expect(await page.getAttribute('a[href*="/receive"]', 'href')).toContain('lang=kri');
    await page.context().close();
    expect(await (await get(path, { 'accept-language': 'fr;q=0.9, kri, en;q=0.5' })).text()).toContain(
      '<html lang="kri"',
    );
  });
});

describe('the delivery code', IN_A_BROWSER, () => {
  test('is shown when asked for, with the word of when to give it, and not afterwards', async () => {
    const { path, delivery_code: code, job_number: jobNumber } = await pages.parcel('picked_up');
    const page = await visit(path);
    await page.click('text=Show code');
    expect((await page.innerText('.digits [aria-hidden]')).replaceAll(/\s/g, '')).toBe(code);
    expect(await page.innerText('main')).toContain('Give it only when you hold the parcel');
    await pages.advance(jobNumber, 'delivered');
    await page.reload();
    expect(await page.innerText('main')).toContain('no code to give');
    await page.context().close();
  });
});

describe('a recipient without script', IN_A_BROWSER, () => {
  test('confirms receipt after being asked once more', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('in_transit');
    const page = await visit(path);
    await page.click('text=I have my parcel');
    expect(await page.innerText('main')).toContain('you paid the courier NLe 150.50');
    await page.click('button:has-text("Yes, I have my parcel")');
    expect(await page.innerText('h1')).toBe('Your parcel has been delivered');
    expect(await page.innerText('[role=status]')).toContain('noted that you got your parcel');
    const { data } = await pages.shop.client.trackDelivery({ params: { jobNumber } });
    expect(data).toMatchObject({ status: 'delivered', delivery_verified: false });
    expect(data.timeline.at(-1)).toMatchObject({
      actor_type: 'system',
      note: 'The recipient confirmed receipt.',
    });
    await page.context().close();
  });

  test('cannot confirm before the courier is on the way', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('picked_up');
    const answer = await post(`${path}/receive`);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('once the courier is on the way to you'),
    ]);
    expect(await pages.statusOf(jobNumber)).toBe('picked_up');
  });

  test('corrects the place by a plus code or by coordinates', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('picked_up');
    const page = await visit(`${path}/place`);
    await page.fill('#lat', '8,4561');
    await page.fill('#lng', '-13.2699');
    await page.click('button:has-text("Send")');
    expect(await page.innerText('[role=status]')).toContain('The courier sees the new place');
    expect((await pages.shop.client.getDelivery({ params: { jobNumber } })).data).toMatchObject({
      delivery_lat: 8.4561,
      delivery_lng: -13.2699,
    });
    const { plus_code: plusCode } = (
      await pages.shop.client.saveAddress({
        body: { address: '27 Freetown Road', city: 'Lumley', lat: 8.4562, lng: -13.2698 },
      })
    ).data;
    await page.goto(`${pages.origin}${path}/place`);
    await page.fill('#plus_code', plusCode ?? '');
    await page.click('button:has-text("Send")');
    expect(await page.innerText('h1')).toBe('The courier has your parcel');
    expect((await pages.shop.client.getDelivery({ params: { jobNumber } })).data.delivery_plus_code).toBe(
      plusCode,
    );
    await page.context().close();
  });

  test.each([
    [{}, 400, 'Write a plus code, or latitude and longitude'],
    [{ lat: 'north', lng: '-13.2' }, 400, 'not a place we understand'],
    [{ plus_code: 'here' }, 400, 'not a place we understand'],
    [{ lat: '7.96', lng: '-11.74' }, 422, 'in another area'],
  ])(
    'is told what is wrong with the place %j, and what was written stays',
    async (form, status, sentence) => {
      const { path } = await pages.parcel();
      const answer = await post(`${path}/place`, form as Record<string, string>);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([status, expect.stringContaining(sentence)]);
      for (const value of Object.values(form)) expect(text).toContain(`value="${value}"`);
    },
  );

  test('chooses a time and leaves a note', async () => {
    const { path, job_number: jobNumber } = await pages.parcel();
    const page = await visit(`${path}/time`);
    await page.selectOption('#window', { index: 5 });
    await page.fill('#note', 'Ring at the blue gate');
    await page.click('button:has-text("Send")');
    const text = await page.innerText('main');
    expect(text).toContain('You asked for');
    expect(text).toContain('Ring at the blue gate');
    const { data } = await pages.shop.client.getDelivery({ params: { jobNumber } });
    expect(data).toMatchObject({
      recipient_note: 'Ring at the blue gate',
      delivery_window_start: expect.any(String),
      delivery_window_end: expect.any(String),
    });
    await page.context().close();
  });

  test('keeps the time that stands, whoever chose it, when only a note is written', async () => {
    const [start, end] = [10, 70].map((minutes) =>
      new Date(Date.now() + 86_400_000 + minutes * 60_000).toISOString(),
    );
    const window = { delivery_window_start: start, delivery_window_end: end };
    const { path, job_number: jobNumber } = await pages.parcel(null, window);
    const page = await visit(`${path}/time`);
    await page.fill('#note', 'Ring at the blue gate');
    await page.click('button:has-text("Send")');
    expect((await pages.shop.client.getDelivery({ params: { jobNumber } })).data).toMatchObject({
      recipient_note: 'Ring at the blue gate',
      ...window,
    });
    await page.context().close();
  });

  test('can write a note while the time that was chosen is on', async () => {
    const { path, job_number: jobNumber } = await pages.parcel();
    const [start, end] = [-90, 90].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    await pages.service.query(
      `UPDATE deliveries SET details = details || jsonb_build_object('delivery_window_start', $2::text, 'delivery_window_end', $3::text) WHERE job_number = $1`,
      [jobNumber, start, end],
    );
    const answer = await post(`${path}/time`, { window: `${start}/${end}`, note: 'Ring twice' });
    expect(answer.status).toBe(303);
  });

  test.each([
    ['in the past', '2020-01-01T08:00:00.000Z/2020-01-01T11:00:00.000Z', 422],
    ['that is none', 'tomorrow', 400],
  ])('cannot choose a time %s', async (_what, window, status) => {
    const { path } = await pages.parcel();
    expect((await post(`${path}/time`, { window })).status).toBe(status);
  });

  test('rates the delivery from one to five, once it is delivered', async () => {
    const { path, job_number: jobNumber } = await pages.parcel('in_transit');
    expect((await post(`${path}/rating`, { stars: '5' })).status).toBe(409);
    await pages.advance(jobNumber, 'delivered');
    expect((await post(`${path}/rating`, { stars: '6' })).status).toBe(400);
    const page = await visit(path);
    await page.check('input[value="4"]');
    await page.fill('#comment', 'Quick and friendly');
    await page.click('button:has-text("Send")');
    expect(await page.innerText('#rating')).toContain('4 of 5: Good');
    expect((await pages.shop.client.getDelivery({ params: { jobNumber } })).data.rating).toMatchObject({
      stars: 4,
      comment: 'Quick and friendly',
      by: 'recipient',
    });
    await page.context().close();
  });
});

test('a phone that knows where it is fills in the place', IN_A_BROWSER, async () => {
  const { path } = await pages.parcel();
  const { page, complaints } = await browser.look(`${pages.origin}${path}/place`);
  await page.context().grantPermissions(['geolocation'], { origin: pages.origin });
  await page.context().setGeolocation({ latitude: 8.456, longitude: -13.27 });
  await page.click('#locate');
  await page.getByText('Found. Send it').waitFor();
  expect([await page.inputValue('#lat'), await page.inputValue('#lng')]).toEqual(['8.456000', '-13.270000']);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('hostile text stays text, in every field that a page shows', IN_A_BROWSER, async () => {
  const hostile = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>'&amp;{{7*7}}`;
  const { path, job_number: jobNumber } = await pages.parcel('in_transit', {
    store_name: hostile,
    delivery_address: hostile,
    delivery_landmark: hostile,
  });
  await pages.service.query(
    `UPDATE drivers SET name = $1, plate = $1, vehicle_type = $1 WHERE id = (SELECT driver_id FROM deliveries WHERE job_number = $2)`,
    [hostile, jobNumber],
  );
  await pages.service.query(
    `UPDATE deliveries SET details = details || jsonb_build_object('recipient_note', $1::text) WHERE job_number = $2`,
    [hostile, jobNumber],
  );
  const { page, complaints } = await browser.look(pages.origin + path);
  expect(await page.evaluate(`document.querySelectorAll('main img, main script').length`)).toBe(0);
  expect(await page.title()).toContain('onerror');
  expect((await page.innerText('main')).split(hostile).length).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
  await page.context().close();
  const again = await (await post(`${path}/place`, { plus_code: hostile.slice(0, 40) })).text();
  expect(again).not.toContain('<img src=x');
  await pages.service.query(
    `UPDATE drivers SET name = 'Mohamed Kamara', plate = 'ABC 123', vehicle_type = 'motorbike'`,
  );
});

describe("a link that is not the recipient's own", IN_A_BROWSER, () => {
  test('shows where the parcel is, and neither its code nor anything to decide', async () => {
    const { path, job_number, delivery_code } = await pages.parcel('in_transit');
    const { data } = await pages.shop.client.trackDelivery({ params: { jobNumber: job_number } });
    const view = new URL(data.tracking_url).pathname;
    const text = await (await get(view)).text();
    expect(text).toContain(job_number);
    expect(text).toContain('The code stands in the message');
    for (const secret of [path, delivery_code, '<form', '/code', '/receive'])
      expect(text).not.toContain(secret);
    for (const at of ['code', 'receive', 'place', 'time'])
      expect([at, (await get(`${view}/${at}`)).status]).toEqual([at, 404]);
    for (const at of ['receive', 'place', 'time', 'rating'])
      expect([
        at,
        (await post(`${view}/${at}`, { stars: '5', plus_code: 'F9R4+27', window: '', note: '' })).status,
      ]).toEqual([at, 404]);
    expect(await pages.statusOf(job_number)).toBe('in_transit');
    expect((await get(`${path}/code`)).status).toBe(200);
  });
});

describe('a page is refused', IN_A_BROWSER, () => {
  test('to a link that nobody was given, like one that is not even well formed', async () => {
    const [unknown, malformed] = [await get('/t/AAAAAAAAAAAAAAAAAAAAAA'), await get('/t/nonsense')];
    const withoutId = (text: string): string => text.replaceAll(/req_\w+/g, '').replaceAll(/\/t\/\w+/g, '');
    expect([unknown.status, malformed.status]).toEqual([404, 404]);
    expect(withoutId(await unknown.text())).toBe(withoutId(await malformed.text()));
    expect(unknown.headers.get('x-robots-tag')).toBe('noindex');
  });

  test('thirty days after the end', async () => {
    const { path } = await pages.parcel('cancelled');
    expect((await get(path)).status).toBe(200);
    pages.service.advance(31 * 86_400_000);
    const answer = await get(path);
    pages.service.advance(-31 * 86_400_000);
    expect([answer.status, await answer.text()]).toEqual([
      410,
      expect.stringContaining('can no longer be followed'),
    ]);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site, by an older browser', { origin: 'https://evil.example' }, 403],
    ['the page itself', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
  ])('a form sent from %s', async (_where, headers, status) => {
    const { path } = await pages.parcel();
    expect(
      (await post(`${path}/time`, { window: '', note: '' }, headers as Record<string, string>)).status,
    ).toBe(status);
  });

  test('to a form that is too long, or no form', async () => {
    const { path } = await pages.parcel();
    expect((await post(`${path}/time`, { note: 'x'.repeat(70_000) })).status).toBe(413);
    expect(
      (
        await fetch(`${pages.origin}${path}/time`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(415);
  });

  test('after sixty looks in a minute', async () => {
    const { path } = await pages.parcel();
    const statuses: number[] = [];
    for (let look = 0; look < 61; look += 1) statuses.push((await get(path)).status);
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429]);
    expect(await (await get(path)).text()).toContain('Please wait a moment');
  });

  test('as a page to people and as an envelope to programs', async () => {
    expect(await (await get('/no-such-page')).text()).toContain('This page does not exist');
    expect(await (await fetch(`${pages.origin}/no-such-page`)).json()).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(await (await get('/v1/no-such-operation')).json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const wrongMethod = await fetch(`${pages.origin}/track`, {
      method: 'DELETE',
      headers: { accept: 'text/html' },
    });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('without a link to wherever a crafted path would lead', async () => {
    for (const path of ['//evil.example/x', '/%5Cevil.example']) {
      const text = await (await get(path)).text();
      expect([
        path,
        [...text.matchAll(/href="([^"]*)"/g)].filter(([, href = '']) => /^[/\\]{2}/.test(href)),
      ]).toEqual([path, []]);
    }
  });

  test('and HEAD is answered like GET, without the body', async () => {
    const { path } = await pages.parcel();
    for (const at of [path, `${path}/events`, '/', '/robots.txt']) {
      const answer = await fetch(pages.origin + at, { method: 'HEAD' });
      expect([at, answer.status, await answer.text()]).toEqual([at, 200, '']);
    }
  });
});
