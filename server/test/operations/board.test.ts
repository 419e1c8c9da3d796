import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { jobIn } from '../kit/job-in.ts';
import { openOperations, operationsUrl } from '../kit/operations.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** The page's own time goes on at once, and it asks again what it asks now and then. */
const ASKED_AGAIN_MS = 16_000;

/** The board of a dispatcher, whose clock the test holds. */
async function openBoard(query = ''): Promise<Page> {
  const { page } = await openOperations(browser, { service, role: 'dispatcher' });
  await page.clock.install();
  await page.goto(`${page.url()}?map=off${query}`);
  await page.getByRole('region', { name: 'pending' }).waitFor();
  return page;
}

test(
  'a job that was given away stands once on the board, also while what is late is from before',
  IN_A_BROWSER,
  async () => {
    const { id } = await service.courier('Abu Kamara');
    const { params, created } = await jobIn(shop.client, 'pending', { recipient_name: 'Fatmata Bangura' });
    service.advance(3 * 3_600_000);
    const page = await openBoard();
    const cards = page.getByText(created.job_number.replace('SHP-', ''));
    await page.getByRole('region', { name: 'pending' }).getByText('1 late').waitFor();
    expect(await cards.count()).toBe(1);
    await page.route('**/v1/dispatch/deliveries?*late=true*', () => undefined);
    await shop.client.assignDelivery({ params, body: { driver_id: id } });
    await page.clock.runFor(ASKED_AGAIN_MS);
    await page.getByRole('region', { name: 'assigned' }).getByText('1 late').waitFor();
    await expect.poll(() => cards.count()).toBe(1);
    await page.context().close();
  },
);

test('more than a column shows lead to the list of those that were looked at', IN_A_BROWSER, async () => {
  const busy = await service.merchant({ name: 'Busy Stores' });
  for (let count = 0; count < 51; count += 1) await jobIn(busy.client, 'pending');
  const page = await openBoard(`&merchant_id=${busy.id}`);
  const more = page.getByRole('link', { name: '1 more' });
  const { searchParams } = new URL((await more.getAttribute('href')) ?? '', page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ merchant_id: busy.id, status: 'pending' });
  await page.context().close();
});

test('what a person must look into is that of the mode that is shown', IN_A_BROWSER, async () => {
  const { params, created } = await jobIn(shop.client, 'in_transit');
  await (await service.operator()).client.openIncident({ params, body: { kind: 'damaged' } });
  const path = `/incidents?job_number=${created.job_number}`;
  for (const [mode, found] of [
    ['test', 1],
    ['live', 0],
  ] as const) {
    const { page } = await openOperations(browser, { service, path, mode });
    const links = page.getByRole('link', { name: created.job_number });
    await links.or(page.getByText('No incidents')).first().waitFor();
    expect([mode, await links.count()]).toEqual([mode, found]);
    await page.context().close();
  }
  // Whoever has its number alone is led to the mode that it is there in.
  const { page } = await openOperations(browser, {
    service,
    path: `/jobs/${created.job_number}`,
    mode: 'live',
  });
  await page.getByText('Test mode. No real parcels, money or couriers.').waitFor();
  await page.getByRole('heading', { level: 1, name: created.job_number }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/operations/test/jobs/${created.job_number}`);
  await page.context().close();
});

test('a board that cannot be asked for any more says why, and how old it is', IN_A_BROWSER, async () => {
  const page = await openBoard();
  await page.route('**/v1/dispatch/**', (route) => route.abort());
  const said = page.getByText(/^This is how it stood at \d\d:\d\d\.$/);
  await expect
    .poll(async () => {
      await page.clock.runFor(ASKED_AGAIN_MS);
      return said.count();
    })
    .toBe(1);
  await page.unroute('**/v1/dispatch/**');
  await expect
    .poll(async () => {
      await page.clock.runFor(ASKED_AGAIN_MS);
      return said.count();
    })
    .toBe(0);
  await page.context().close();
});

test('several parcels are given to one courier from a phone', IN_A_BROWSER, async () => {
  const busy = await service.merchant({ name: 'Bintu Stores' });
  const { id, name } = { ...(await service.courier('Sorie Kamara')), name: 'Sorie Kamara' };
  const jobs = [];
  for (let count = 0; count < 3; count += 1)
    jobs.push(await jobIn(busy.client, 'pending', { cod_amount: 95 }));
  await jobIn(busy.client, 'picked_up');
  const [first, second, third] = jobs.map(({ created }) => created.job_number);
  const { page } = await openOperations(browser, {
    service,
    role: 'dispatcher',
    path: `?map=off&merchant_id=${busy.id}`,
    look: { width: 'phone' },
  });
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  const tick = (job = '') => page.getByRole('checkbox', { name: job, exact: true });
  await page.getByRole('region', { name: 'pending' }).getByRole('listitem').nth(2).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await press('Choose several');
  // What is fetched already changes hands no more.
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(3);
  await tick(first).check();
  await tick(second).check();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  const { x, width } = (await bar.boundingBox()) ?? expect.fail('no bar');
  expect(x >= 0 && x + width <= 360).toBe(true);
  await press('Assign them');
  await page.getByRole('dialog', { name: 'Who is to have these 2?' }).waitFor();
  await press('Everybody');
  await press(`Give to ${name}`);
  await page.getByText(`${name} is off shift.`).waitFor();
  await press(`Give to ${name}`);
  await page.getByText(`${name} has 2 more jobs now.`).waitFor();
  await expect.poll(() => bar.count()).toBe(0);
  const driverOf = async (jobNumber = '') =>
    (await busy.client.getDelivery({ params: { jobNumber } })).data.driver?.id;
  expect([await driverOf(first), await driverOf(second), await driverOf(third)]).toEqual([id, id, undefined]);
  await press('Choose several');
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
  // The list tells what is to be collected on a phone too.
  await page.goto(operationsUrl(service, `/jobs?merchant_id=${busy.id}&status=pending`));
  await page.getByRole('cell', { name: 'NLe 95.00' }).waitFor();
  await page.context().close();
});
