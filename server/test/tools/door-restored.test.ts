import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDoorApp, waitForTickets } from '../kit/door-app.ts';
import { openDoors } from '../kit/doors.ts';
import { startRestorable, type RestorableService } from '../kit/restorable-service.ts';

let service: RestorableService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startRestorable(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test(
  'a server that is put back to between a scan and its undo is told of the undo again',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Salone Nights', livemode: true });
    const doors = await openDoors(service, shop, { name: 'Put back' });
    const [wrong, other] = await doors.buy(2);
    const { page, pass } = await openDoorApp({
      browser,
      service,
      shop,
      eventId: doors.id,
      role: 'supervisor',
    });
    for (const ticket of [other, wrong])
      expect(await pass(ticket?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    await service.backUp();
    await page.reload();
    await waitForTickets(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Scans at this door' }).click();
    await page.getByRole('button', { name: 'Take back' }).first().click();
    await page.getByRole('textbox').fill('The wrong person');
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).last().click();
    await page.getByText('Taken back').waitFor();
    const insideOf = async () => (await shop.client.getScanStats({ params: { id: doors.id } })).data.inside;
    expect(await insideOf()).toBe(1);

    await service.restore();
    expect(await insideOf()).toBe(2);
    await page.reload();
    await waitForTickets(page);
    await expect.poll(insideOf).toBe(1);
    const standing = await shop.client.listScans({ params: { id: doors.id }, query: { result: 'admitted' } });
    expect(standing.data.length).toBe(2);
    await page.context().close();
  },
);
