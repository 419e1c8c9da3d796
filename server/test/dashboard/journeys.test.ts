import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/fixtures/run-command.ts';
import { countActs, expectActs, type Person } from '../kit/acts.ts';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { openTill } from '../kit/till.ts';

/** One key of all services of a run, which a command beside one needs as well. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** What the journey allows from the shortcut to the thing that was looked for. */
const FOUND_MS_MAX = 2_000;

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ secretKey: SECRET_KEY }), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** The owner of a shop at Home in test mode, or at another page. */
async function ownerOf(shop: TestMerchant, path = '', width: 'phone' | 'desktop' = 'desktop') {
  const member = await signedInMember(service, { merchantId: shop.id });
  const { page, complaints } = await openDashboard(browser, { service, member, path, look: { width } });
  await settled(page);
  return { person: countActs(page), page, complaints };
}

/** What `merchants create` prints for whoever set up the server. */
async function createdMerchant(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-journey-'));
  const PUBLIC_URL = new URL(service.baseUrl).origin;
  const environment = { DATABASE_URL: service.databaseUrl, SECRET_KEY, DATA_DIR: folder, PUBLIC_URL };
  // Another address at every try: who has an account already is asked for its password.
  const email = `kadi-${randomUUID()}@example.sl`;
  const args = ['merchants', 'create', '--name', 'Kadi Foods', '--email', email, '--json'];
  const { code, out, err } = await runCommand(environment, args);
  await rm(folder, { recursive: true, force: true });
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(out) as { readonly owner: { readonly invitation: string } }).owner.invitation;
}

async function sellsSomething({ page, click, fill }: Person): Promise<void> {
  await click(page.getByRole('link', { name: 'Till', exact: true }).first());
  await click(page.getByRole('link', { name: 'Record a sale' }).first());
  await click(page.getByText('Something that is in no catalogue'), page.getByLabel('What it is'));
  await fill(page.getByLabel('What it is'), 'Groundnut cake');
  await fill(page.getByLabel('Its price'), '15');
  await click(page.getByRole('button', { name: 'Add the line' }));
  await click(
    page.getByRole('button', { name: /Record .*15/ }),
    page.getByRole('heading', { level: 1, name: /-\d{5}$/ }),
  );
}

async function asksForAPayment({ page, click, fill }: Person): Promise<void> {
  await click(page.getByRole('link', { name: 'Home', exact: true }).first());
  await click(page.getByRole('button', { name: 'New' }));
  await click(page.getByRole('menuitem', { name: /link/i }), page.getByLabel('What is paid for'));
  await fill(page.getByLabel('What is paid for'), 'A tray of cakes');
  await fill(page.getByLabel('Amount'), '90');
  await click(
    page.getByRole('button', { name: 'Create the link' }),
    page.getByRole('heading', { level: 1, name: 'A tray of cakes' }),
  );
}

describe('a counted journey', IN_A_BROWSER, () => {
  test('a new merchant: from the command line over the invitation to Home, the first sale and the first link', async () => {
    const invitation = await createdMerchant();
    const { page, complaints } = await browser.look(invitation, { width: 'phone' });
    const person = countActs(page);
    await page.getByRole('heading', { name: 'Join Kadi Foods' }).waitFor();
    await person.fill(page.getByLabel('Your name'), 'Kadiatu Kamara');
    await person.fill(page.getByLabel('Choose a password'), 'two boats to Bonthe');
    await person.click(
      page.getByRole('button', { name: 'Join' }),
      page.getByRole('heading', { name: 'Start here' }),
    );
    expect(await page.getByRole('link', { name: 'Try it in test mode' }).getAttribute('href')).toBe(
      '/dashboard/test',
    );
    await page.setViewportSize({ width: 1_280, height: 800 });
    await sellsSomething(person);
    await asksForAPayment(person);
    await person.click(
      page.getByRole('link', { name: 'Home', exact: true }).first(),
      page.getByText(/of \d+ done/).first(),
    );
    expect(complaints).toEqual([]);
    // The invitation itself is opened by a click.
    expectActs(person, 'a new merchant, sale and link', 24);
    await page.context().close();
  });

  test('anything is found from any page by phone, order, code, name or id, with the keyboard alone', async () => {
    const shop = await service.merchant({ name: 'Find Stores' });
    const { client } = shop;
    const { data: customer } = await client.createCustomer({
      body: { name: 'Kadiatu Kargbo', phone: '+23276555321' },
    });
    const { data: delivery } = await client.createDelivery({
      body: {
        pickup_city: 'Freetown',
        delivery_city: 'Lumley',
        delivery_address: '27 Freetown Road',
        order_number: 'A-10245',
      },
    });
    const { data: product } = await client.createProduct({
      body: { name: 'Palm oil', price: 60, barcode: '6001087340014' },
    });
    const { data: payment } = await client.createPayment({ body: { amount: 75, channel: 'mobile_money' } });
    const wanted = [
      ['076 555321', `/customers/${customer.id}`, '/till/products/new'],
      ['A-10245', `/deliveries/${delivery.job_number}`, '/developers/requests'],
      ['6001087340014', `/till/products/${product.id}`, '/invoices'],
      ['kadiatu kar', `/customers/${customer.id}`, '/settings'],
      [payment.id, `/payments/${payment.id}`, '/deliveries/new'],
    ] as const;
    const { person, page } = await ownerOf(shop);
    const tookMs: number[] = [];
    for (const [word, path, from] of wanted) {
      await page.goto(dashboardUrl(service, from));
      await settled(page);
      const before = person.acts.length;
      const startedMs = (await page.evaluate('performance.now()')) as number;
      await person.press('Control+k', page.getByRole('combobox', { name: 'Find anything' }));
      await person.write(word, page.locator('[role=option]:not(:has-text("Enter"))').first());
      await page.locator('[role=option][aria-selected=true]').waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
      await person.press('Enter');
      await page.waitForURL(`**${path}`);
      tookMs.push(((await page.evaluate('performance.now()')) as number) - startedMs);
      expect(person.acts.length - before).toBe(3);
    }
    console.info(`found in ${tookMs.map((ms) => Math.round(ms)).join(', ')} ms by the page's own clock`);
    // A crowded machine is slow now and then; where the fastest of five is slow, finding is.
    expect(Math.min(...tookMs)).toBeLessThanOrEqual(FOUND_MS_MAX);
    await page.context().close();
  });

  test('one line of a sale is refunded in the back office, and what follows is told first', async () => {
    const shop = await service.merchant({ name: 'Refund Stores' });
    const till = openTill(shop);
    const [rice, oil] = [
      await till.goods({ name: 'Rice, 25 kg', price: 900 }),
      await till.goods({ name: 'Palm oil', price: 60 }),
    ];
    const { data: sale } = await shop.client.createSale({
      body: {
        items: [
          { variant_id: rice.variantId, quantity: 1 },
          { variant_id: oil.variantId, quantity: 1 },
        ],
        payments: [{ channel: 'cash' }],
      },
    });
    const { person, page } = await ownerOf(shop, '/till', 'phone');
    await person.click(
      page.getByRole('link', { name: String(sale.number) }).first(),
      page.getByRole('button', { name: 'Refund', exact: true }),
    );
    await person.click(
      page.locator('li', { hasText: 'Palm oil' }).getByRole('button', { name: 'Refund', exact: true }),
      page.getByRole('dialog'),
    );
    const dialog = page.getByRole('dialog', { name: 'Refund Palm oil?' });
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/60\.00 goes out of the drawer now/),
      expect.stringMatching(/1 Palm oil is on the shelf again/),
      expect.stringMatching(/900\.00 of this sale can still go back/),
      expect.stringMatching(/receipt/),
    ]);
    await person.click(dialog.getByRole('button', { name: /Refund .*60\.00/ }));
    await dialog.waitFor({ state: 'detached' });
    expect((await shop.client.getSale({ params: { id: sale.id } })).data).toMatchObject({
      amount_refunded: 60,
    });
    expect(await till.stockOf(oil)).toMatchObject({ on_hand: 100 });
    expectActs(person, 'one line refunded', 5);
    await page.context().close();
  });

  test('an invoice is sent by WhatsApp and seen paid, without loading the page anew', async () => {
    const shop = await service.merchant({ name: 'Invoice Stores' });
    const { person, page } = await ownerOf(shop);
    await person.click(page.getByRole('button', { name: 'New' }));
    await person.click(
      page.getByRole('menuitem', { name: /invoice/i }),
      page.getByLabel('For', { exact: true }),
    );
    await person.fill(page.getByLabel('For', { exact: true }), 'Aminata Sesay');
    await person.fill(page.getByLabel('Phone').first(), '076 204118');
    await person.fill(
      page
        .getByRole('textbox', { name: 'What' })
        .or(page.getByRole('combobox', { name: 'What' }))
        .first(),
      'Sewing of six uniforms',
    );
    await person.fill(page.getByRole('textbox', { name: 'Price' }).first(), '1200');
    await person.click(page.getByRole('button', { name: /^Send .*1,200/ }), page.getByRole('dialog'));
    const dialog = page.getByRole('dialog');
    await person.click(
      dialog.getByRole('button', { name: /^Send/ }),
      dialog.getByText('WhatsApp', { exact: true }),
    );
    await person.click(dialog.getByRole('button', { name: 'Done' }));
    const {
      data: [invoice],
    } = await shop.client.listInvoices({});
    expect(invoice).toMatchObject({ status: 'open', total: 1_200 });
    await shop.client.payInvoice({
      params: { id: String(invoice?.id) },
      body: { channel: 'external', external_ref: 'MP-1' },
    });
    await page.locator('.status, .pill').filter({ hasText: 'Paid' }).first().waitFor();
    expectActs(person, 'an invoice by WhatsApp, seen paid', 12);
    await page.context().close();
  });

  test('a webhook that fails at night is seen from Home, understood, mended, and everything is sent again', async () => {
    const shop = await service.merchant({ name: 'Hook Stores' });
    const [broken, mended] = [await openTestReceiver(), await openTestReceiver()];
    broken.answer(500);
    await shop.client.createWebhook({ body: { url: broken.url, events: ['shipping.*'] } });
    for (const address of ['1 Wilkinson Road', '2 Wilkinson Road', '3 Wilkinson Road'])
      await shop.client.createDelivery({
        body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: address },
      });
    await service.drain();
    const { person, page } = await ownerOf(shop);
    await person.click(page.getByRole('link', { name: /webhook endpoint/ }).first(), page.getByText(/500/));
    await person.click(
      page.getByRole('link', { name: 'Settings' }).last(),
      page.getByRole('textbox', { name: 'Address' }),
    );
    await person.fill(page.getByRole('textbox', { name: 'Address' }), mended.url);
    await person.click(
      page.getByRole('button', { name: 'Save', exact: true }),
      page.getByText('Saved', { exact: true }),
    );
    await person.click(
      page.getByRole('button', { name: /Recover/ }).first(),
      page.getByRole('button', { name: 'Send 3 messages again' }),
    );
    await person.click(page.getByRole('button', { name: 'Send 3 messages again' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await service.drain();
    await mended.got(3);
    expect(new Set(mended.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expectActs(person, 'a failing webhook mended from Home', 6);
    await Promise.all([broken.close(), mended.close()]);
    await page.context().close();
  });
});
