import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { QUIET_MS } from '../../src/modules/merchants/erasure/erase-test-data.ts';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { barriersOn, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let owner: TestMember;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shop = await service.merchant({ name: 'Aminata Stores' });
  owner = await signedInMember(service, { merchantId: shop.id });
});

async function open(path: string, member = owner): Promise<Page> {
  const { page } = await openDashboard(browser, { service, member, path: `/settings${path}` });
  page.setDefaultTimeout(10_000);
  await settled(page);
  return page;
}
const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) });
const save = (page: Page, name: string): Promise<void> =>
  card(page, name).getByRole('button', { name: 'Save' }).click();

test.each([
  '/pickup',
  '/taxes',
  '/numbering',
  '/payments',
  '/payments/new',
  '/messages',
  '/widgets',
  '/activity',
  '/security',
  '/data',
])(
  'the page of settings at %j can be read and used at every width and in both themes',
  IN_A_BROWSER,
  async (path) => {
    const { page, complaints } = await openDashboard(browser, {
      service,
      member: owner,
      path: `/settings${path}`,
    });
    await settled(page);
    expect(await barriersOn(page)).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('parcels are fetched at another saved address from one press on', IN_A_BROWSER, async () => {
  const first = (
    await shop.client.saveAddress({
      body: { address: '27 Freetown Road', city: 'Lumley', label: 'Shop', is_default: true },
    })
  ).data;
  const store = { address: '4 Wilkinson Road', city: 'Freetown', label: 'Store', type: 'pickup' } as const;
  const second = (await shop.client.saveAddress({ body: store })).data;
  const page = await open('/pickup');
  await page.getByRole('row', { name: /Store/ }).getByRole('button', { name: 'Fetch here' }).click();
  await page.getByRole('row', { name: /Store/ }).getByText('Fetched here').waitFor();
  expect((await shop.client.getMerchant()).data.default_pickup?.id).toBe(second.id);
  expect(first.id).not.toBe(second.id);
  await page.context().close();
});

test(
  'tax is set for invoices and for the till, and a refusal stands at its field',
  IN_A_BROWSER,
  async () => {
    const page = await open('/taxes');
    await page.getByLabel('Tax, in percent').fill('15.12345');
    await save(page, 'On invoices');
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/decimals/);
    await page.getByLabel('Tax, in percent').fill('15');
    await page.getByLabel('What the tax is called').fill('GST');
    await save(page, 'On invoices');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await shop.client.getInvoiceSettings()).data).toMatchObject({
      default_tax_rate: 15,
      default_tax_name: 'GST',
    });
    await page.getByLabel('Tax is rounded').selectOption('line');
    await save(page, 'At the till');
    await expect.poll(async () => (await shop.client.getPosSettings()).data.tax_rounding).toBe('line');
    await page.context().close();
  },
);

test('numbers show what they would look like, and are saved', IN_A_BROWSER, async () => {
  const page = await open('/numbering');
  await page.locator('[name=number_pattern]').fill('AS-{YY}-{0000}');
  await page.getByText(`Such as AS-${String(new Date().getFullYear()).slice(2)}-0042.`).waitFor();
  await save(page, 'Invoices and credit notes');
  await expect
    .poll(async () => (await shop.client.getInvoiceSettings()).data.number_pattern)
    .toBe('AS-{YY}-{0000}');
  await page.context().close();
});

test('what somebody else changed meanwhile is told, and not written over', IN_A_BROWSER, async () => {
  const page = await open('/numbering');
  await page.locator('[name=number_pattern]').fill('MINE-{YYYY}-{0000}');
  await shop.client.updateInvoiceSettings({ body: { number_pattern: 'THEIRS-{YYYY}-{0000}' } });
  await save(page, 'Invoices and credit notes');
  await card(page, 'Invoices and credit notes').getByText('THEIRS-{YYYY}-{0000}').waitFor();
  expect((await shop.client.getInvoiceSettings()).data.number_pattern).toBe('THEIRS-{YYYY}-{0000}');
  expect(await page.locator('[name=number_pattern]').inputValue()).toBe('MINE-{YYYY}-{0000}');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect
    .poll(async () => (await shop.client.getInvoiceSettings()).data.number_pattern)
    .toBe('MINE-{YYYY}-{0000}');
  await page.context().close();
});

test(
  'a provider is connected, shows its webhook address, is checked, paused and disconnected',
  IN_A_BROWSER,
  async () => {
    const page = await open('/payments');
    await page.getByRole('link', { name: 'Connect a provider' }).click();
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('stripe');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Fill this in.').first().waitFor();
    await page.getByLabel('Secret key').fill('sk_live_of_the_wrong_kind');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/test key of Stripe/);
    await page.getByLabel('Secret key').fill('sk_test_51Example');
    await page.getByLabel('Name').fill('Cards');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
    const { data } = await shop.client.listProviderAccounts({});
    const account = data[0];
    expect(account).toMatchObject({ provider: 'stripe', name: 'Cards', status: 'active' });
    await page.getByText(account?.callback_url ?? 'no address').waitFor();
    expect(await page.content()).not.toContain('sk_test_51Example');
    expect(await barriersOn(page)).toEqual({});
    await page.getByRole('button', { name: 'Pause it' }).click();
    await page.getByRole('button', { name: 'Use it again' }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No provider is connected').waitFor();
    expect((await shop.client.listProviderAccounts({})).data).toEqual([]);
    await page.context().close();
  },
);

test(
  'credentials are changed one by one, and where payouts go is set by whoever may',
  IN_A_BROWSER,
  async () => {
    const { data: account } = await shop.client.createProviderAccount({
      body: {
        provider: 'monime',
        credentials: { access_token: 'mon_test_of_the_first', space_id: 'spc-of-the-first' },
        settings: { financial_account_id: 'fac-1' },
      },
    });
    const page = await open(`/payments/${account.id}`);
    await page.getByLabel('Space id').fill('spc-of-the-second');
    await save(page, 'How we reach it');
    await expect
      .poll(async () => (await shop.client.listProviderAccounts({})).data[0]?.credentials)
      .toMatchObject({ access_token: '…irst', space_id: '…cond' });
    await page.getByLabel('Kind').selectOption('mobile_money');
    await page.getByLabel('Phone').fill('076 204118');
    await save(page, 'Where payouts go');
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/\+23276204118/);
    await page.getByLabel('Phone').fill('+23276204118');
    await save(page, 'Where payouts go');
    await expect
      .poll(async () => (await shop.client.listProviderAccounts({})).data[0]?.payout_destination)
      .toEqual({ type: 'mobile_money', phone: '+23276204118' });
    const { data } = await shop.client.listProviderAccounts({});
    expect(data[0]?.settings).toEqual({ financial_account_id: 'fac-1' });
    await page.context().close();
  },
);

test('the rules of payments are set, and an account for EMVCo codes as a whole', IN_A_BROWSER, async () => {
  const page = await open('/payments');
  await page.getByLabel('Money that comes after').selectOption('review');
  await save(page, 'How money comes in');
  await expect
    .poll(async () => (await shop.client.getPaymentSettings()).data.late_success_policy)
    .toBe('review');
  const fields = {
    'Globally unique id': 'sl.example.pay',
    Account: '0077123456',
    Template: '26',
    'Merchant category code': '5411',
    'Name in the code': 'Aminata Stores',
    City: 'Freetown',
  };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  await save(page, 'Your account for EMVCo codes');
  await expect
    .poll(async () => (await shop.client.getPaymentSettings()).data.emv)
    .toMatchObject({ template_id: 26, guid: 'sl.example.pay' });
  await page.getByRole('button', { name: 'Take it away' }).click();
  await expect.poll(async () => (await shop.client.getPaymentSettings()).data.emv).toBeNull();
  await page.context().close();
});

test(
  'which messages go is chosen kind by kind, and each stands as it was written last',
  IN_A_BROWSER,
  async () => {
    await shop.client.createDelivery({ body: { ...parcel, recipient_phone: '078 234567' } });
    await service.drain();
    const page = await open('/messages');
    const last = page.locator('.message-rows');
    await last.getByText('A parcel is coming, with the code').waitFor();
    expect(await last.locator('.message-text').first().textContent()).toContain(
      'is coming. Code for the courier',
    );
    await page.getByLabel('It was handed over').check();
    await page.getByLabel('The money is there').uncheck();
    await save(page, 'What is sent');
    await expect
      .poll(async () => (await shop.client.getNoticeSettings()).data.kinds)
      .toEqual(expect.arrayContaining(['created', 'delivered', 'key_exposed']));
    expect((await shop.client.getNoticeSettings()).data.kinds).not.toContain('payment_received');
    await page.getByLabel('Signed with').fill('Aminata');
    await save(page, 'How it is written');
    await expect.poll(async () => (await shop.client.getNoticeSettings()).data.sender_name).toBe('Aminata');
    await page.getByLabel('Which message').selectOption('payment_received');
    await page.getByRole('group', { name: 'Your payment to Aminata' }).getByText('Order 1042').waitFor();
    await page.getByRole('button', { name: 'Krio', exact: true }).click();
    await page.getByRole('group', { name: 'Yu pemɛnt to Aminata' }).waitFor();
    await page.context().close();
  },
);

test('whoever may only look reads all of it and is offered no Save', IN_A_BROWSER, async () => {
  const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
  for (const path of ['/taxes', '/numbering', '/payments', '/messages']) {
    const page = await open(path, viewer);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page
      .getByText(/To be read only/)
      .first()
      .waitFor();
    await page.context().close();
  }
});

test(
  'the pages that may use a public key are changed, and what stands in them is shown',
  IN_A_BROWSER,
  async () => {
    const { data: link } = await shop.client.createPaymentLink({
      body: { amount: 10, title: 'Rice & beans' },
    });
    const { data: key } = await shop.client.createKey({
      body: { kind: 'public', name: 'Shop', origins: ['https://old.example.sl'] },
    });
    const page = await open('/widgets');
    await page.getByText(`<a href="${link.url}">Rice &amp; beans</a>`).waitFor();
    await page.getByLabel('Pages that may use it').fill('https://new.example.sl/cart');
    await save(page, 'Shop');
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/without a path/);
    await page.getByLabel('Pages that may use it').fill('https://new.example.sl\nhttps://www.example.sl');
    await save(page, 'Shop');
    await expect
      .poll(async () => (await shop.client.listKeys({})).data.find(({ id }) => id === key.id)?.origins)
      .toEqual(['https://new.example.sl', 'https://www.example.sl']);
    await page.locator('summary', { hasText: 'What stands in the page' }).click();
    await page.getByText('Ask which ways of paying are open').first().waitFor();
    expect(await page.locator('pre').allTextContents()).toContainEqual(
      expect.stringContaining(`pk_test_…${key.last_four}`),
    );
    expect(await barriersOn(page)).toEqual({});
    await page.context().close();
  },
);

test('an owner takes everything along as one archive; nobody else is offered it', IN_A_BROWSER, async () => {
  await shop.client.createCustomer({ body: { name: 'Fatu Kamara', phone: '078234567' } });
  const { data: event } = await shop.client.createEvent({
    body: {
      name: 'Jazz / Night',
      start_date: '2030-12-20T18:00:00Z',
      end_date: '2030-12-20T23:00:00Z',
      ticket_types: [{ name: 'VIP', price: 250, quantity_available: 50 }],
    },
  });
  const page = await open('/data');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^Aminata-Stores-test-\d{4}-\d{2}-\d{2}\.zip$/);
  const archive = (await readFile(await download.path())).toString('latin1');
  for (const name of ['settings.json', 'customers.csv', 'ticket-orders.csv', 'ledger-entries.csv'])
    expect(archive).toContain(name);
  expect(archive).toContain(`tickets/Jazz-Night-${event.id.slice(-6)}.csv`);
  await page.getByText('The file is saved with your downloads.').waitFor();
  await page.context().close();
  const staff = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
  const theirs = await open('/data', staff);
  await theirs.getByText('Only owners export everything.').waitFor();
  expect(await theirs.getByRole('button', { name: 'Export everything' }).count()).toBe(0);
  await theirs.context().close();
});

test('an owner erases all test data, sees how far it is, and may then begin anew', IN_A_BROWSER, async () => {
  await shop.client.createCustomer({ body: { name: 'Fatu Kamara', phone: '078234567' } });
  const page = await open('/data');
  await page.getByRole('button', { name: 'Erase all test data…' }).click();
  const go = page.getByRole('button', { name: 'Erase it' });
  await page.getByLabel(/Aminata Stores/).fill('Aminata');
  expect(await go.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel(/Aminata Stores/).fill('Aminata Stores');
  await go.click();
  await page.getByText('Test data is being erased.').waitFor();
  expect(await barriersOn(page)).toEqual({});
  await expect(shop.client.createCustomer({ body: { name: 'Late' } })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  await service.drain();
  await page.getByText('Everything is gone.').waitFor();
  service.advance(QUIET_MS);
  await service.drain();
  await page.getByText(/erased all test data/).waitFor();
  await page.getByRole('button', { name: 'Erase all test data…' }).waitFor();
  expect((await shop.client.listCustomers()).meta.total).toBe(0);
  await shop.client.createCustomer({ body: { name: 'Fatu Kamara', phone: '078234567' } });
  await page.context().close();
  const admin = await signedInMember(service, { merchantId: shop.id, role: 'admin' });
  const theirs = await open('/data', admin);
  await theirs.getByText('Erase a person').waitFor();
  expect(await theirs.getByText('Erase all test data').count()).toBe(0);
  await theirs.context().close();
});

test(
  'every open invitation can be found, and one that was accepted meanwhile says so',
  IN_A_BROWSER,
  async () => {
    for (let at = 0; at < 22; at += 1)
      await shop.client.createInvitation({ body: { email: `person${at}@example.sl`, role: 'staff' } });
    const page = await open('/members');
    const invited = card(page, 'Invitations');
    await invited.getByText('person21@example.sl').waitFor();
    await invited.getByRole('button', { name: 'Next page' }).click();
    const row = invited.getByRole('listitem').filter({ hasText: 'person1@example.sl' });
    await row.waitFor();
    const { data } = await shop.client.listInvitations({ query: { limit: 100 } });
    const id = data.find(({ email }) => email === 'person1@example.sl')?.id ?? '';
    await shop.client.withdrawInvitation({ params: { id } });
    await row.getByRole('button').click();
    await invited.getByRole('alert').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test('of several devices each act says which it is about', IN_A_BROWSER, async () => {
  const [phone, again] = [owner, await signedInMember(service, { merchantId: shop.id, personId: owner.id })];
  expect(again.id).toBe(phone.id);
  await signedInMember(service, { merchantId: shop.id, personId: owner.id });
  const page = await open('/security', again);
  const acts = page.getByRole('button', { name: /^End it: Chrome on Android, \d\d:\d\d/ });
  await expect.poll(() => acts.count()).toBe(2);
  await page.context().close();
});
