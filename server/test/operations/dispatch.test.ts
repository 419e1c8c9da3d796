import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { barriersOn, settled } from '../kit/dashboard.ts';
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

async function onShift(name: string): Promise<string> {
  const { id, client } = await service.courier(name);
  await client.setShift({ body: { online: true, lat: 8.4863, lng: -13.2349 } });
  return id;
}

test(
  'whoever opens a page is asked to sign in, told what is wrong, and then shown that very page',
  IN_A_BROWSER,
  async () => {
    const { email, password } = await service.operator('dispatcher');
    const { page, complaints } = await browser.look(operationsUrl(service, '/incidents'), {
      width: 'desktop',
    });
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/password/);
    expect(await barriersOn(page)).toEqual({});
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test(
  'a dispatcher sees the late parcel first and gives it to another courier in at most four acts',
  IN_A_BROWSER,
  async () => {
    const abu = await onShift('Abu Kamara');
    await onShift('Mohamed Sesay');
    const late = await jobIn(shop.client, 'pending', { recipient_name: 'Fatmata Bangura' });
    const port = (await service.operator('dispatcher')).client;
    await port.assignDelivery({ ...late, body: { driver_id: abu } });
    service.advance(3 * 3_600_000);
    for (const name of ['Ibrahim Conteh', 'Mariama Sillah'])
      await port.assignDelivery({
        ...(await jobIn(shop.client, 'pending', { recipient_name: name })),
        body: { driver_id: abu },
      });
    const mohamed = await onShift('Mohamed Kargbo');
    const { page, complaints } = await openOperations(browser, { service, role: 'dispatcher' });
    const column = page.getByRole('region', { name: 'assigned' });
    const first = column.locator('.job-card').first();
    await expect.poll(() => first.textContent()).toMatch(/Fatmata Bangura/);
    expect(await first.textContent()).toMatch(/over/);

    let acts = 0;
    const press = async (act: Promise<void>): Promise<void> => {
      acts += 1;
      await act;
    };
    await press(first.getByRole('link').click());
    await press(page.getByRole('complementary').getByRole('button', { name: 'Reassign' }).click());
    await press(page.getByRole('dialog').getByRole('button', { name: 'Give to Mohamed Kargbo' }).click());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(acts).toBeLessThanOrEqual(4);
    const { data } = await port.getDispatchDelivery({ params: late.params });
    expect(data.driver?.id).toBe(mohamed);
    await expect.poll(() => first.textContent()).toMatch(/Mohamed Kargbo/);
    expect(await barriersOn(page)).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test(
  'what a colleague gave to somebody meanwhile is taken from them by no press that did not know of it',
  IN_A_BROWSER,
  async () => {
    const [hassan, kadie] = [await onShift('Hassan Bah'), await onShift('Kadie Mansaray')];
    const parcel = await jobIn(shop.client, 'pending', { recipient_name: 'Zainab Conteh' });
    const colleague = (await service.operator('dispatcher')).client;
    const { page } = await openOperations(browser, { service, role: 'dispatcher' });
    const card = page.locator('.job-card', { hasText: 'Zainab Conteh' }).first();
    await card.getByRole('link').click();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^(Assign|Reassign)/ })
      .click();
    const give = page.getByRole('dialog').getByRole('button', { name: 'Give to Kadie Mansaray' });
    await give.waitFor();
    await colleague.assignDelivery({ ...parcel, body: { driver_id: hassan } });
    const driverOf = async () =>
      (await colleague.getDispatchDelivery({ params: parcel.params })).data.driver?.id;
    await give.click();
    await page.getByText('A colleague gave it to Hassan Bah meanwhile.').waitFor();
    expect(await driverOf()).toBe(hassan);
    await give.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await driverOf()).toBe(kadie);
    await page.context().close();
  },
);

test(
  'several are given to one courier at once, and one that is refused is told by name',
  IN_A_BROWSER,
  async () => {
    const isatu = await onShift('Isatu Conteh');
    const many = await Promise.all(
      ['Adama Sesay', 'Sallieu Bah'].map((recipient_name) =>
        jobIn(shop.client, 'pending', { recipient_name }),
      ),
    );
    const { page } = await openOperations(browser, {
      service,
      path: '/jobs?driver_id=none&status=pending%2Cassigned',
    });
    for (const { params } of many) await page.getByRole('checkbox', { name: params.jobNumber }).check();
    await page.getByRole('button', { name: 'Assign them' }).click();
    // While somebody chooses, one of them is cancelled elsewhere.
    const [taken, other] = [many[0]?.params, many[1]?.params];
    if (!taken || !other) throw new Error('Two jobs were made.');
    await shop.client.cancelDelivery({ params: taken, body: { reason: 'duplicate' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Give to Isatu Conteh' }).click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toContain(taken.jobNumber);
    const port = (await service.operator('dispatcher')).client;
    expect((await port.getDispatchDelivery({ params: other })).data.driver?.id).toBe(isatu);
    await page.context().close();
  },
);

test(
  'of several, what a colleague gave to somebody meanwhile stays theirs until whoever assigns was told',
  IN_A_BROWSER,
  async () => {
    await onShift('Sorie Kanu');
    const [free, taken] = [await jobIn(shop.client, 'pending'), await jobIn(shop.client, 'pending')];
    const port = (await service.operator('dispatcher')).client;
    const driverOf = async ({ params }: typeof free) =>
      (await port.getDispatchDelivery({ params })).data.driver?.name;
    const { page } = await openOperations(browser, { service, path: '/jobs?status=pending' });
    for (const { params } of [free, taken])
      await page.getByRole('checkbox', { name: params.jobNumber }).check();
    await page.getByRole('button', { name: 'Assign them' }).click();
    const dialog = page.getByRole('dialog');
    const give = dialog.getByRole('button', { name: 'Give to Sorie Kanu' });
    await give.waitFor();
    await port.assignDelivery({ ...taken, body: { driver_id: await onShift('Hassan Turay') } });
    await give.click();
    await dialog.getByText('1 of 2 were not given.').waitFor();
    await dialog
      .getByText(`${taken.params.jobNumber}: A colleague gave it to Hassan Turay meanwhile.`)
      .waitFor();
    expect([await driverOf(free), await driverOf(taken)]).toEqual(['Sorie Kanu', 'Hassan Turay']);
    await dialog.getByText('Press once more to give it to Sorie Kanu all the same.').waitFor();
    // None of them is pending any more, so nothing is left in the list to do something to.
    await expect.poll(() => page.getByText('0 selected').count()).toBe(0);
    await give.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await driverOf(taken)).toBe('Sorie Kanu');
    await page.context().close();
  },
);

test(
  'whose courier is off shift is seen on the board, and nobody is given to such a one unasked',
  IN_A_BROWSER,
  async () => {
    const { client } = await service.courier('Yusuf Jalloh');
    const { params } = await jobIn(shop.client, 'pending', { recipient_name: 'Mariama Barrie' });
    const { page } = await openOperations(browser, { service, role: 'dispatcher', path: '?map=off' });
    const card = page.locator('.job-card', { hasText: 'Mariama Barrie' });
    await card.getByRole('button', { name: /^Assign/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Everybody').click();
    const give = dialog.getByRole('button', { name: 'Give to Yusuf Jalloh' });
    await give.click();
    await dialog
      .getByText('Yusuf Jalloh is off shift. Press once more to give it to Yusuf Jalloh all the same.')
      .waitFor();
    const port = (await service.operator('dispatcher')).client;
    expect((await port.getDispatchDelivery({ params })).data.driver).toBe(null);
    await give.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => card.textContent()).toMatch(/Yusuf Jalloh.*off shift/);
    await client.setShift({ body: { online: true } });
    await page.reload();
    await card.waitFor();
    expect(await card.textContent()).not.toContain('off shift');
    await page.context().close();
  },
);

test(
  'a job without a code is handed over with a reason and a photo, and colleagues see who did it',
  IN_A_BROWSER,
  async () => {
    const { params } = await jobIn(shop.client, 'in_transit');
    const { page, complaints } = await openOperations(browser, {
      service,
      role: 'dispatcher',
      path: `/jobs/${params.jobNumber}`,
    });
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Hand over without the code' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Hand over without the code' }).click();
    await expect.poll(() => dialog.getByRole('alert').count()).toBeGreaterThan(0);
    await dialog.getByLabel('Why is there no code?').fill('She lost her phone and showed her card.');
    await dialog.getByLabel('Photo of the handover').setInputFiles({
      name: 'door.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await dialog.getByRole('img').waitFor();
    await dialog.getByRole('button', { name: 'Hand over without the code' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Hawa Bangura: handed it over without its code').waitFor();
    await page.getByText('Hawa Bangura: Without a code:').waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/null|usr_/);
    const { data } = await (await service.operator()).client.getDispatchDelivery({ params });
    expect(data).toMatchObject({ status: 'delivered', delivery_verified: false });
    expect(await barriersOn(page)).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('an incident is opened at its job and resolved in the list', IN_A_BROWSER, async () => {
  const { params } = await jobIn(shop.client, 'in_transit');
  const { page } = await openOperations(browser, { service, path: `/jobs/${params.jobNumber}` });
  await page.getByRole('button', { name: 'Open an incident' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('The box is wet.');
  await dialog.getByRole('button', { name: 'Open an incident' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(operationsUrl(service, `/incidents?status=open&job_number=${params.jobNumber}`));
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByLabel('What was found and done').fill('Only the outer box.');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await (
    await service.operator()
  ).client.listIncidents({
    query: { job_number: params.jobNumber },
  });
  expect(data).toMatchObject([{ status: 'resolved', resolution: 'Only the outer box.' }]);
  await page.context().close();
});

test('a cashier is offered nothing that is refused', IN_A_BROWSER, async () => {
  const { params } = await jobIn(shop.client, 'pending');
  const { page, complaints } = await openOperations(browser, {
    service,
    role: 'cashier',
    path: `?job=${params.jobNumber}`,
  });
  await settled(page);
  await page.getByRole('complementary', { name: params.jobNumber }).waitFor();
  expect(await page.getByRole('button', { name: /^(Assign|Reassign)/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});
