import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
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
