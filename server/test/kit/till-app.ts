import type { Locator, Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';
import type { TestMerchant, TestService } from './service.ts';

/** PIN of whoever works at a till in a browser. */
export const TILL_PIN = '482790';
export const TILL_SIZES = Object.freeze({
  tablet: { width: 1_180, height: 820 },
  phone: { width: 360, height: 740 },
});

/** A till in a browser, paired, with somebody signed in. */
export type TillApp = {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly terminalId: string;
  /** Presses something, and counts it. */
  readonly touch: (what: string | RegExp | Locator) => Promise<void>;
  /** How often something was pressed since the last time it was asked. */
  readonly touches: () => number;
};

type Opening = {
  readonly browser: TestBrowser;
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly size?: keyof typeof TILL_SIZES;
  readonly name?: string;
  /** Where the browser finds the service; default: where it is. */ readonly origin?: string;
};

/** A shop with four things to sell, and somebody who may do everything. */
export async function furnishShop({ client }: TestMerchant): Promise<void> {
  const { data: tax } = await client.createTaxRate({ body: { name: 'GST', rate: 15 } });
  const { data: food } = await client.createCategory({ body: { name: 'Food' } });
  const goods = [
    { name: 'Rice 25 kg', price: 385, barcode: '6001' },
    { name: 'Peak milk 400 g', price: 46.5, barcode: '6002' },
    { name: 'Palm oil 1 l', price: 32, barcode: '6003' },
    { name: 'Onions', price: 24, unit: 'kg', quantity_step: 0.001 },
  ];
  for (const [position, one] of goods.entries()) {
    const { data } = await client.createProduct({
      body: { ...one, position, category_id: food.id, tax_rate_id: tax.id, tax_inclusive: true },
    });
    const items = [{ variant_id: data.variants[0]?.id ?? '', delta: 100, reason: 'initial' as const }];
    await client.createStockAdjustment({ body: { items } });
  }
  await client.updatePosSettings({ body: { cash_rounding_increment: 0.5 } });
  await furnishStaff({ client });
}

/** Somebody who may do everything at a till; answers the id. */
export async function furnishStaff({ client }: Pick<TestMerchant, 'client'>): Promise<string> {
  const { data: worker } = await client.createStaff({ body: { name: 'Hawa Jalloh', role: 'manager' } });
  await client.setStaffPin({ params: { id: worker.id }, body: { pin: TILL_PIN } });
  return worker.id;
}

/** Pairs a browser with a new till of a furnished shop, and signs in. */
export async function openTillApp({
  browser,
  service,
  shop,
  size = 'tablet',
  name = 'Till 1',
  origin = new URL(service.baseUrl).origin,
}: Opening): Promise<TillApp> {
  const { data: terminal } = await shop.client.createTerminal({ body: { name } });
  const { data: pairing } = await shop.client.pairTerminal({ params: { id: terminal.id } });
  const { page, complaints } = await browser.look(`${origin}/pos`);
  await page.setViewportSize(TILL_SIZES[size]);
  await page.getByLabel('Pairing code').fill(pairing.pairing_code);
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  let count = 0;
  const app: TillApp = {
    page,
    complaints,
    terminalId: terminal.id,
    async touch(what) {
      count += 1;
      const found = typeof what === 'string' ? page.getByRole('button', { name: what, exact: true }) : what;
      await (found instanceof RegExp ? page.getByRole('button', { name: found }).first() : found).click();
    },
    touches() {
      const counted = count;
      count = 0;
      return counted;
    },
  };
  await signInAtTill(app);
  return app;
}

/** Chooses who it is and types the PIN. */
export async function signInAtTill({ page }: Pick<TillApp, 'page'>, name = 'Hawa Jalloh'): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('group', { name: 'PIN' }).waitFor();
  await page.keyboard.type(TILL_PIN);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByRole('button', { name: /^Rice 25 kg/ }).waitFor();
}

/** Opens the drawer with a float. */
export async function openTillDrawer({ page }: Pick<TillApp, 'page'>, float: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  await page.getByLabel('Float').fill(float);
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Three products, paid in cash to the cent; answers how many touches it took. */
export async function sellThreeForCash(
  { page, touch, touches }: TillApp,
  size: keyof typeof TILL_SIZES,
): Promise<number> {
  touches();
  await touch(/^Rice 25 kg/);
  await touch(/^Peak milk/);
  await touch(/^Palm oil/);
  if (size === 'phone') await touch(/^3 items/);
  await touch(/^Cash/);
  await touch('Sold');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  return touches();
}

/** What is with the server of a till: by receipt number. */
export async function salesOf(
  { client }: Pick<TestMerchant, 'client'>,
  terminalId: string,
): Promise<readonly (readonly [string | null, number, readonly string[]])[]> {
  const { data } = await client.listSales({ query: { terminal_id: terminalId, sort: 'created_at' } });
  return data.map(({ receipt_number, total, flags }) => [receipt_number, total, flags]);
}
