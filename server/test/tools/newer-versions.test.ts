import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openLastingBrowser } from '../kit/browser.ts';
import { openCourierApp, sendParcel, startShift } from '../kit/courier-app.ts';
import { openDoorApp, scannerOf } from '../kit/door-app.ts';
import { openDoors } from '../kit/doors.ts';
import { newerScripts, offerNewer, openReleases } from '../kit/releases.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Salone Nights', livemode: true });
});
afterAll(() => service[Symbol.asyncDispose]());

test(
  'an app that could not be fetched whole is fetched anew while it is open, and begins without a network',
  IN_A_BROWSER,
  async () => {
    await using releases = await openReleases(service.baseUrl, { breakOff: 2 });
    await using phone = await openLastingBrowser();
    const doors = await openDoors(service, shop, { name: 'Weak network', scan_policy: { gates: ['North'] } });
    const { origin } = releases;
    const { page } = await openDoorApp({
      browser: phone,
      service,
      shop,
      eventId: doors.id,
      gate: 'North',
      origin,
    });
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    expect(releases.brokenOff()).toBe(2);
    await phone.context().setOffline(true);
    await page.reload();
    await page.getByText(/^Offline since/).waitFor();
  },
);

test(
  'a phone at a door that is switched off over a newer version begins it without a network: who is in is known, and each scan comes once',
  IN_A_BROWSER,
  async () => {
    await using releases = await openReleases(service.baseUrl);
    await using phone = await openLastingBrowser();
    const { origin } = releases;
    const doors = await openDoors(service, shop, { name: 'Two versions', scan_policy: { gates: ['North'] } });
    const [one, two, three] = await doors.buy(3, { name: 'Isatu Bangura' });
    const app = await openDoorApp({
      browser: phone,
      service,
      shop,
      eventId: doors.id,
      gate: 'North',
      origin,
    });
    await offerNewer(app.page, releases);
    await phone.context().setOffline(true);
    await app.page.getByText(/^Offline since/).waitFor();
    expect(await app.pass(one?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    expect(await app.pass(two?.qr ?? '')).toMatchObject({ title: 'Admitted' });

    await phone.restart();
    await phone.context().setOffline(true);
    const { page, complaints } = await phone.look(`${origin}/scan`);
    await page.getByText(/2 scans wait here\./).waitFor();
    expect(await newerScripts(page)).toBeGreaterThan(0);
    const { pass } = scannerOf(page);
    expect(await pass(one?.qr ?? '')).toMatchObject({ title: 'Already in' });
    expect(await pass(three?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    await phone.context().setOffline(false);
    const scansOf = async (result: string): Promise<number> => {
      const { data } = await shop.client.listScans({ params: { id: doors.id }, query: { limit: 100 } });
      return data.filter((scan) => scan.result === result).length;
    };
    await expect.poll(() => scansOf('admitted')).toBe(3);
    await expect.poll(() => scansOf('rejected')).toBe(1);
    expect(complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
  },
);

test(
  "a courier's phone that is switched off over a newer version begins it without a network: the job goes on where it was, and each step comes once",
  IN_A_BROWSER,
  async () => {
    await using releases = await openReleases(service.baseUrl);
    await using phone = await openLastingBrowser();
    const { origin } = releases;
    const app = await openCourierApp({ browser: phone, service, origin });
    await startShift(app);
    const sent = await sendParcel(shop, { cod_amount: 180 });
    await service.drain();
    await app.press('Accept');
    await app.press('I am there');
    await app.type(sent.pickup_code);
    await app.see('Bring by');
    await offerNewer(app.page, releases);
    await phone.context().setOffline(true);
    await app.page.getByRole('button', { name: 'No network' }).waitFor();
    await app.press('I am there');
    await app.see('Take the money first');
    await app.see('1 step waits to be sent. You can go on.');

    await phone.restart();
    await phone.context().setOffline(true);
    const { page, complaints } = await phone.look(`${origin}/courier`);
    const press = (name: string | RegExp): Promise<void> =>
      page.getByRole('button', { name }).first().click();
    await page.getByRole('button', { name: 'No network' }).waitFor();
    expect(await newerScripts(page)).toBeGreaterThan(0);
    await press(/Alpha Koroma/);
    await press('I have the money');
    const pad = page.getByRole('group', { name: 'Code' });
    for (const digit of sent.delivery_code)
      await pad.getByRole('button', { name: digit, exact: true }).click();
    await press('This is the code');
    await page.getByText('Nothing to carry').waitFor();
    await phone.context().setOffline(false);
    await expect
      .poll(
        async () => (await shop.client.getDelivery({ params: { jobNumber: sent.job_number } })).data.status,
      )
      .toBe('delivered');
    const told = await service.query(
      `SELECT kind || ' ' || coalesce(facts->>'status', facts->>'milestone', facts->>'cod_status', '') AS told FROM outbox WHERE entity = $1`,
      [sent.job_number],
    );
    const words = told.map((row) => String(row['told']));
    expect(new Set(words).size, words.join()).toBe(words.length);
    expect(complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
  },
);
