import { createClient } from '@cottontree/client';
import { operations } from '@cottontree/contract';
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
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
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Events' });
  owner = await signedInMember(service, { merchantId: shop.id });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const VIP = { name: 'VIP', price: 250.5, quantity_available: 10 };

/** A published event with an order of two tickets, paid in cash. */
async function sold(name: string) {
  const { data: event } = await shop.client.createEvent({
    body: {
      name,
      venue: 'National Stadium',
      status: 'published',
      start_date: '2094-12-20T18:00:00Z',
      end_date: '2094-12-20T23:00:00Z',
      ticket_types: [VIP],
      scan_policy: { gates: ['North'] },
    },
  });
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: event.id },
    body: {
      items: [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 2 }],
      buyer: { name: 'Fatmata Koroma', phone: '+23278234567' },
      channel: 'door',
      payment: { method: 'cash' },
    },
  });
  return { event, order };
}

const open = (path: string, member = owner) => openDashboard(browser, { service, member, path });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test(
  'every page of an event can be read and used at every width and in both themes, and breaks no rule of its own',
  { ...IN_A_BROWSER, timeout: 300_000 },
  async () => {
    const { event, order } = await sold('Freetown Jazz');
    const params = { id: event.id };
    await shop.client.createPromoCode({ params, body: { code: 'EARLY10', type: 'percent', value: 10 } });
    await shop.client.createScannerDevice({ params, body: { name: 'Door 2', gate: 'North' } });
    await shop.client.createPool({
      params,
      body: { name: 'Stand', capacity: 8, ticket_type_ids: [] },
    });
    await shop.client.scanTicket({ params, body: { code: order.tickets[0]?.code ?? '', gate: 'North' } });
    const own = [
      '',
      '/orders',
      '/attendees',
      '/box-office',
      '/door',
      '/promo-codes',
      '/waiting-list',
      '/settings',
    ];
    const { page, complaints } = await open('/events');
    for (const path of [
      '/events',
      '/events/new',
      ...own.map((part) => `/events/${event.id}${part}`),
      `/events/orders/${order.id}`,
      `/events/tickets/${order.tickets[0]?.id ?? ''}`,
      '/events/evt_none',
    ]) {
      await page.goto(dashboardUrl(service, path));
      await page.locator('h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
      expect([path, await barriersOn(page)]).toEqual([path, {}]);
    }
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
    await page.context().close();
  },
);

test(
  'an event is made, published, sold at the box office, a ticket handed on and voided, and the event called off',
  IN_A_BROWSER,
  async () => {
    const { page, complaints } = await open('');
    await press(page, 'New');
    await page.getByRole('menuitem', { name: 'New event' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lumley Beach Party');
    await page.getByLabel('Venue').fill('Lumley Beach');
    await page.getByLabel('Begins').fill('2094-12-20T18:00');
    await page.getByLabel('Ends').fill('2094-12-20T17:00');
    await page.getByLabel('Name of the ticket').fill('Standard');
    await page.getByLabel('Price').fill('80');
    await page.getByLabel('How many').fill('100');
    await press(page, 'Make the draft');
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Venue').inputValue()).toBe('Lumley Beach');
    await page.getByLabel('Ends').fill('2094-12-20T23:00');
    await press(page, 'Make the draft');
    await page.getByRole('heading', { level: 1, name: 'Lumley Beach Party' }).waitFor();

    await press(page, 'Add a type');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the ticket').fill('VIP');
    await dialog.getByLabel('Price').fill('250.50');
    await dialog.getByLabel('How many').fill('20');
    await dialog.getByRole('button', { name: 'Add a type' }).click();
    await page.getByRole('group', { name: 'VIP' }).waitFor();

    await press(page, 'Publish');
    await dialog.getByText('2 ticket types go on sale at once').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.page-head').getByText('Published', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Box office' }).click();
    await press(page, 'Add: VIP');
    await press(page, 'Add: VIP');
    await page.getByLabel('Name').fill('Hawa Jalloh');
    await page.getByLabel('Phone').fill('076 204118');
    await press(page, 'Sell for NLe 501.00 in cash');
    await page.getByText(/Sold: order/).waitFor();
    const [event] = (await shop.client.listEvents({ query: { q: 'Lumley' } })).data;
    const id = event?.id ?? '';
    const orders = (await shop.client.listTicketOrders({ params: { id } })).data;
    expect(orders).toMatchObject([
      { status: 'paid', total: 501, channel: 'door', buyer: { name: 'Hawa Jalloh' } },
    ]);

    const [paper] = await Promise.all([page.waitForEvent('download'), press(page, 'Tickets as PDF')]);
    expect(paper.suggestedFilename()).toBe(`${orders[0]?.order_number}.pdf`);
    await page.getByRole('link', { name: 'Open the order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hawa Jalloh' }).waitFor();
    const menus = page.getByRole('button', { name: 'Acts for Hawa Jalloh' });
    await menus.first().click();
    await page.getByRole('menuitem', { name: 'Give it to somebody else' }).click();
    await dialog.getByLabel('Name of the new holder').fill('Mariama Sesay');
    await dialog.getByLabel('Phone').fill('076 123456');
    await dialog.getByRole('button', { name: 'Hand it over' }).click();
    await page.getByRole('link', { name: 'Mariama Sesay' }).waitFor();

    await menus.first().click();
    await page.getByRole('menuitem', { name: 'Void it' }).click();
    await dialog.getByText('No money goes back').waitFor();
    await dialog.getByRole('button', { name: 'Void it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const tickets = (await shop.client.listTickets({ params: { id } })).data;
    expect(tickets.map(({ status, holder }) => `${holder.name ?? ''} ${status}`).toSorted()).toEqual([
      'Hawa Jalloh void',
      'Mariama Sesay valid',
    ]);

    await page.goto(dashboardUrl(service, `/events/${id}`));
    await press(page, 'More acts');
    await page.getByRole('menuitem', { name: 'Cancel the event' }).click();
    await dialog.getByText('1 ticket stops being good at once').waitFor();
    await dialog.getByText('NLe 501.00 goes back').waitFor();
    const go = dialog.getByRole('button', { name: 'Cancel the event' });
    expect(await go.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Why, as buyers are to read it').fill('The storm.');
    await dialog.getByLabel('Write CANCEL to go on').fill('cancel');
    await go.click();
    // The dialog stands in the head too, and says beforehand that it will be cancelled.
    await page.locator('.page-head').getByText('Cancelled', { exact: true }).waitFor();
    expect((await shop.client.getEvent({ params: { id } })).data).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'The storm.',
    });
    await service.drain();
    await page.getByText('All of it went back.').waitFor();
    expect(await page.getByText('Nothing is sold yet').count()).toBe(0);
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
    await page.context().close();
  },
);

test(
  'whoever moves an event is told who does not know, and decides whether they are written to',
  IN_A_BROWSER,
  async () => {
    const { event } = await sold('Moved Night');
    const { page } = await open(`/events/${event.id}`);
    await page.getByLabel('Begins').fill('2094-12-20T19:00');
    await page.getByText(/2 tickets are sold and their holders do not know yet/).waitFor();
    await page.getByLabel('Price of VIP').fill('300');
    await page.getByText('2 changes not saved').waitFor();
    await press(page, 'Save and tell people…');
    await page.getByRole('dialog').getByRole('button', { name: 'Save without telling' }).click();
    await page.getByText('Ticket holders were not told of the new date or place.').waitFor();
    const { data: moved } = await shop.client.getEvent({ params: { id: event.id } });
    expect(moved).toMatchObject({
      start_date: '2094-12-20T19:00:00.000Z',
      attendees_to_notify: true,
      ticket_types: [{ price: 300 }],
    });
    await press(page, 'Tell them now');
    await page
      .getByText('Ticket holders were not told of the new date or place.')
      .waitFor({ state: 'detached' });
    expect((await shop.client.getEvent({ params: { id: event.id } })).data.attendees_to_notify).toBe(false);
    await page.context().close();
  },
);

test(
  'two people who change the same event: what somebody else wrote is not written over unseen',
  IN_A_BROWSER,
  async () => {
    const { event } = await sold('Two Hands');
    const { page } = await open(`/events/${event.id}`);
    await page.getByLabel('Address').fill('Syke Street');
    await shop.client.updateEvent({ params: { id: event.id }, body: { address: 'Brookfields' } });
    await press(page, 'Save and tell people…');
    await page.getByRole('dialog').getByRole('button', { name: 'Save without telling' }).click();
    await page.getByText(/Somebody else changed this/).waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('Syke Street');
    await press(page, 'Save mine over it');
    await expect
      .poll(async () => (await shop.client.getEvent({ params: { id: event.id } })).data.address)
      .toBe('Syke Street');
    await page.context().close();
  },
);

test('a phone is paired by the code that is shown once, and seen scanning', IN_A_BROWSER, async () => {
  const { event, order } = await sold('Door Night');
  const { page } = await open(`/events/${event.id}/door`);
  await page.locator('.page-acts').getByRole('button', { name: 'Pair a scanner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the phone or its door').fill('Door 2');
  await dialog.getByRole('button', { name: 'Get the code' }).click();
  await dialog.getByRole('img', { name: 'Pair a scanner' }).waitFor();
  const digits = ((await dialog.locator('output').textContent()) ?? '').replaceAll(/\D/g, '');
  const key = await service.key(shop.id, { kind: 'public', scopes: [] });
  const door = createClient({ baseUrl: service.baseUrl, apiKey: key });
  const { data: paired } = await door.pairScanner({ body: { pairing_code: digits } });
  expect(paired.device.name).toBe('Door 2');
  await dialog.getByText('Door 2 is paired and can scan.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Code on the ticket').fill(order.tickets[0]?.code ?? '');
  await page.getByRole('button', { name: 'Let in', exact: true }).click();
  await page.locator('.event-figures').getByText('of 2 tickets').waitFor();
  await expect.poll(() => page.locator('.event-figures dd').first().textContent()).toBe('1');
  await page.getByLabel('Code on the ticket').fill(order.tickets[0]?.code ?? '');
  await page.getByRole('button', { name: 'Let in', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await expect.poll(() => page.locator('.event-figures dd').nth(4).textContent()).toBe('1');
  await page.context().close();
});

test('whoever may only look is offered nothing that writes', IN_A_BROWSER, async () => {
  const { event } = await sold('Viewed Night');
  const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
  const { page } = await open(`/events/${event.id}`, viewer);
  await page.getByRole('heading', { level: 1, name: 'Viewed Night' }).waitFor();
  await settled(page);
  for (const name of ['More acts', 'Add a type', 'Make a pool', 'Pair a scanner'])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  await page.goto(dashboardUrl(service, `/events/${event.id}/box-office`));
  await page.getByText('Your role is viewer.').waitFor();
  await page.context().close();
});

test(
  'two people who change the same order: the second is told, and overwrites nothing',
  IN_A_BROWSER,
  async () => {
    const { event } = await sold('Shared Night');
    const { data: order } = await shop.client.createTicketOrder({
      params: { id: event.id },
      body: {
        items: [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 1 }],
        buyer: { name: 'Before', phone: '+23278234567' },
      },
    });
    const { page } = await open(`/events/orders/${order.id}`);
    await press(page, 'Change');
    const dialog = page.getByRole('dialog', { name: 'Change the order' });
    await dialog.getByLabel('Name').fill('Mine');
    await shop.client.updateTicketOrder({ params: { id: order.id }, body: { buyer: { name: 'Theirs' } } });
    // The page below asks again by itself.
    await page.getByText('Theirs').first().waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /changed/i })
      .first()
      .waitFor({ timeout: 15_000 });
    expect((await shop.client.getTicketOrder({ params: { id: order.id } })).data.buyer.name).toBe('Theirs');
    await page.context().close();
  },
);

test('events, orders and tickets that are found lead to their pages', IN_A_BROWSER, async () => {
  const { order } = await sold('Findable Night');
  const { page } = await open('');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(order.order_number);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Fatmata Koroma' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/test/events/orders/${order.id}`);
  await page.context().close();
});

/** What no page calls, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  syncScans: 'scanners send what they did without network',
  getScanManifest: 'scanners carry it to go on without network',
  getTicketQr: 'the page draws the code itself from what the ticket says',
};

test('everything that a merchant can do with events has its place on a page', IN_A_BROWSER, async () => {
  const dir = new URL('../../../web/dashboard/events/', import.meta.url);
  const files = (await readdir(dir)).filter((name) => /\.tsx?$/.test(name));
  const text = (await Promise.all(files.map((name) => readFile(new URL(name, dir), 'utf8')))).join('\n');
  const fetched: Readonly<Record<string, string>> = {
    getTicketPdf: "save('pdf'",
    getTicketCalendar: "save('ics'",
    getOrderTicketsPdf: 'tickets.pdf',
  };
  const own = Object.values(operations).filter(({ tag }) => TAGS.has(tag));
  const missing = own
    .filter((operation) => !('publicKey' in operation && operation.publicKey))
    .map(({ id }) => id)
    .filter((id) => !new RegExp(`\\bclient\\.${id}\\b`).test(text))
    .filter((id) => !text.includes(fetched[id] ?? '\0'));
  expect(own.length).toBeGreaterThan(50);
  expect(missing.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

const TAGS: ReadonlySet<string> = new Set([
  'Events',
  'Tickets',
  'Ticket orders',
  'Promo codes',
  'Waiting list',
  'Scanning',
]);

test(
  'what is typed of an event stays while ticket types are added and moved, each at its own type, and is saved',
  IN_A_BROWSER,
  async () => {
    const { event } = await sold('Typed at length');
    const params = { id: event.id };
    const now = async () => (await shop.client.getEvent({ params })).data;
    const { page } = await open(`/events/${event.id}`);
    await settled(page);
    await page.locator('[name=venue]').fill('Siaka Stevens Stadium');
    await page.getByLabel('Price of VIP').fill('300');
    await press(page, 'Add a type');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=name]').fill('Regular');
    await dialog.locator('[name=price]').fill('50');
    await dialog.locator('[name=quantity_available]').fill('100');
    await dialog.getByRole('button', { name: 'Add a type' }).click();
    await page.getByLabel('Price of Regular').waitFor();
    expect(await page.locator('[name=venue]').inputValue()).toBe('Siaka Stevens Stadium');
    await press(page, /VIP/);
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect
      .poll(async () => (await now()).ticket_types.map(({ name }) => name))
      .toEqual(['Regular', 'VIP']);
    await expect.poll(() => page.getByLabel('Price of Regular').inputValue()).toMatch(/^50/);
    expect(await page.getByLabel('Price of VIP').inputValue()).toBe('300.00');
    await press(page, /^Save/);
    await press(page, 'Save without telling');
    await expect.poll(now).toMatchObject({
      venue: 'Siaka Stevens Stadium',
      ticket_types: [
        { name: 'Regular', price: 50 },
        { name: 'VIP', price: 300 },
      ],
    });
    await page.context().close();
  },
);
