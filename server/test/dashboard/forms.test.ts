import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, openLastingBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember, type TestMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
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
  await settled(page);
  return page;
}

test(
  'a due date that is taken out of a draft is gone, and the days of the settings count again',
  IN_A_BROWSER,
  async () => {
    const { data: draft } = await shop.client.createInvoice({
      body: {
        customer: { name: 'Isatu' },
        items: [{ description: 'Rent', unit_price: 50 }],
        due_date: '2099-01-01',
      },
    });
    const params = { id: draft.id };
    const page = await open(`/invoices/${draft.id}/edit`);
    expect(await page.locator('[name=due_date]').inputValue()).toBe('2099-01-01');
    await page.locator('[name=due_date]').fill('');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.waitForURL(`**/invoices/${draft.id}`);
    const { default_due_days } = (await shop.client.getInvoiceSettings()).data;
    const { data: saved } = await shop.client.getInvoice({ params });
    expect([saved.due_days, saved.due_date === '2099-01-01']).toEqual([default_due_days, false]);
    await page.goto(page.url().replace(/[^/]*$/, `${draft.id}/edit`));
    await settled(page);
    expect(await page.locator('[name=due_date]').inputValue()).toBe('');
    await page.context().close();
  },
);

test(
  'what is numbered keeps a due date: one that is taken out is asked for before anything is sent',
  IN_A_BROWSER,
  async () => {
    const { data: invoice } = await shop.client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Rent', unit_price: 50 }], finalize: true },
    });
    const page = await open(`/invoices/${invoice.id}/edit`);
    await page.locator('[name=due_date]').fill('');
    await page.locator('main button[type=submit]').click();
    await page.getByText('Fill this in.').waitFor();
    await page.context().close();
  },
);

test(
  'a claim is in the money of its delivery, and before that is known in the money of the shop',
  IN_A_BROWSER,
  async () => {
    const { data: job } = await shop.client.createDelivery({ body: parcel });
    await service.query(`UPDATE deliveries SET currency = 'USD' WHERE job_number = $1`, [job.job_number]);
    const page = await open('/deliveries/claims/new');
    const money = page.locator('.input-frame', { has: page.locator('[name=amount]') });
    expect(await money.innerText()).toContain('NLe');
    await page.locator('[name=job_number]').fill(job.job_number);
    await expect.poll(() => money.innerText()).not.toContain('NLe');
    await page.locator('[name=amount]').fill('12');
    await page.getByRole('button', { name: /^Claim .*12.00/ }).waitFor();
    expect(await page.getByRole('button', { name: /NLe/ }).count()).toBe(0);
    await page.context().close();
  },
);

test(
  'a product of every combination is made, and what was typed wrong in a field that is gone by then holds nothing up',
  IN_A_BROWSER,
  async () => {
    const page = await open('/till/products/new');
    const field = (name: string) => page.locator(`main [name="${name}"]`);
    await field('name').fill('Country cloth');
    await field('price').fill('350');
    await field('low_stock_threshold').fill('few');
    await field('track_inventory').click();
    await field('sku').fill('CLOTH');
    await field('type').selectOption('variable');
    await page.getByRole('button', { name: 'Create the product' }).click();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Fill this in.']);
    await page.locator('main [name=options]:focus').waitFor();
    await field('options').fill('Size: S, M\nColour: Red, Blue, White');
    await page.getByRole('button', { name: 'Create the product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Country cloth' }).waitFor();
    const { data: made } = await shop.client.listProducts({ query: { q: 'Country cloth' } });
    expect(made.map(({ type, sku, variants }) => [type, sku, variants.length])).toEqual([
      ['variable', null, 6],
    ]);
    await page.context().close();
  },
);

test('a refusal about a field that the page has not is told above the acts', IN_A_BROWSER, async () => {
  const page = await open('/till/products/new');
  await page.route('**/v1/pos/products', (route) => {
    const fields = [{ path: 'sku', message: 'is taken' }];
    const error = { code: 'VALIDATION_ERROR', message: 'sku is taken.', details: { fields } };
    return route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { success: false, error } })
      : route.continue();
  });
  await page.locator('main [name=name]').fill('Country cloth');
  await page.locator('main [name=sku]').fill('CLOTH');
  await page.locator('main [name=type]').selectOption('variable');
  await page.locator('main [name=options]').fill('Size: S, M');
  await page.getByRole('button', { name: 'Create the product' }).click();
  expect(await page.getByRole('alert').innerText()).toBe('Sku: Is taken.');
  await page.context().close();
});

test(
  'what is wrong in a dialog is gone to there, though the page behind it has a field of that name, and what would work is said',
  IN_A_BROWSER,
  async () => {
    const { data: event } = await shop.client.createEvent({
      body: { name: 'Jazz', start_date: '2030-12-20T18:00:00Z', end_date: '2030-12-20T23:00:00Z' },
    });
    const page = await open(`/events/${event.id}`);
    await page.getByRole('button', { name: 'Add a type' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=quantity_available]').fill('5');
    await dialog.getByRole('button', { name: 'Add a type' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.locator('[name=name]:focus').waitFor();
    await page.goto(page.url().replace(/[^/]*$/, `${event.id}/promo-codes`));
    await page.locator('main .empty').getByRole('button', { name: 'New promo code' }).click();
    await dialog.locator('[name=code]').fill('ab c');
    await dialog.locator('[name=value]').fill('10');
    await dialog.getByRole('button', { name: 'New promo code' }).click();
    expect(await dialog.getByRole('alert').innerText()).toContain('Letters, digits, - and _.');
    await page.context().close();
  },
);

test('who presses twice sends one delivery, and keeps its address once', IN_A_BROWSER, async () => {
  const page = await open('/deliveries/new');
  const field = (name: string) => page.locator(`main [name="${name}"]`);
  for (const [name, text] of [
    ['delivery_city', 'Lumley'],
    ['delivery_address', '27 Freetown Road'],
    ['pickup_city', 'Freetown'],
  ] as const)
    await field(name).fill(text);
  await field('keep_address').click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: /^Send it for/ }).dblclick();
  await page.getByRole('heading', { level: 1, name: /^SHP-/ }).waitFor();
  await settled(page);
  expect(sent).toEqual(['/v1/shipping/deliveries', '/v1/shipping/addresses']);
  await page.context().close();
});

test(
  'a town that nobody knows is told in words, and a delivery of an agreed time is priced when the time is known',
  IN_A_BROWSER,
  async () => {
    const page = await open('/deliveries/new');
    const field = (name: string) => page.locator(`main [name="${name}"]`);
    for (const [name, text] of [
      ['delivery_city', 'Lumli'],
      ['delivery_address', '27 Freetown Road'],
      ['pickup_city', 'Freetown'],
    ] as const)
      await field(name).fill(text);
    await page.getByText(/^We do not know this town, so the price is that of /).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('delivery_city');
    await page.getByRole('button', { name: 'Lumley' }).click();
    await page.getByRole('button', { name: /^Send it for/ }).waitFor();
    await field('service_level').selectOption('scheduled');
    await page
      .getByText('As soon as it is said from when it can be fetched, the price stands here.')
      .waitFor();
    expect(await page.getByText('This cannot be sent so').count()).toBe(0);
    await field('pickup_window_start').fill(
      `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T10:00`,
    );
    await page.getByRole('button', { name: /^Send it for/ }).waitFor();
    await page.context().close();
  },
);

test(
  'a choice without a name is told where it stands, a price of any other form too, and both stay across a reload',
  IN_A_BROWSER,
  async () => {
    const page = await open('/till/products/modifiers/new');
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const save = page.getByRole('button', { name: 'Save the group' });
    await field('name').fill('Pepper');
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await field('modifiers[1].name').fill('Hot');
    await field('modifiers[1].price').fill('five');
    await save.click();
    await page.locator('[name="modifiers[0].name"][aria-invalid=true]:focus').waitFor();
    await page.locator('[name="modifiers[1].price"][aria-invalid=true]').waitFor();
    await page.reload();
    await settled(page);
    expect(await field('modifiers[1].name').inputValue()).toBe('Hot');
    await field('modifiers[1].price').fill('5');
    await page.locator('.choices li button').first().click();
    await save.click();
    await page.waitForURL('**/till/products/modifiers');
    const { data: groups } = await shop.client.listModifierGroups();
    expect(groups[0]?.modifiers).toMatchObject([{ name: 'Hot', price: 5 }]);
    await page.context().close();
  },
);

test(
  'of two things in a parcel the first is taken out, and the other is what is sent',
  IN_A_BROWSER,
  async () => {
    const page = await open('/deliveries/new');
    for (const [name, value] of Object.entries({
      pickup_city: 'Freetown',
      pickup_address: '5 Siaka Stevens Street',
      delivery_city: 'Freetown',
      delivery_address: '12 Wilkinson Road',
      recipient_name: 'Isatu',
      recipient_phone: '076123456',
    }))
      await page.locator(`[name=${name}]`).fill(value);
    const add = page.getByRole('button', { name: 'Add an item' });
    await add.click();
    await page.locator('[name="items[0].name"]').fill('Cup');
    await add.click();
    await page.locator('[name="items[1].name"]').fill('Plate');
    await page.locator('.item-row button').first().click();
    expect(await page.locator('[name="items[0].name"]').inputValue()).toBe('Plate');
    await page.locator('main button[type=submit]').click();
    await page.waitForURL(/\/deliveries\/SHP-/);
    const jobNumber = page.url().split('/').at(-1) ?? '';
    const { data } = await shop.client.getDelivery({ params: { jobNumber } });
    expect(data.items).toMatchObject([{ name: 'Plate', quantity: 1 }]);
    await page.context().close();
  },
);

test(
  'an amount stands with its thousands and decimals as soon as somebody goes on, and is sent as it was meant',
  IN_A_BROWSER,
  async () => {
    const page = await open('/till/products/new');
    const price = page.locator('[name=price]');
    await page.locator('[name=name]').fill('Generator');
    await price.fill('1250.5');
    expect(await price.inputValue()).toBe('1250.5');
    await page.locator('[name=cost]').focus();
    expect(await price.inputValue()).toBe('1,250.50');
    await price.press('End');
    await price.press('5');
    expect(await price.inputValue()).toBe('1,250.505');
    await price.press('Backspace');
    await price.press('Backspace');
    await price.press('Backspace');
    await price.press('Backspace');
    await page.getByRole('button', { name: 'Create the product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Generator' }).waitFor();
    expect(await price.inputValue()).toBe('1,250.00');
    const { data: made } = await shop.client.listProducts({ query: { q: 'Generator' } });
    expect(made.map((one) => one.price)).toEqual([1250]);
    expect(await page.getByText('Not saved yet').count()).toBe(0);
    await page.context().close();
  },
);

test(
  'what is typed while stock is counted is there again after the browser was killed, until it is saved',
  IN_A_BROWSER,
  async () => {
    const { data: rice } = await shop.client.createProduct({ body: { name: 'Rice 25 kg', price: 385 } });
    const items = [{ variant_id: rice.variants[0]?.id ?? '', delta: 12, reason: 'initial' as const }];
    await shop.client.createStockAdjustment({ body: { items } });
    const { data: count } = await shop.client.createStockCount({ body: {} });
    await using tablet = await openLastingBrowser();
    const counting = async () => {
      const path = `/till/stock/counts/${count.id}`;
      const { page } = await openDashboard(tablet, { service, member: owner, path });
      return page.getByLabel('Found of Rice 25 kg');
    };
    const found = await counting();
    await found.fill('11');
    await found.page().getByText('Not saved yet').waitFor();
    await tablet.kill();
    const again = await counting();
    await expect.poll(() => again.inputValue()).toBe('11');
    await again.page().getByRole('button', { name: 'Save 1 figure' }).click();
    await again.page().getByText('Not saved yet').waitFor({ state: 'detached' });
    const { data: lines } = await shop.client.listStockCountLines({ params: { id: count.id } });
    const counted = lines.filter((line) => line.counted !== null);
    expect(counted).toMatchObject([{ name: 'Rice 25 kg', counted: 11 }]);
    const later = await counting();
    await settled(later.page());
    expect(await later.page().getByText('Not saved yet').count()).toBe(0);
  },
);
