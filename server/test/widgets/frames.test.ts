import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDoors } from '../kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { openShopSite, strictPolicy, type ShopSite } from '../kit/shop-site.ts';
import { furnishShop, openTillDrawer, signInAtTill, TILL_PIN } from '../kit/till-app.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let site: ShopSite;
let server: string;
let key: string;
beforeAll(async () => {
  [service, browser, site] = await Promise.all([
    startService(),
    openBrowser({ whole: true }),
    openShopSite('127.0.0.1'),
  ]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  await furnishShop(shop);
  server = new URL(service.baseUrl).origin;
  key = await service.key(shop.id, { kind: 'public', origins: [site.origin] });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A page of the shop under the strictest policy, and what it was told. */
async function open(path: string, element: string, at = site): Promise<Page> {
  at.put(path, {
    policy: strictPolicy(server),
    html: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main><h1>Shop</h1>${element}</main><script src="${server}/widgets/v1/widgets.js" async></script></body></html>`,
  });
  const { page } = await browser.look(`${at.origin}${path}`, { width: 'desktop' });
  await page.evaluate(
    `window.told = []; for (const name of ['sale-complete', 'scan-success', 'link-created', 'invoice-created', 'invoice-sent', 'scan-error', 'error']) document.addEventListener(name, (event) => told.push([name, event.detail]), true)`,
  );
  return page;
}
const told = async (page: Page) => (await page.evaluate('told')) as readonly (readonly [string, object])[];

/** The frame of a path, once it is there. */
async function frameOf(page: Page, path: string): Promise<Frame> {
  const found = (): Frame | undefined => page.frames().find((one) => new URL(one.url()).pathname === path);
  await expect.poll(() => found() !== undefined).toBe(true);
  const frame = found();
  if (!frame) throw new Error(`There is no frame of ${path}.`);
  return frame;
}

async function pairingCode(name: string): Promise<string> {
  const { data: terminal } = await shop.client.createTerminal({ body: { name } });
  return (await shop.client.pairTerminal({ params: { id: terminal.id } })).data.pairing_code;
}

test(
  'the till sells in a page of the shop, which hears of the sale, and shows what that page wants',
  IN_A_BROWSER,
  async () => {
    const page = await open(
      '/till',
      `<ms-pos-terminal api-key="${key}" merchant-id="${shop.id}" theme="dark" show-search="false" allow-qr="false"></ms-pos-terminal>`,
    );
    const frame = await frameOf(page, '/pos');
    await page.evaluate(`document.querySelector('ms-pos-terminal').style.height = '720px'`);
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(720);
    await frame.getByLabel('Pairing code').fill(await pairingCode('Framed'));
    await frame.getByRole('button', { name: 'Pair', exact: true }).click();
    const inside = { page: Object.assign(Object.create(frame) as Page, { keyboard: page.keyboard }) };
    await signInAtTill(inside);
    await openTillDrawer(inside, '500');
    await frame.getByRole('button', { name: /^Rice 25 kg/ }).click();
    expect(await frame.getByRole('searchbox').count()).toBe(0);
    expect(await frame.getByRole('button', { name: /^QR/ }).count()).toBe(0);
    await frame.getByRole('button', { name: /^Cash/ }).click();
    await frame.getByRole('button', { name: 'Sold', exact: true }).click();
    await expect
      .poll(() => told(page))
      .toEqual([
        [
          'sale-complete',
          expect.objectContaining({
            receiptNumber: expect.stringMatching(/-000001$/),
            total: 385,
            currency: 'SLE',
            paymentMethod: 'cash',
            livemode: false,
          }),
        ],
      ]);
    // What no frame may do is done in another way.
    await frame.getByText('All sent').first().waitFor();
    await frame.evaluate(
      `navigator.share = () => Promise.reject(new DOMException('Not in a frame.', 'NotAllowedError')); 0`,
    );
    await frame.getByRole('button', { name: 'Share' }).click();
    await frame.getByText('Copied').first().waitFor();
    await page.context().close();
  },
);

const TILL = `<ms-pos-terminal api-key="KEY" merchant-id="SHOP" session-token="TOKEN"></ms-pos-terminal>`;

test(
  'a till opens in a page of the shop by the session that its own server began, without a code or a PIN, and opens again',
  IN_A_BROWSER,
  async () => {
    const { data: terminal } = await shop.client.createTerminal({ body: { name: 'By session' } });
    const [cashier] = (await shop.client.listStaff({})).data;
    const begin = async () =>
      (
        await shop.client.createWidgetSession({
          body: { terminal_id: terminal.id, staff_id: cashier?.id ?? '' },
        })
      ).data;
    const element = async () =>
      TILL.replace('KEY', key)
        .replace('SHOP', shop.id)
        .replace('TOKEN', (await begin()).token);
    const page = await open('/till-by-session', await element());
    const frame = await frameOf(page, '/pos');
    await openTillDrawer(
      { page: Object.assign(Object.create(frame) as Page, { keyboard: page.keyboard }) },
      '500',
    );
    await frame.getByRole('button', { name: /^Rice 25 kg/ }).click();
    await frame.getByRole('button', { name: /^Cash/ }).click();
    await frame.getByRole('button', { name: 'Sold', exact: true }).click();
    await expect.poll(async () => (await told(page)).map(([name]) => name)).toEqual(['sale-complete']);
    await expect
      .poll(async () => (await shop.client.listSales({ query: { terminal_id: terminal.id } })).data)
      .toEqual([expect.objectContaining({ total: 385, staff_id: cashier?.id })]);

    await page.reload();
    await (await frameOf(page, '/pos')).getByRole('button', { name: /^Rice 25 kg/ }).waitFor();
    const { data: paired } = await shop.client.getTerminalPairing({ params: { id: terminal.id } });
    await page.evaluate(
      `document.querySelector('ms-pos-terminal').sessionToken = ${JSON.stringify((await begin()).token)}`,
    );
    await (await frameOf(page, '/pos')).getByRole('button', { name: /^Rice 25 kg/ }).waitFor();
    expect((await shop.client.getTerminalPairing({ params: { id: terminal.id } })).data).toEqual(paired);
    await page.context().close();
  },
);

test(
  'a page of another site, where this browser keeps nothing, hears why no till opens there, and not that it is ready',
  IN_A_BROWSER,
  async () => {
    await using at = await openShopSite('localhost');
    const anywhere = await service.key(shop.id, { kind: 'public' });
    const page = await open('/till-unkept', '<p>No till yet</p>', at);
    await page.evaluate(
      `document.addEventListener('ready', () => told.push(['ready']), true); document.querySelector('main').append(Object.assign(document.createElement('ms-pos-terminal'), { apiKey: '${anywhere}', merchantId: '${shop.id}' }))`,
    );
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: 'Open the till in its own window' })
      .waitFor();
    await expect
      .poll(() => told(page))
      .toEqual([['error', expect.objectContaining({ code: 'STORAGE_BLOCKED' })]]);
    await page.context().close();
  },
);

test('a session for no till is told to the page, and the till asks for its code', IN_A_BROWSER, async () => {
  const { token } = (await shop.client.createWidgetSession({ body: {} })).data;
  const page = await open(
    '/till-of-none',
    TILL.replace('KEY', key).replace('SHOP', shop.id).replace('TOKEN', token),
  );
  const frame = await frameOf(page, '/pos');
  await frame.getByLabel('Pairing code').waitFor();
  await frame.getByText('This session was begun for no till').waitFor();
  expect(await told(page)).toEqual([['error', expect.objectContaining({ code: 'TERMINAL_NOT_PAIRED' })]]);
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test(
  'a session that does not hold is told to the page, which hears that a widget is ready once it has one that does',
  IN_A_BROWSER,
  async () => {
    const doors = await openDoors(service, shop, { name: 'Jazz of no session' });
    const { data: terminal } = await shop.client.createTerminal({ body: { name: 'Of no session' } });
    const widgets = {
      'ms-pos-terminal': { widget: 'pos_terminal', terminal_id: terminal.id },
      'ms-ticket-scanner': { widget: 'ticket_scanner' },
      'ms-invoice-creator': { widget: 'invoice_creator' },
      'ms-payment-link-creator': { widget: 'payment_link_creator' },
    } as const;
    const tags = Object.keys(widgets) as readonly (keyof typeof widgets)[];
    const tagsOf = (more: string) =>
      tags.map(
        (tag) => `<${tag} api-key="${key}" merchant-id="${shop.id}" event-id="${doors.id}" ${more}></${tag}>`,
      );
    site.put('/nothing-yet', { html: '<!doctype html><title>Shop</title>' });
    const { page } = await browser.look(`${site.origin}/nothing-yet`, { width: 'desktop' });
    await page.addInitScript(
      `window.heard = []; for (const name of ['ready', 'error']) document.addEventListener(name, (event) => heard.push(event.target.localName + ' ' + name + ' ' + (event.detail?.code ?? '')), true)`,
    );
    const heard = async () => ((await page.evaluate('heard')) as readonly string[]).toSorted();
    const all = (said: string) => tags.map((tag) => `${tag} ${said}`).toSorted();
    site.put('/no-session', {
      policy: strictPolicy(server),
      html: `<!doctype html><html lang="en"><head><title>Shop</title></head><body>${tagsOf('session-token="wst_test_nobody"').join('')}<script src="${server}/widgets/v1/widgets.js" async></script></body></html>`,
    });
    await page.goto(`${site.origin}/no-session`);
    await expect.poll(heard).toEqual(all('error UNAUTHORIZED'));
    for (const tag of tags) {
      const inside = page.frameLocator(`${tag} iframe`);
      await inside.getByText('Your session had ended').waitFor();
      await inside.getByLabel('Pairing code').waitFor();
      expect(await page.locator(tag).getByText('Opening').count()).toBe(0);
    }
    // Begun for the other of the two, it is no session of this one.
    const give = (tag: string, token: string) =>
      page.evaluate(`document.querySelector('${tag}').sessionToken = ${JSON.stringify(token)}`);
    const { data: ofLinks } = await shop.client.createWidgetSession({
      body: { widget: 'payment_link_creator' },
    });
    await give('ms-invoice-creator', ofLinks.token);
    await page
      .frameLocator('ms-invoice-creator iframe')
      .getByText('This session was begun for payment_link_creator')
      .waitFor();
    await page.evaluate('heard.length = 0');
    for (const tag of tags)
      await give(tag, (await shop.client.createWidgetSession({ body: widgets[tag] })).data.token);
    await expect.poll(heard).toEqual(all('ready '));
    for (const tag of tags) {
      const inside = page.frameLocator(`${tag} iframe`);
      await inside.getByLabel('Pairing code').waitFor({ state: 'detached' });
      expect(await inside.getByText('Your session had ended').count()).toBe(0);
    }
    await page.context().close();
  },
);

test.each(['ms-pos-terminal', 'ms-ticket-scanner'])(
  '%s that is opened again by a session that has ended meanwhile says so, and is not ready',
  IN_A_BROWSER,
  async (tag) => {
    const doors = await openDoors(service, shop, { name: `Jazz again for ${tag}` });
    const { data: terminal } = await shop.client.createTerminal({ body: { name: 'Opened again' } });
    const [cashier] = (await shop.client.listStaff({})).data;
    const { data: session } = await shop.client.createWidgetSession({
      body:
        tag === 'ms-pos-terminal'
          ? { terminal_id: terminal.id, staff_id: cashier?.id ?? '' }
          : { widget: 'ticket_scanner' },
    });
    site.put('/nothing-yet', { html: '<!doctype html><title>Shop</title>' });
    const { page } = await browser.look(`${site.origin}/nothing-yet`, { width: 'desktop' });
    await page.addInitScript(
      `window.heard = []; for (const name of ['ready', 'error']) document.addEventListener(name, (event) => heard.push([name, event.detail?.code ?? '']), true)`,
    );
    site.put('/again', {
      policy: strictPolicy(server),
      html: `<!doctype html><html lang="en"><head><title>Shop</title></head><body><${tag} api-key="${key}" merchant-id="${shop.id}" event-id="${doors.id}" session-token="${session.token}"></${tag}><script src="${server}/widgets/v1/widgets.js" async></script></body></html>`,
    });
    await page.goto(`${site.origin}/again`);
    await expect.poll(() => page.evaluate('heard')).toEqual([['ready', '']]);
    await page.reload();
    await expect.poll(() => page.evaluate('heard')).toEqual([['ready', '']]);
    await shop.client.endWidgetSession({ params: { id: session.id } });
    service.advance(6_000);
    await page.reload();
    await expect.poll(() => page.evaluate('heard')).toEqual([['error', 'UNAUTHORIZED']]);
    await page.context().close();
  },
);

test('with a demo key somebody chooses who they are and sells, without a PIN', IN_A_BROWSER, async () => {
  const demo = (await shop.client.createKey({ body: { kind: 'public', demo: true, origins: [site.origin] } }))
    .data.key;
  const page = await open(
    '/till-demo',
    `<ms-pos-terminal api-key="${demo}" merchant-id="${shop.id}"></ms-pos-terminal>`,
  );
  const frame = await frameOf(page, '/pos');
  await frame.getByLabel('Pairing code').fill(await pairingCode('Demo'));
  await frame.getByRole('button', { name: 'Pair', exact: true }).click();
  await frame.getByRole('button', { name: 'Hawa Jalloh' }).click();
  await frame.getByRole('button', { name: /^Rice 25 kg/ }).waitFor();
  expect(await frame.getByRole('group', { name: 'PIN' }).count()).toBe(0);
  await page.context().close();
});

test(
  'a link is made in a page of the shop by the session that its own server began',
  IN_A_BROWSER,
  async () => {
    const { data: session } = await shop.client.createWidgetSession({
      body: { widget: 'payment_link_creator' },
    });
    const page = await open(
      '/link',
      `<ms-payment-link-creator api-key="${key}" merchant-id="${shop.id}" session-token="${session.token}" default-expiry-hours="24" payment-channel="qr"></ms-payment-link-creator>`,
    );
    const frame = await frameOf(page, '/embed/link');
    await frame.getByLabel('What is paid for').fill('School fees');
    await frame.getByLabel('Amount').fill('350');
    expect(await frame.getByLabel('Ends after hours').inputValue()).toBe('24');
    // As the system wishes, like what is in it: so the ground of the page shines through where the frame has none.
    const scheme = await page.evaluate(
      `getComputedStyle(document.querySelector('ms-payment-link-creator').shadowRoot.querySelector('iframe')).colorScheme`,
    );
    expect(scheme).toBe('light dark');
    expect(await findBarriers(page)).toEqual([]);
    await frame.getByRole('button', { name: 'Make the link' }).click();
    await frame.getByRole('img', { name: 'QR code of the link School fees' }).waitFor();
    const [link] = (await shop.client.listPaymentLinks({})).data;
    expect(link).toMatchObject({ title: 'School fees', amount: 350, channels: ['qr'] });
    await expect
      .poll(() => told(page))
      .toEqual([['link-created', expect.objectContaining({ id: link?.id, url: link?.url, amount: 350 })]]);
    await page.context().close();
  },
);

test(
  'an invoice is written and sent by somebody who pairs the device and types a PIN',
  IN_A_BROWSER,
  async () => {
    const page = await open(
      '/invoice',
      `<ms-invoice-creator api-key="${key}" merchant-id="${shop.id}" tax-rate="15" default-due-days="7" company-info='{"name":"Aminata Stores","email":"shop@example.sl"}'></ms-invoice-creator>`,
    );
    const frame = await frameOf(page, '/embed/invoice');
    await frame.getByLabel('Pairing code').fill(await pairingCode('Office'));
    await frame.getByRole('button', { name: 'Bind this device' }).click();
    await enterByPin(frame);
    await frame.getByLabel('Name').fill('Fatmata Koroma');
    await frame.getByLabel('Phone').fill('076 555010');
    await frame.getByLabel('What').fill('Posters, A2');
    await frame.getByLabel('Quantity').fill('20');
    await frame.getByLabel('Price of one').fill('15');
    await frame.getByText('NLe 345.00').waitFor();
    await frame.getByText('shop@example.sl').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // Her session ends before she sends it: what she wrote waits behind her PIN.
    const [session] = (await shop.client.listWidgetSessions({})).data;
    await shop.client.endWidgetSession({ params: { id: session?.id ?? '' } });
    service.advance(6_000);
    await frame.getByRole('button', { name: 'Send it' }).click();
    await frame.getByText(/^Your session has ended/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await enterByPin(frame);
    expect(await frame.getByLabel('Name').inputValue()).toBe('Fatmata Koroma');
    await frame.getByText('NLe 345.00').waitFor();
    expect(await frame.getByRole('alert').filter({ visible: true }).allInnerTexts()).toEqual([]);
    await frame.getByRole('button', { name: 'Send it' }).click();
    await frame.getByRole('heading', { name: /^Invoice .+ is open/ }).waitFor();
    const [invoice] = (await shop.client.listInvoices({})).data;
    expect(invoice).toMatchObject({ total: 345, status: 'open' });
    const names = async (): Promise<readonly string[]> => (await told(page)).map(([name]) => name);
    await expect.poll(names).toEqual(['error', 'invoice-created', 'invoice-sent']);
    await page.context().close();
  },
);

async function enterByPin(frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: 'Hawa Jalloh' }).click();
  await frame.getByRole('group', { name: 'PIN' }).waitFor();
  for (const digit of TILL_PIN) await frame.getByRole('button', { name: digit, exact: true }).click();
  await frame.getByRole('button', { name: 'OK', exact: true }).click();
}

test(
  'a ticket is admitted by the session that the shop’s own server began, without pairing a phone',
  IN_A_BROWSER,
  async () => {
    const doors = await openDoors(service, shop, { name: 'Jazz by session' });
    const [ticket, later] = await doors.buy(2, { name: 'Isatu Kanu' });
    const beginOf = async (widget: 'ticket_scanner' | 'pos_terminal') =>
      (await shop.client.createWidgetSession({ body: { widget } })).data;
    const begin = async (widget: 'ticket_scanner' | 'pos_terminal') => (await beginOf(widget)).token;
    const first = await beginOf('ticket_scanner');
    const page = await open(
      '/door-by-session',
      `<ms-ticket-scanner api-key="${key}" event-id="${doors.id}" session-token="${first.token}"></ms-ticket-scanner>`,
    );
    const inside = page.frameLocator('iframe');
    const admit = async (code = ''): Promise<void> => {
      await inside.getByRole('button', { name: 'Type code' }).click();
      await inside.getByLabel('Ten letters and digits').fill(code);
      await inside.getByRole('button', { name: 'Check the ticket' }).click();
    };
    await inside.getByText(/tickets? (?:are )?on this phone, as of/).waitFor();
    await admit(ticket?.code);
    await expect.poll(async () => (await told(page)).map(([name]) => name)).toEqual(['scan-success']);
    // The session ends, and the shop's own server begins another: the door goes on without being opened anew.
    await shop.client.endWidgetSession({ params: { id: first.id } });
    service.advance(4_000);
    await inside.getByText('This phone may not scan any more').first().waitFor();
    await page.evaluate(
      `document.querySelector('ms-ticket-scanner').sessionToken = ${JSON.stringify(await begin('ticket_scanner'))}`,
    );
    await inside.getByText('This phone may not scan any more').first().waitFor({ state: 'detached' });
    await admit(later?.code);
    await expect
      .poll(async () => (await told(page)).map(([name]) => name))
      .toEqual(['scan-success', 'scan-success']);
    expect((await shop.client.listScans({ params: { id: doors.id } })).data).toMatchObject([
      { result: 'admitted' },
      { result: 'admitted' },
    ]);
    await page.reload();
    await inside.getByText(/tickets? (?:are )?on this phone, as of/).waitFor();
    await page.evaluate(
      `document.querySelector('ms-ticket-scanner').sessionToken = ${JSON.stringify(await begin('pos_terminal'))}`,
    );
    await inside.getByText('This session was begun for pos_terminal').waitFor();
    await page.context().close();
  },
);

test.each([
  { where: 'a page that shares a site with the server', host: '127.0.0.1' },
  { where: 'a page of another site, where this browser keeps nothing', host: 'localhost' },
] as const)('a ticket is admitted in $where, which hears of it', IN_A_BROWSER, async ({ host }) => {
  const doors = await openDoors(service, shop, { name: `Jazz for ${host}` });
  const [ticket] = await doors.buy(1, { name: 'Isatu Kanu' });
  await using at = await openShopSite(host);
  const anywhere = await service.key(shop.id, { kind: 'public' });
  const page = await open(
    '/door',
    `<ms-ticket-scanner api-key="${anywhere}" event-id="${doors.id}"></ms-ticket-scanner>`,
    at,
  );
  const { data: device } = await shop.client.createScannerDevice({
    params: { id: doors.id },
    body: { name: host },
  });
  const inside = page.frameLocator('iframe');
  await inside.getByLabel('Pairing code').waitFor();
  await page.evaluate(
    `window.ready = 0; document.querySelector('ms-ticket-scanner').onReady = () => (ready += 1)`,
  );
  await inside.getByLabel('Pairing code').fill(device.pairing_code);
  await inside.getByRole('button', { name: 'Pair', exact: true }).click();
  await inside.getByText(/tickets? (?:are )?on this phone, as of/).waitFor();
  const forgets = 'In this page the browser keeps nothing';
  expect(await inside.getByText(forgets).count()).toBe(host === 'localhost' ? 1 : 0);
  expect(await findBarriers(page)).toEqual([]);
  await inside.getByRole('button', { name: 'Type code' }).click();
  await inside.getByLabel('Ten letters and digits').fill(ticket?.code ?? '');
  await inside.getByRole('button', { name: 'Check the ticket' }).click();
  await expect
    .poll(() => told(page))
    .toEqual([
      [
        'scan-success',
        expect.objectContaining({ ticketTypeName: 'Standard', holderName: 'Isatu Kanu', persons: 1 }),
      ],
    ]);
  const { data: scans } = await shop.client.listScans({ params: { id: doors.id } });
  expect(scans).toMatchObject([{ result: 'admitted' }]);
  // The screen stays on while it waits for tickets.
  const may = await page.frames()[1]?.evaluate(`document.featurePolicy.allowsFeature('screen-wake-lock')`);
  expect(may).toBe(true);
  // The door begins anew once it is paired, and the page is not told of that.
  expect(await page.evaluate('ready')).toBe(0);
  await page.context().close();
});
