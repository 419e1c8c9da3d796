import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

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

async function open(path: string) {
  const { page } = await openDashboard(browser, { service, member: owner, path });
  page.setDefaultTimeout(15_000);
  await settled(page);
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
/** What stands at a field, once it has the focus. */
async function toldAt(page: Page, name: string): Promise<string> {
  await page.locator(`[name="${name}"][aria-invalid=true]:focus`).waitFor();
  const id = await field(page, name).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id?.split(' ')[0]}"]`).innerText()).trim();
}

test(
  'what is refused of a discount, a deposit or a late fee stands at its field of the invoice, which has the focus',
  IN_A_BROWSER,
  async () => {
    const page = await open('/invoices/new');
    await field(page, 'customer.name').fill('Isatu');
    await field(page, 'items[0].description').fill('Rent');
    await field(page, 'items[0].unit_price').fill('100');
    await page.locator('details.terms > summary').click();
    const save = page.getByRole('button', { name: 'Save the draft' });
    for (const [name, typed, beside] of [
      ['items[0].less', '150 %', {}],
      ['off', '120 %', {}],
      ['first', '500', {}],
      ['first.days', 'x', { first: '50 %' }],
      ['fee', 'x', {}],
      ['fee.after', 'x', { fee: '5 %' }],
      ['fee.repeat', '0', { fee: '5 %' }],
      ['fee.max', 'x', { fee: '5 %' }],
    ] as const) {
      const all: Readonly<Record<string, string>> = { ...beside, [name]: typed };
      for (const [at, text] of Object.entries(all)) await field(page, at).fill(text);
      await save.click();
      expect([name, await toldAt(page, name)]).toEqual([name, expect.stringMatching(/^Must |^Write /)]);
      expect(await field(page, name).inputValue()).toBe(typed);
      expect(await page.locator('main .note.bad').count()).toBe(0);
      for (const at of Object.keys(all)) await field(page, at).fill('');
    }
    await page.context().close();
  },
);

test('what is refused of one tag stands at the tags', IN_A_BROWSER, async () => {
  const page = await open('/customers/new');
  await field(page, 'name').fill('Isatu');
  await field(page, 'tags').fill(`friday, ${'x'.repeat(41)}`);
  await page.getByRole('button', { name: 'Add the customer' }).click();
  expect(await toldAt(page, 'tags')).toBe('One of them: must have at most 40 characters.');
  await page.context().close();
});

test('a link over one amount asks for it before it is sent', IN_A_BROWSER, async () => {
  const page = await open('/payments/links/new');
  await field(page, 'title').fill('Tea');
  await page.getByRole('button', { name: 'Create the link' }).click();
  expect(await toldAt(page, 'amount')).toBe('Fill this in.');
  expect(await page.getByText('Amount optional').count()).toBe(0);
  await page.context().close();
});

test(
  'an address that no message can go to, a key without a right and a colleague who is there already are told at their fields, which have the focus',
  IN_A_BROWSER,
  async () => {
    const page = await open('/developers/webhooks/new');
    await field(page, 'url').fill('ftp://shop.example');
    await page.getByRole('button', { name: 'Register it' }).click();
    expect(await toldAt(page, 'url')).toMatch(/ftp:/);
    await page.goto(page.url().replace('webhooks/new', 'keys/new'));
    await settled(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('[name=scopes]:focus').waitFor();
    await page.getByText('Tick at least one right, or everything.').waitFor();
    await page.goto(page.url().replace('developers/keys/new', 'settings/members'));
    await settled(page);
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await field(page, 'email').fill(owner.email);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    expect(await toldAt(page, 'email')).toMatch(/already/);
    await page.context().close();
  },
);

test('a form that is sent off twice at once is sent once, and says so once', IN_A_BROWSER, async () => {
  const { data: invoice } = await shop.client.createInvoice({
    body: { customer: { name: 'Isatu' }, items: [{ description: 'Rent', unit_price: 50 }], finalize: true },
  });
  const page = await open(`/invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/invoices/${invoice.id}/`)) sent += 1;
  });
  await page.evaluate(`{
      const form = document.querySelector('dialog form');
      form.requestSubmit();
      form.requestSubmit();
    }`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('NLe 50.00 is recorded').first().waitFor();
  await settled(page);
  expect([sent, await page.getByText('NLe 50.00 is recorded').count()]).toEqual([1, 1]);
  await page.context().close();
});

test(
  'who marks what they typed in a dialog and lets go outside keeps it; a press outside closes it',
  IN_A_BROWSER,
  async () => {
    const { data: invoice } = await shop.client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Rent', unit_price: 50 }], finalize: true },
    });
    const page = await open(`/invoices/${invoice.id}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await field(page, 'reference').fill('R-17');
    const box = await field(page, 'reference').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(20, 400);
    await page.mouse.up();
    expect(await field(page, 'reference').inputValue()).toBe('R-17');
    await page.mouse.click(20, 400);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test(
  'of two who change one customer the later reads what the first wrote, in words for people, and nothing of headers',
  IN_A_BROWSER,
  async () => {
    const { data: customer } = await shop.client.createCustomer({ body: { name: 'Hawa' } });
    const params = { id: customer.id };
    const page = await open(`/customers/${customer.id}/edit`);
    await field(page, 'notes').fill('Mine');
    await shop.client.updateCustomer({ params, body: { notes: 'Theirs' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Notes: Theirs').waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      expect.stringMatching(/^Somebody else changed this/),
    ]);
    expect(await page.locator('main').innerText()).not.toMatch(/ETag|cus_/);
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.waitForURL(`**/customers/${customer.id}`);
    expect((await shop.client.getCustomer({ params })).data.notes).toBe('Mine');
    await page.context().close();
  },
);

test(
  'what a colleague changed of the settings of invoices while one writes is not written over unseen',
  IN_A_BROWSER,
  async () => {
    const page = await open('/invoices/settings');
    const card = page.locator('form', { has: field(page, 'fee') });
    await field(page, 'fee').fill('5 %');
    const theirs = [{ days_from_due: 3, channel: 'sms' as const }];
    await shop.client.updateInvoiceSettings({ body: { reminders: theirs } });
    await card.getByRole('button', { name: 'Save', exact: true }).click();
    await card.getByText(/^Somebody else changed this/).waitFor();
    const { data: settings } = await shop.client.getInvoiceSettings();
    expect([settings.reminders, settings.late_fee]).toEqual([theirs, null]);
    // What was changed beside the fields of a card is no reason to ask.
    await field(page, 'footer').fill('Thank you');
    await page
      .locator('form', { has: field(page, 'footer') })
      .getByRole('button', { name: 'Save' })
      .click();
    await expect.poll(async () => (await shop.client.getInvoiceSettings()).data.footer).toBe('Thank you');
    await page.context().close();
  },
);

test(
  'a customer whose name, address and mail have no end fits on a phone and at a desk',
  IN_A_BROWSER,
  async () => {
    const name = 'Supercalifragilisticexpialidocious'.repeat(4);
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.sl`;
    const { data: customer } = await shop.client.createCustomer({
      body: { name, email, address: 'x'.repeat(300), tags: ['wholesale of the market', 'friday', 'credit'] },
    });
    const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    const page = await open(`/customers/${customer.id}/edit`);
    expect(await fits(page)).toBe(true);
    await page.goto(page.url().replace(/\/edit$/, ''));
    await settled(page);
    expect([await fits(page), await page.locator('main .fault').count()]).toEqual([true, 0]);
    await page.setViewportSize(SIZES.phone);
    await page.goto(page.url().replace(/\/[^/]*$/, ''));
    await settled(page);
    const row = page.getByRole('row', { name: new RegExp(name.slice(0, 20)) });
    expect(await fits(page)).toBe(true);
    expect((await row.locator('td.phone-1').boundingBox())?.width).toBeGreaterThan(120);
    await page.context().close();
  },
);

test(
  'what is refused after its dialog was closed is told over the page until somebody closes it',
  IN_A_BROWSER,
  async () => {
    const { data: payment } = await shop.client.createPayment({ body: { amount: 75, channel: 'cash' } });
    await shop.client.confirmPayment({ params: { id: payment.id } });
    const page = await open(`/payments/${payment.id}`);
    let refuse = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (refuse = resolve));
    await page.route('**/refunds', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await isClosed;
      const error = { code: 'CONFLICT', message: 'The provider is closed today.' };
      return route.fulfill({ status: 409, json: { success: false, error } });
    });
    await page.getByRole('button', { name: 'Give money back' }).click();
    const dialog = page.getByRole('dialog');
    await field(page, 'amount').fill('25');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.locator('[aria-busy=true]').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    refuse();
    const told = page.locator('.toast');
    await expect
      .poll(() => told.innerText())
      .toMatch(/^“.*75\.00.*” was not done\. The provider is closed today\./);
    await told.getByRole('button', { name: 'Close' }).click();
    await told.waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test(
  'what is wrong with the choices of a product is told at them, in their own words',
  IN_A_BROWSER,
  async () => {
    const page = await open('/till/products/new');
    await field(page, 'name').fill('Country cloth');
    await field(page, 'price').fill('350');
    await field(page, 'type').selectOption('variable');
    for (const [typed, told] of [
      ['Size: S, M, S', '“S” stands twice after “Size”.'],
      ['Size: S\nSize: M', '“Size” stands on two lines. Write all of its choices on one.'],
      ['Size', '“Size” says not what can be chosen. Write it like “Size: S, M, L”.'],
    ] as const) {
      await field(page, 'options').fill(typed);
      await page.getByRole('button', { name: 'Create the product' }).click();
      await expect.poll(() => toldAt(page, 'options')).toBe(told);
    }
    await field(page, 'options').fill('Size: S, M');
    await page.getByRole('button', { name: 'Create the product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Country cloth' }).waitFor();
    await field(page, 'options').fill('Size: S');
    await page.getByRole('button', { name: 'Save the product' }).click();
    expect(await toldAt(page, 'options')).toBe(
      'The variant M is “M” in “Size”. Keep that here, or change or remove the variant first.',
    );
    await page.goto(`${page.url()}/variants/new`);
    await field(page, 'option Size').selectOption('M');
    await page.getByRole('button', { name: 'Save the variant' }).click();
    expect(await toldAt(page, 'option Size')).toBe('There is a variant of this choice already.');
    await page.context().close();
  },
);

test(
  'a tax above the price and a day of another decade are asked about before an invoice is sent',
  IN_A_BROWSER,
  async () => {
    const page = await open('/invoices/new');
    await field(page, 'customer.name').fill('Isatu');
    await field(page, 'items[0].description').fill('Rent');
    await field(page, 'items[0].unit_price').fill('100');
    await field(page, 'items[0].tax_rate').fill('200');
    const save = page.getByRole('button', { name: 'Save the draft' });
    await save.click();
    expect(await toldAt(page, 'items[0].tax_rate')).toBe('At most 100.');
    await field(page, 'items[0].tax_rate').fill('15');
    await field(page, 'issue_date').fill('1990-01-01');
    await page.getByRole('button', { name: /^Send / }).click();
    expect(await toldAt(page, 'issue_date')).toBe('This is more than ten years away. Look at the year.');
    await field(page, 'issue_date').fill('');
    await save.click();
    await page.waitForURL(/invoices\/inv_/);
    await page.context().close();
  },
);

test(
  'where the server is busy a page says what goes on, when it is asked again and how often it was, and what to tell whoever helps',
  IN_A_BROWSER,
  async () => {
    const page = await open('/customers');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const busy = {
      success: false,
      error: { code: 'SERVICE_UNAVAILABLE', message: 'The database is busy.' },
    };
    await page.route(/\/v1\/invoices\?/, (route) =>
      route.fulfill({ status: 503, json: busy, headers: { 'x-request-id': 'req_busy' } }),
    );
    await page.getByRole('link', { name: 'Invoices' }).first().click();
    const problem = page.locator('.problem');
    await problem.getByRole('heading', { name: 'Invoices did not load' }).waitFor();
    const facts = problem.getByRole('listitem');
    expect(await facts.allInnerTexts()).toEqual([
      'Tills, doors and couriers go on; they send later.',
      'Payments under way are finished by the provider.',
      expect.stringMatching(/^We try again in [1-8] s\.$/),
    ]);
    await expect.poll(() => facts.last().innerText()).toContain('This is the second time.');
    await problem.getByRole('button', { name: 'Copy details' }).click();
    await problem.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'SERVICE_UNAVAILABLE 503\nreq_busy\n',
    );
    await page.unroute(/\/v1\/invoices\?/);
    await problem.getByRole('button', { name: 'Try now' }).click();
    await problem.waitFor({ state: 'detached' });
    await page.context().close();
  },
);
