import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';
import { furnishShop } from '../kit/till-app.ts';

const FOLDER = fileURLToPath(new URL('../../../examples/shop/', import.meta.url));

let shop: ShopPages;
let browser: TestBrowser;
let publicKey: string;
let program: ChildProcess;
let origin: string;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser({ whole: true }), openShopPages()]);
  const { client } = shop.shop;
  await furnishShop(shop.shop);
  await shop.event();
  await client.saveAddress({
    body: {
      label: 'Shop',
      address: '14 Siaka Stevens Street',
      city: 'Freetown',
      type: 'pickup',
      is_default: true,
    },
  });
  publicKey = await shop.service.key(shop.shop.id, { kind: 'public' });
  program = spawn(process.execPath, ['server.js'], {
    cwd: FOLDER,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      COTTONTREE_URL: shop.service.baseUrl,
      COTTONTREE_API_KEY: shop.shop.key,
      COTTONTREE_PUBLIC_KEY: publicKey,
      SHOP_NAME: 'Aminata Stores',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!program.stdout) throw new Error('The shop says nothing.');
  const [line] = await once(createInterface(program.stdout), 'line');
  origin = /http:\S+/.exec(String(line))?.[0] ?? '';
});
afterAll(async () => {
  if (program.exitCode === null) {
    program.kill('SIGTERM');
    await once(program, 'close');
  }
  await browser[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

/** Whether everything that was told has arrived; then what merchants see is what there is. */
async function parcels() {
  await shop.service.drain();
  return (await shop.shop.client.listDeliveries({})).data;
}

test(
  'a customer of the example shop pays for what is signed, and the parcel goes once and is seen until it is there',
  IN_A_BROWSER,
  async () => {
    const before = (await parcels()).length;
    const { page, complaints } = await browser.look(origin);
    await page.getByRole('heading', { name: 'Freetown Jazz' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const more = page.getByRole('button', { name: 'One more: Peak milk 400 g' });
    await more.click();
    await more.click();
    await page.getByText('NLe 93.00').waitFor();
    await page.getByRole('button', { name: 'Checkout' }).click();
    const form = page.locator('#buyer');
    await form.getByRole('button', { name: 'What does it cost?' }).click();
    await page.getByText('Name is missing.').waitFor();
    await form.getByLabel('Name').fill('Isatu Kanu');
    await form.getByLabel('Phone').fill('076 555010');
    await form.getByLabel('Where').selectOption('Lumley');
    await form.getByLabel('Street').fill('27 Freetown Road');
    expect(await findBarriers(page)).toEqual([]);
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/api/orders')),
      form.getByRole('button', { name: 'What does it cost?' }).click(),
    ]);
    const order = (await answer.json()) as { readonly number: string; readonly total: number };

    // A page that says less than was signed begins a payment, and gets no parcel for it.
    await payLess(order.number);
    expect((await parcels()).length).toBe(before);

    await page.getByRole('button', { name: `Pay NLe ${order.total.toFixed(2)}` }).click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await parcels()).length).toBe(before + 1);
    const [parcel] = await parcels();
    const { job_number: jobNumber = '' } = parcel ?? {};
    expect(parcel).toMatchObject({ order_number: order.number, delivery_city: 'Lumley' });
    await page.getByRole('heading', { name: `Paid. Your parcel is ${jobNumber}.` }).waitFor();
    expect(await page.getByRole('link', { name: 'Follow it on the map' }).getAttribute('href')).toContain(
      '/t',
    );
    await shop.shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'delivered' } });
    await expect
      .poll(async () => {
        await shop.service.drain();
        return page.locator('#way-steps .done').count();
      })
      .toBe(4);
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints.filter((one) => !one.startsWith(`asks for ${shop.origin}/`))).toEqual([]);
    await page.context().close();
  },
);

async function payLess(reference: string): Promise<void> {
  const client = createClient({ baseUrl: shop.service.baseUrl, apiKey: publicKey });
  const { data } = await client.createPayment({ body: { amount: 1, channel: 'card', reference } });
  await shop.post(`${new URL(data.pay_url).pathname}/test`, { decision: 'approve' });
  await shop.service.drain();
  const { data: paid } = await shop.shop.client.getPayment({ params: { id: data.id } });
  expect([paid.status, paid.amount_source]).toEqual(['succeeded', 'client']);
}
