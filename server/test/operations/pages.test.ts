import type { UserRole } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { collectCash } from '../kit/cash.ts';
import { barriersOn, firstLoadBytes, pieceBytes, settled } from '../kit/dashboard.ts';
import { jobIn } from '../kit/job-in.ts';
import { openOperations, operationsUrl } from '../kit/operations.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let courier: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  courier = await service.driver('Mohamed Sesay');
  await jobIn(shop.client, 'in_transit', { recipient_name: 'Fatmata Bangura', cod_amount: 180 });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test.each([
  '',
  '/jobs',
  '/incidents',
  '/claims',
  '/couriers',
  '/couriers/new',
  '/couriers/COURIER',
  '/couriers/report',
  '/cash',
  '/cash/settlements',
  '/cash/payouts',
  '/zones',
  '/zones/new',
  '/zones/FT-LUM',
  '/zones/try',
  '/zones/rates',
  '/zones/rates/1',
  '/merchants',
  '/merchants/new',
  '/merchants/SHOP',
  '/system',
  '/system/people',
  '/audit',
  '/audit/merchants',
  '/account',
  '/nothing-here',
])(
  'the page at %j can be read and used at every width and in both themes, and breaks no rule of its own',
  IN_A_BROWSER,
  async (path) => {
    const { page, complaints } = await openOperations(browser, {
      service,
      path: path.replace('COURIER', courier).replace('SHOP', shop.id),
    });
    await settled(page);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await barriersOn(page)).toEqual({});
    // The smallest phone in use, and a page at 400 % of a desk.
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    // A card would cut off what has no room in it.
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.key-values dd')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)",
      ),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test.each<[UserRole, readonly string[]]>([
  ['operator', ['Dispatch', 'Couriers', 'Cash', 'Zones and rates', 'Merchants', 'System', 'Audit']],
  ['dispatcher', ['Dispatch', 'Couriers', 'Zones and rates', 'Audit']],
  ['cashier', ['Dispatch', 'Couriers', 'Cash', 'Audit']],
])('a person with the role %s is shown the places that have work for it', async (role, places) => {
  const { page } = await openOperations(browser, { service, role });
  expect(await page.locator('.ops-places a').allTextContents()).toEqual(places);
  await page.context().close();
});

test(
  'a courier is added, gets a PIN that is shown once, signs in with it, and is suspended',
  IN_A_BROWSER,
  async () => {
    const { page } = await openOperations(browser, { service, role: 'dispatcher', path: '/couriers/new' });
    await page.getByLabel('Name', { exact: true }).fill('Abu Kamara');
    await page.getByLabel('Phone').fill('076 123');
    await page.getByRole('button', { name: 'Add a courier' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Phone').fill('076 555 871');
    await page.getByRole('button', { name: 'Add a courier' }).click();
    await page.getByRole('heading', { level: 1, name: 'Abu Kamara' }).waitFor();
    await page.getByRole('button', { name: 'New PIN' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New PIN' }).click();
    const pin = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const { data } = await shop.client.signInDriver({ body: { phone: '+23276555871', pin } });
    expect(data.driver.name).toBe('Abu Kamara');
    await page.getByRole('button', { name: 'I have stored it safely' }).click();
    await page.getByRole('button', { name: 'More acts', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect(shop.client.signInDriver({ body: { phone: '+23276555871', pin } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await page.context().close();
  },
);

test(
  'cash is counted unseen; a difference is resolved by somebody else, and paid out to its shop',
  IN_A_BROWSER,
  async () => {
    const seller = await service.merchant({ name: 'Kadiatu Cloth' });
    const { courier: rider } = await collectCash(service, seller, 40);
    const { data: handedIn } = await rider.client.depositCash({ body: { note: 'Envelope 7' } });
    const { page } = await openOperations(browser, {
      service,
      role: 'cashier',
      path: '/cash?status=declared',
    });
    await page.getByText('hidden').waitFor();
    await page.getByText(handedIn.id.slice(-4).toUpperCase(), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Count it' }).click();
    await page.getByText('The courier says: “Envelope 7”').waitFor();
    await page.getByLabel('What lies on the table').fill('39');
    await page.getByRole('dialog').getByRole('button', { name: 'Count it' }).click();
    await page.getByText('Somebody else has to resolve it').waitFor();
    await page.goto(operationsUrl(service, '/cash?status=disputed'));
    await page.getByText('Somebody else resolves it').waitFor();
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    await page.context().close();

    const { page: other } = await openOperations(browser, { service, path: '/cash?status=disputed' });
    await other.getByRole('button', { name: 'Resolve' }).click();
    await other.getByLabel('What was found in the end').fill('40');
    await other.getByLabel('What explains the difference').fill('A note was stuck to another.');
    await other.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await other.goto(operationsUrl(service, '/cash/settlements'));
    await other.getByRole('button', { name: 'Pay cash out' }).click();
    await other
      .getByRole('dialog')
      .getByLabel('Shop', { exact: true })
      .selectOption({ label: 'Kadiatu Cloth' });
    await other.getByRole('dialog').getByRole('button', { name: 'Pay cash out' }).click();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await seller.client.listSettlements();
    expect(data).toMatchObject([{ merchant_id: seller.id, cash: 40 }]);
    await other.getByRole('link', { name: seller.id }).waitFor();
    await other.context().close();
  },
);

test(
  'a shop is added and its owner invited, then suspended with what follows told first, and let in again',
  IN_A_BROWSER,
  async () => {
    const { page } = await openOperations(browser, { service, path: '/merchants/new' });
    await page.getByLabel('Name', { exact: true }).fill('Isatu Shoes');
    await page.getByLabel('E-mail of the owner').fill('isatu@example.sl');
    await page.getByRole('button', { name: 'Add and invite the owner' }).click();
    await page.getByText('/dashboard/invitation#').waitFor();
    await page.getByRole('link', { name: 'To the merchant' }).click();
    await page.getByRole('heading', { level: 1, name: 'Isatu Shoes' }).waitFor();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('What was sold stays').waitFor();
    await dialog.getByLabel('Reason').fill('Goods never came.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Goods never came.').first().waitFor();
    await page.getByRole('button', { name: 'Let it work again' }).click();
    await dialog.getByRole('button', { name: 'Let it work again' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { client } = await service.operator();
    const { data } = await client.listPlatformMerchants({ query: { q: 'Isatu Shoes' } });
    expect(data).toMatchObject([{ status: 'active' }]);
    await page.context().close();
  },
);

test(
  'a zone with several borders, a hole and several opening hours loses none of them when its name is changed, and is drawn on the map',
  IN_A_BROWSER,
  async () => {
    const { client } = await service.operator();
    const square = (west: number, size: number): number[][] => [
      [west, 8.3],
      [west + size, 8.3],
      [west + size, 8.3 + size],
      [west, 8.3 + size],
      [west, 8.3],
    ];
    const geometry = {
      type: 'MultiPolygon',
      coordinates: [[square(-13, 0.02), square(-12.995, 0.005)], [square(-12.9, 0.01)]],
    };
    const hours = [
      { days: ['mon' as const], from: '08:00', to: '12:00' },
      { days: ['sat' as const, 'sun' as const], from: '10:00', to: '14:00' },
    ];
    await client.createZone({ body: { code: 'WR-TWO', name: 'Two Shores', kind: 'area', geometry, hours } });
    const { page, complaints } = await openOperations(browser, { service, path: '/zones/WR-TWO' });
    await page.locator('.map-outline').first().waitFor({ state: 'attached' });
    expect(await page.locator('.map-outline').count()).toBe(4);
    await page.getByLabel('Name', { exact: true }).fill('Both Shores');
    await page.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zones' }).waitFor();
    const read = async () => (await client.getDispatchZone({ params: { id: 'WR-TWO' } })).data;
    expect(await read()).toMatchObject({ name: 'Both Shores', geometry, hours });

    // One more corner, by a press on the map.
    await page.goto(operationsUrl(service, '/zones/WR-TWO'));
    await page.locator('.map-handle').nth(3).waitFor();
    await page.locator('.map').click({ position: { x: 30, y: 90 } });
    await expect.poll(() => page.locator('.map-handle').count()).toBe(5);
    await page.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zones' }).waitFor();
    const { geometry: drawn, hours: kept } = await read();
    const [first, second] = (drawn as typeof geometry).coordinates;
    expect(first?.map((ring) => ring.length)).toEqual([6, 5]);
    expect(second).toEqual(geometry.coordinates[1]);
    expect(kept).toEqual(hours);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('a place is tried by its name and by a press on the map', IN_A_BROWSER, async () => {
  const { page, complaints } = await openOperations(browser, {
    service,
    role: 'dispatcher',
    path: '/zones/try',
  });
  await page.getByLabel('City, quarter or code').fill('lumley beach');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('heading', { name: 'It lies in Lumley' }).waitFor();
  await page.locator('.map-spot').waitFor();
  await page.locator('.map').click({ position: { x: 200, y: 200 } });
  await page.getByText('the point').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test(
  'a claim is decided with its reason, by whoever may; a cashier is not offered it',
  IN_A_BROWSER,
  async () => {
    const { params } = await jobIn(shop.client, 'delivered', { declared_value: 300 });
    const body = { job_number: params.jobNumber, type: 'damaged' as const, amount: 200 };
    await shop.client.createClaim({ body });
    const { page } = await openOperations(browser, { service, path: '/claims?status=open' });
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount paid').fill('20');
    await dialog.getByLabel('Why, for the shop').fill('The photo shows it.');
    await dialog.getByRole('button', { name: 'Pay', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await (await service.operator()).client.listDispatchClaims();
    expect(data.find(({ job_number }) => job_number === params.jobNumber)).toMatchObject({
      status: 'approved',
      approved_amount: 20,
      decision: 'The photo shows it.',
    });
    await shop.client.createClaim({
      body: { ...body, job_number: (await jobIn(shop.client, 'delivered')).params.jobNumber },
    });
    const { page: other } = await openOperations(browser, { service, role: 'cashier', path: '/claims' });
    await other.getByText('Damaged').first().waitFor();
    expect(await other.getByRole('button', { name: 'Decide' }).count()).toBe(0);
    await page.context().close();
    await other.context().close();
  },
);

test(
  'a zone is added as a drawn border, and a rate card drafted, tried and published without a line of JSON',
  IN_A_BROWSER,
  async () => {
    const { page } = await openOperations(browser, { service, path: '/zones/new' });
    await page.getByLabel('Code').fill('FT-TST');
    await page.getByLabel('Name', { exact: true }).fill('Tower Hill');
    await page.getByLabel('Degrees north of the centre').fill('8.4823');
    await page.getByLabel('Degrees east of the centre').fill('-13.2301');
    await page.getByRole('button', { name: 'Draw a border' }).click();
    await page.getByLabel('Corners of the drawn border').fill('8.48, -13.24\n8.49, -13.24');
    await page.getByRole('button', { name: 'Add a zone' }).click();
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/three lines/);
    await page
      .getByLabel('Corners of the drawn border')
      .fill('8.48, -13.24\n8.49, -13.24\n8.49, -13.22\n8.48, -13.22');
    await page.getByRole('button', { name: 'Add a zone' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zones' }).waitFor();
    const { client } = await service.operator();
    const { data: zones } = await client.listDispatchZones({ query: { q: 'FT-TST' } });
    expect(zones).toMatchObject([{ name: 'Tower Hill', geometry: { type: 'Polygon' } }]);

    await page.goto(operationsUrl(service, '/zones/rates'));
    await page.getByRole('button', { name: 'Draft a card' }).click();
    await page.getByLabel('Least fee').fill('30');
    await page.getByRole('button', { name: 'Add one' }).click();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Parcels in these days').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data: cards } = await client.listRateCards();
    const card = await client.getRateCard({ params: { version: String(cards[0]?.version) } });
    expect(card.data).toMatchObject({
      in_force: true,
      card: { min_fee: 30, surcharges: [{ percent: 25, from: '20:00', to: '06:00' }] },
    });
    await page.context().close();
  },
);

test(
  'the first load weighs at most 90 kB, what draws a map at most 45, and no other piece that comes later more than 40',
  IN_A_BROWSER,
  async () => {
    const first = await firstLoadBytes('operations');
    const later = [...(await pieceBytes('operations'))];
    const map = later.filter(([name]) => name.startsWith('operations.open-map'));
    const mapBytes = map.reduce((sum, [, bytes]) => sum + bytes, 0);
    const others = later.filter((piece) => !map.includes(piece));
    console.info(
      `operations: first load ${first} bytes gzip, map ${mapBytes}, heaviest other piece ${Math.max(...others.map(([, bytes]) => bytes))}`,
    );
    expect(first).toBeGreaterThan(20_000);
    expect(first).toBeLessThan(90_000);
    expect(mapBytes).toBeGreaterThan(20_000);
    expect(mapBytes).toBeLessThan(45_000);
    expect(others.filter(([, bytes]) => bytes > 40_000)).toEqual([]);
  },
);
