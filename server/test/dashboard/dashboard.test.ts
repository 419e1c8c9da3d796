import { afterAll, beforeAll, expect, test } from 'vitest';
import { countActs, expectActs } from '../kit/acts.ts';
import { findBarriers, IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import {
  barriersOn,
  dashboardUrl,
  firstLoadBytes,
  openDashboard,
  pieceBytes,
  settled,
} from '../kit/dashboard.ts';
import { collectCash } from '../kit/cash.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { shelve } from '../kit/stock.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let owner: TestMember;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  owner = await signedInMember(service, { merchantId: shop.id });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test(
  'whoever opens a page is asked to sign in, told what is wrong, and then shown that very page',
  IN_A_BROWSER,
  async () => {
    const { page, complaints } = await browser.look(dashboardUrl(service, '/payments/links'), {
      width: 'desktop',
    });
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/password/);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(owner.email);
    expect(await barriersOn(page)).toEqual({});
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment links' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('test mode is said above the sheet it is about, and not above the side', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner });
  const at = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0 };
  await page.locator('.test-band .icon').waitFor();
  expect((await at('.test-band')).x).toBe((await at('main')).x);
  expect([(await at('.side')).y, (await at('.test-band')).y]).toEqual([0, 0]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await at('.test-band')).x).toBe(0);
  await page.context().close();
});

test(
  'who changes between live and test stays on the page, or comes to the list of a thing that the other mode has not; on a phone too',
  IN_A_BROWSER,
  async () => {
    const { data: link } = await shop.client.createPaymentLink({ body: { title: 'Fees', amount: 5 } });
    const { page } = await openDashboard(browser, {
      service,
      member: owner,
      path: `/payments/links/${link.id}`,
    });
    await page.getByRole('link', { name: 'Back to live' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment links' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/payments/links');
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await page.waitForURL('**/dashboard/test/payments/links');
    const { data: ticket } = await shop.client.createEvent({
      body: { name: 'Jazz', start_date: '2030-01-01', end_date: '2030-01-02' },
    });
    await page.goto(dashboardUrl(service, `/events/${ticket.id}/settings`));
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.waitForURL('**/dashboard/events');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await page.waitForURL('**/dashboard/test/events');
    await page.getByRole('link', { name: 'Test', exact: true }).waitFor({ state: 'hidden' });
    await page.context().close();
  },
);

test.each(['', '/payments', '/deliveries/new', '/nothing-here'])(
  'the page at %j can be read and used at every width and in both themes, and breaks no rule of its own',
  IN_A_BROWSER,
  async (path) => {
    const { page, complaints } = await openDashboard(browser, { service, member: owner, path });
    await settled(page);
    expect(await page.locator('h1').count()).toBeLessThanOrEqual(1);
    expect(await barriersOn(page)).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test(
  'a delivery with missing and wrong fields is led to them, and goes once they are mended; nothing typed is lost',
  IN_A_BROWSER,
  async () => {
    const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries/new' });
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const saidAt = (name: string) => page.locator('.field', { has: field(name) }).getByRole('alert');
    await field('recipient_name').fill('Hawa Jalloh');
    await page.getByRole('button', { name: 'Send it' }).click();
    await saidAt('delivery_city').getByText('Fill this in.').waitFor();
    await field('pickup_city').fill('Freetown');
    await field('delivery_city').fill('Lumley');
    await field('delivery_address').fill('27 Freetown Road');
    await field('weight_kg').fill('-3');
    await saidAt('weight_kg')
      .getByText(/more than 0/)
      .waitFor();
    await field('weight_kg').fill('3');
    await page.getByRole('button', { name: /^Send it for/ }).click();
    await page.getByRole('heading', { level: 1, name: /^SHP-/ }).waitFor();
    const [made] = (await shop.client.listDeliveries({})).data;
    expect(made).toMatchObject({ recipient_name: 'Hawa Jalloh', delivery_city: 'Lumley' });
    await page.context().close();
  },
);

test(
  'who has not said where a parcel is fetched is told so in words, and led there',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'First Parcel Stores' });
    const member = await signedInMember(service, { merchantId: other.id });
    const { page } = await openDashboard(browser, { service, member, path: '/deliveries/new' });
    const field = (name: string) => page.locator(`[name="${name}"]`);
    await field('delivery_city').fill('Lumley');
    await field('delivery_address').fill('27 Freetown Road');
    await page.getByText('Say where it is fetched too.').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/pickup_city|is_default/);
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('pickup_city');
    await field('pickup_city').fill('Freetown');
    await page.getByRole('button', { name: /^Send it for/ }).click();
    await page.getByRole('heading', { level: 1, name: /^SHP-/ }).waitFor();
    await page.context().close();
  },
);

test(
  'a town that is not known is asked about before it costs the fee of everywhere else, and one touch takes the one that was meant',
  IN_A_BROWSER,
  async () => {
    const { page } = await openDashboard(browser, { service, member: owner, path: '/deliveries/new' });
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const send = page.getByRole('button', { name: /^Send it for/ });
    const feeOf = async (): Promise<number> => Number((await send.innerText()).replaceAll(/[^\d.]/g, ''));
    await field('recipient_name').fill('Hawa Jalloh');
    await field('pickup_city').fill('Freetown');
    await field('delivery_city').fill('Lumly');
    await field('delivery_address').fill('27 Freetown Road');
    await page.getByText('Did you mean').first().waitFor();
    await send.waitFor();
    const elsewhere = await feeOf();
    await page.getByRole('button', { name: 'Lumley', exact: true }).click();
    await page.getByText('Did you mean').first().waitFor({ state: 'detached' });
    expect(await field('delivery_city').inputValue()).toBe('Lumley');
    await expect.poll(feeOf).toBeLessThan(elsewhere / 5);
    await page.context().close();
  },
);

test(
  'a payment link is made in a few acts, and its payment is seen and sent back',
  IN_A_BROWSER,
  async () => {
    const { page } = await openDashboard(browser, { service, member: owner, path: '/payments/links/new' });
    await page.getByLabel('What is paid for').fill('Gara cloth, 2 yards');
    await page.getByLabel('Amount').fill('150.505');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/decimals/);
    await page.getByLabel('Amount').fill('150.50');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gara cloth, 2 yards' }).waitFor();
    const payPage = page.getByRole('link', { name: 'Page for the payer' });
    const { data: links } = await shop.client.listPaymentLinks({});
    expect(links[0]).toMatchObject({ title: 'Gara cloth, 2 yards', amount: 150.5, status: 'active' });
    expect(await payPage.getAttribute('href')).toBe(links[0]?.url);

    const { data: payment } = await shop.client.createPayment({
      body: {
        amount: 150.5,
        channel: 'mobile_money',
        customer: { name: 'Hawa Jalloh', phone: '+23276204118' },
      },
    });
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded' } });
    await page.goto(dashboardUrl(service, `/payments/${payment.id}`));
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How much goes back').fill('200');
    // What is more than is left is no sum to promise.
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect.poll(() => dialog.getByRole('alert').first().textContent()).toMatch(/150\.50/);
    await dialog.getByLabel('How much goes back').fill('');
    await dialog.getByRole('button', { name: 'Refund NLe 150.50' }).waitFor();
    await dialog.getByLabel('How much goes back').fill('50.50');
    await dialog.getByRole('button', { name: 'Refund NLe 50.50' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data: refunds } = await shop.client.listPaymentRefunds({ params: { id: payment.id } });
    expect(refunds.map(({ amount }) => amount)).toEqual([50.5]);
    await page.context().close();
  },
);

test(
  'somebody who is invited joins by the link, and is told when it works no more',
  IN_A_BROWSER,
  async () => {
    const { data: invitation } = await shop.client.createInvitation({
      body: { email: 'mariama@example.sl', role: 'staff' },
    });
    const { page, complaints } = await browser.look(invitation.link, { width: 'phone' });
    await page.getByRole('heading', { name: 'Join Aminata Stores' }).waitFor();
    expect(await barriersOn(page)).toEqual({});
    await page.getByLabel('Your name').fill('Mariama Sillah');
    await page.getByLabel('Choose a password').fill('three ferries to Lungi');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.locator('.shell').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
    const { page: late } = await browser.look(invitation.link);
    await late.getByRole('heading', { name: 'This link works no more' }).waitFor();
    await late.context().close();
  },
);

test('a payment is found from any page by its payer, with the keyboard alone', IN_A_BROWSER, async () => {
  const { data: payment } = await shop.client.createPayment({
    body: {
      amount: 75,
      channel: 'mobile_money',
      customer: { name: 'Kadiatu Kargbo', phone: '+23276555321' },
    },
  });
  const { page } = await openDashboard(browser, { service, member: owner, path: '/payments/links' });
  await settled(page);
  const person = countActs(page);
  await person.press('Control+k', page.getByRole('combobox'));
  await person.write('076 555321', page.getByRole('option', { name: /Kadiatu Kargbo/ }));
  expect(await findBarriers(page)).toEqual([]);
  await person.press('Enter');
  await page.waitForURL(`**/payments/${payment.id}`);
  expectActs(person, 'a payment found by its payer', 3);
  await page.context().close();
});

test(
  'a session that ends in the middle of a form is begun anew over it, and nothing typed is lost',
  IN_A_BROWSER,
  async () => {
    const member = await signedInMember(service, { merchantId: shop.id });
    const { page } = await openDashboard(browser, { service, member, path: '/payments/links/new' });
    await page.getByLabel('What is paid for').fill('Rice, 25 kg');
    await page.getByLabel('Amount').fill('900');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create the link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('What is paid for').inputValue()).toBe('Rice, 25 kg');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rice, 25 kg' }).waitFor();
    await page.context().close();
  },
);

test('what was typed is there again after the tab was loaded anew', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner, path: '/payments/links/new' });
  await page.getByLabel('What is paid for').fill('School fees');
  await page.reload();
  await expect.poll(() => page.getByLabel('What is paid for').inputValue()).toBe('School fees');
  await page.getByRole('button', { name: 'Start over' }).click();
  expect(await page.getByLabel('What is paid for').inputValue()).toBe('');
  await page.context().close();
});

test(
  'two people who change the same link: the second is told, and overwrites nothing',
  IN_A_BROWSER,
  async () => {
    const { data: link } = await shop.client.createPaymentLink({ body: { amount: 10, title: 'Before' } });
    const { page } = await openDashboard(browser, {
      service,
      member: owner,
      path: `/payments/links/${link.id}/edit`,
    });
    await page.getByLabel('What is paid for').fill('Mine');
    await shop.client.updatePaymentLink({ params: { id: link.id }, body: { title: 'Theirs' } });
    await page.getByRole('button', { name: 'Save the link' }).click();
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/changed/i);
    expect((await shop.client.getPaymentLink({ params: { id: link.id } })).data.title).toBe('Theirs');
    expect(await page.getByLabel('What is paid for').inputValue()).toBe('Mine');
    await page.context().close();
  },
);

test('somebody who may only look is offered nothing to change', IN_A_BROWSER, async () => {
  const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
  const { page } = await openDashboard(browser, { service, member: viewer, path: '/payments' });
  await settled(page);
  expect(await page.getByRole('link', { name: 'Create a payment link' }).count()).toBe(0);
  await page.context().close();
});

test('Krio is a press away, and stays', IN_A_BROWSER, async () => {
  const { page } = await openDashboard(browser, { service, member: owner });
  await page.getByRole('button', { name: /Owner/ }).click();
  await page.getByRole('menuitem', { name: 'Krio' }).click();
  await page.getByRole('link', { name: 'Pement' }).first().waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Pement' }).first().waitFor();
  expect(await barriersOn(page)).toEqual({});
  await page.context().close();
});

test('a person whose language is Krio is spoken to in it on a new device', IN_A_BROWSER, async () => {
  const member = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
  await member.client.updateMemberAccount({ body: { locale: 'kri' } });
  const { page } = await openDashboard(browser, { service, member });
  await page.getByRole('link', { name: 'Pement' }).first().waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('kri');
  await page.context().close();
});

test(
  'the first load weighs at most 90 kB, and no piece that comes later more than 40',
  IN_A_BROWSER,
  async () => {
    const first = await firstLoadBytes('dashboard');
    const later = await pieceBytes('dashboard');
    console.info(
      `dashboard: first load ${first} bytes gzip, heaviest later piece ${Math.max(...later.values())}`,
    );
    expect(first).toBeGreaterThan(20_000);
    expect(first).toBeLessThan(90_000);
    expect([...later].filter(([, bytes]) => bytes > 40_000)).toEqual([]);
  },
);

test('what waits at Home leads to its list, and names are whole and are names', IN_A_BROWSER, async () => {
  const other = await service.merchant({ name: 'Waiting Stores' });
  const member = await signedInMember(service, { merchantId: other.id });
  await shelve(other, 2, { name: 'Palm oil', track_inventory: true, low_stock_threshold: 5 });
  await collectCash(service, other, 150);
  await collectCash(service, other, 60);
  for (const address of ['1 Wilkinson Road', '2 Wilkinson Road'])
    await other.client.advanceDelivery({
      params: {
        jobNumber: (await other.client.createDelivery({ body: { ...parcel, delivery_address: address } }))
          .data.job_number,
      },
      body: { to_status: 'failed' },
    });
  const { page } = await openDashboard(browser, { service, member });
  const needs = page.locator('.home-needs');
  await needs.getByText('1 product is nearly gone').waitFor();
  expect(await needs.getByRole('listitem').count()).toBe(await needs.getByRole('link').count());
  expect(await needs.locator('.nowrap').first().textContent()).toMatch(/^SHP-\w{4}-\w{4}$/);
  await needs.getByRole('link', { name: /^Order/ }).click();
  await page.getByRole('table').getByText('Palm oil').waitFor();
  await page.goto(dashboardUrl(service, '/payments/balance'));
  await page.getByRole('link', { name: 'With 2 couriers' }).waitFor();
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('main').textContent()).not.toMatch(/drv_/);
  await page.context().close();
});

test(
  'a payment says what was paid and what stays of it; it, an invoice and a sale show the webhooks they caused',
  IN_A_BROWSER,
  async () => {
    const other = await service.merchant({ name: 'Telling Stores' });
    const { client } = other;
    const member = await signedInMember(service, { merchantId: other.id });
    await client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook', events: ['*'] } });
    const { data: payment } = await client.createPayment({ body: { amount: 75, channel: 'cash' } });
    await client.confirmPayment({ params: { id: payment.id } });
    await client.createRefund({ params: { id: payment.id }, body: { amount: 5 } });
    const { data: invoice } = await client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }], finalize: true },
    });
    const { data: sale } = await client.createSale({
      body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
    });
    await service.drain();
    const { page } = await openDashboard(browser, { service, member, path: `/payments/${payment.id}` });
    await page.getByRole('heading', { level: 1, name: 'NLe 75.00' }).waitFor();
    await expect
      .poll(() => page.locator('.money-flow').textContent())
      .toMatch(/Customer paid.*75\.00.*Refunded.*−5\.00.*What stays.*70\.00/);
    for (const [path, event] of [
      [`/payments/${payment.id}`, 'payment.succeeded'],
      [`/invoices/${invoice.id}`, 'invoice.created'],
      [`/till/sales/${sale.id}`, 'pos.sale.completed'],
    ] as const) {
      await page.goto(dashboardUrl(service, path));
      const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Webhooks it caused' }) });
      await card.getByRole('link', { name: event }).first().waitFor();
    }
    await page.context().close();
  },
);

test(
  'a page whose script is gone since the server has a newer version comes by itself; one that never comes is told',
  IN_A_BROWSER,
  async () => {
    const { page } = await openDashboard(browser, { service, member: owner, path: '/invoices' });
    const asked: string[] = [];
    let isNew = false;
    await page.route(/assets\/dashboard\..*customers-page.*\.js$/, (route) =>
      isNew ? route.continue() : route.fulfill({ status: 404 }),
    );
    await page.route('**/dashboard/test/customers', async (route) => {
      const type = route.request().resourceType();
      asked.push(type);
      if (type === 'document') {
        isNew = asked.filter((one) => one === type).length === 1;
        return route.continue();
      }
      const answer = await route.fetch();
      const text = await answer.text();
      return route.fulfill({ response: answer, body: text.replace(/dashboard\.dashboard-[\w-]+/, 'newer') });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    expect(asked).toEqual(['fetch', 'document']);
    // A second time so soon it is not tried again, whatever the server says.
    await page.goto(dashboardUrl(service, '/customers'));
    await page.getByText('or this server has a newer version').waitFor();
    expect(asked).toEqual(['fetch', 'document', 'document']);
    await page.context().close();
  },
);

test('a name with marks that turn the order shows as any other', IN_A_BROWSER, async () => {
  const turned = await service.merchant({ name: 'Turned Stores' });
  await turned.client.createCustomer({ body: { name: 'Isatu \u202EhamoraC' } });
  const person = await signedInMember(service, { merchantId: turned.id });
  const { page } = await openDashboard(browser, { service, member: person, path: '/customers' });
  await page.getByRole('link', { name: 'Isatu hamoraC' }).click();
  await page.getByRole('heading', { level: 1, name: 'Isatu hamoraC' }).waitFor();
  expect(await page.title()).toMatch(/^Isatu hamoraC/);
  expect(await page.locator('main').innerText()).not.toMatch(/[\u202A-\u202E]/);
  await page.context().close();
});
