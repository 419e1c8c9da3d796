import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { assignParcel, openCourierApp, sendParcel, signInCourier, startShift } from '../kit/courier-app.ts';
import { readKept } from '../kit/read-kept.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores', livemode: true });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const REASSIGNED = 'Another courier has this parcel now. If you still hold it, call your dispatcher.';

test(
  'who signs in for another shop tells nothing of before in that name: it waits until its own courier is back',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, phone, pin, press, see } = app;
    const { client } = await service.operator();
    const { data: rider } = await client.createDispatchDriver({
      body: { name: 'Mohamed Kamara', phone, merchant_id: shop.id, livemode: true },
    });
    await client.resetDriverPin({ params: { id: rider.id }, body: { pin } });
    const sent = await assignParcel(shop, { driverId: app.driverId });
    const phaseOf = async () =>
      (await shop.client.trackDelivery({ params: { jobNumber: sent.job_number } })).data.phase;
    await press('My jobs');
    await see('Fetch now');
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('I am there');
    await see('1 step waits to be sent. You can go on.');
    await client.resetDriverPin({ params: { id: app.driverId }, body: { pin } });
    service.advance(4_000);
    await app.setOffline(false);
    await press('Sign in');

    // The page of the other takes a while to come.
    await page.evaluate('navigator.serviceWorker.ready.then((one) => one.unregister())');
    await page.route('**/courier', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    const enterPin = async (): Promise<void> => {
      await page.getByRole('group', { name: 'PIN' }).waitFor();
      await page.keyboard.type(pin);
      await press('OK');
      await see('For whom do you carry now?');
    };
    await enterPin();
    const told: string[] = [];
    page.on('request', (request) => {
      if (/\/driver\/(sync|locations)/.test(request.url())) told.push(request.url());
    });
    await press('Aminata Stores');
    await see('Start your shift');
    expect(told).toEqual([]);
    expect(await phaseOf()).not.toBe('at_pickup');

    await press('You and this phone');
    await press('Sign out');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Phone number').fill(phone);
    await press('Go on');
    await enterPin();
    await press('All shops');
    await expect.poll(phaseOf).toBe('at_pickup');
    await page.context().close();
  },
);

test('a parcel that is taken on while another is looked for stays on the phone', IN_A_BROWSER, async () => {
  const trial = await service.merchant({ name: 'Trial Stores' });
  const app = await openCourierApp({ browser, service });
  const { page, press, see } = app;
  await startShift(app);
  const gone = await assignParcel(shop, { driverId: app.driverId });
  await press(/^My jobs/);
  await see('Fetch now');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const looked = `**/v1/driver/jobs/${gone.job_number}`;
  await page.route(looked, async (route) => {
    await held;
    await route.continue();
  });
  const isAsked = page.waitForRequest(looked);
  await shop.client.cancelDelivery({
    params: { jobNumber: gone.job_number },
    body: { reason: 'customer_cancelled' },
  });
  await press('Offers');
  await press(/^My jobs/);
  await isAsked;
  await sendParcel(trial);
  await press('Offers 1');
  await press('Accept');
  await see('I am there');
  const isAnswered = page.waitForResponse(looked);
  release();
  await isAnswered;
  await page.waitForTimeout(500);
  expect(await page.getByText(REASSIGNED).count()).toBe(0);
  await see('I am there');
  await page.context().close();
});

test(
  'who signs out without a network is signed out at the server, too, as soon as it hears of it',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service, name: 'Sorie Bangura' });
    const { page, press, driverId } = app;
    const open = async (): Promise<number> =>
      (
        await service.query(
          "SELECT 1 FROM sessions WHERE kind = 'driver' AND subject_id = $1 AND ended_at IS NULL",
          [driverId],
        )
      ).length;
    const before = await open();
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('You and this phone');
    await press('Sign out');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Phone number').waitFor();
    expect(await open()).toBe(before);
    await app.setOffline(false);
    await expect.poll(open, { timeout: 20_000 }).toBe(before - 1);
    await page.context().close();
  },
);

test(
  'of whoever signed out nothing stays on the phone but what is unsent; of whoever carries no more not even the token, and signing out goes all the same',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service, name: 'Foday Turay' });
    const { page, press, see, driverId, phone } = app;
    const signOut = async (): Promise<void> => {
      await press('Sign out');
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Phone number').waitFor();
    };
    const sent = await assignParcel(shop, { driverId });
    await press(/^My jobs/);
    await see('Fetch now');
    const digits = phone.replaceAll(/\D/g, '').slice(-8);
    const names = ['Alpha Koroma', '78234567', 'Siaka Stevens', 'Blue gate', 'Foday Turay', digits];
    const keptOf = async () => {
      const kept = await readKept(page);
      return names.filter((name) => kept.includes(name));
    };
    expect(await keptOf()).toEqual(names);
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('I am there');
    await see('1 step waits to be sent. You can go on.');
    await page.route('**/v1/driver/sync', (route) => route.abort());
    await app.setOffline(false);
    await press('Back');
    await press('You and this phone');
    await signOut();
    expect(await keptOf()).toEqual([]);
    expect(await readKept(page)).toContain(sent.job_number);
    await page.unroute('**/v1/driver/sync');
    await signInCourier(app);
    const phaseOf = async () =>
      (await shop.client.trackDelivery({ params: { jobNumber: sent.job_number } })).data.phase;
    await expect.poll(phaseOf).toBe('at_pickup');
    await expect.poll(keptOf).toEqual(names);

    const token = /"token":"([^"]+)"/.exec(await readKept(page))?.[1] ?? expect.fail('no token is kept');
    const { client } = await service.operator();
    await client.updateDispatchDriver({ params: { id: driverId }, body: { active: false } });
    await press('Sign in');
    expect(await readKept(page)).not.toContain(token);
    await page.reload();
    await press('Sign in');
    await signOut();
    expect(await keptOf()).toEqual([]);
    expect(await readKept(page)).not.toContain(sent.job_number);
    await page.context().close();
  },
);

test(
  'a photo and a signature that are in no step yet outlast a phone that is switched off, and nothing of them stays once they are, or their courier signs out',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service, name: 'Isatu Bangura' });
    const { page, press, see, driverId } = app;
    const fields = { require_pickup_code: false, require_photo: true, require_signature: true };
    await assignParcel(shop, { driverId, fields });
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8a6d3b' } })
      .jpeg()
      .toBuffer();
    const shown = page.getByRole('img', { name: 'The photo that you took' });
    const take = (label: string) =>
      page.getByLabel(label).setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer });
    /** How many photos, and whether a signature, the phone keeps for steps that are not taken. */
    const keptOf = async () => {
      const kept = await readKept(page);
      return [kept.match(/"(?:handover|attempt)":"/g)?.length ?? 0, kept.includes('"signature":[[[')];
    };
    const again = async (): Promise<void> => {
      await page.reload();
      await press(/Alpha Koroma/);
    };
    await press(/^My jobs/);
    for (const step of ['I am there', 'I have the parcel', 'I am there']) await press(step);
    await take('Take the photo');
    await expect.poll(keptOf).toEqual([1, false]);
    await again();
    await shown.waitFor();
    await press('Keep this photo');
    await see('Let them sign');
    await expect.poll(keptOf).toEqual([0, false]);
    await press('Puts a cross');
    await press('Nobody here');
    await take('Add a photo of the place');
    await expect.poll(keptOf).toEqual([1, true]);
    await again();
    await page.getByRole('img', { name: 'Signed' }).waitFor();
    expect(await page.locator('.sign-pad polyline').count()).toBe(2);
    await press('Nobody here');
    await page.getByRole('dialog').getByRole('img', { name: 'The photo that you took' }).waitFor();
    await page.keyboard.press('Escape');
    await press('Back');
    await press('You and this phone');
    await press('Sign out');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Phone number').waitFor();
    expect(await keptOf()).toEqual([0, false]);
    await page.context().close();
  },
);

test(
  'on a short phone without a network the six digits are seen over the keys, and no word of what is to be fetched is broken',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service, name: 'Short phone' });
    const { page, press, see } = app;
    await page.setViewportSize({ width: 360, height: 640 });
    const delivery_address = '27 Freetown Road, behind the old cotton tree school and the blue mosque';
    await assignParcel(shop, { driverId: app.driverId, fields: { delivery_address } });
    await press('My jobs');
    await see('Fetch now');
    await page.locator('.job-open').first().click();
    await page.locator('.job-facts').waitFor();
    const broken = await page.evaluate(`[...document.querySelectorAll('.job-facts dt')].filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects().length > 1;
    }).map((one) => one.textContent)`);
    expect(broken).toEqual([]);
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('I am there');
    const [boxes, keys] = [page.locator('.code-boxes'), page.locator('.code-keys')];
    await boxes.waitFor();
    await app.type('12');
    const [above, below] = await Promise.all([boxes.boundingBox(), keys.boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    const typed = await boxes.innerText();
    expect(typed).toMatch(/1\s*2/);
    // A tablet that is turned.
    await page.setViewportSize({ width: 1_024, height: 768 });
    await page.locator('.two-panes').waitFor();
    expect(await boxes.innerText()).toBe(typed);
    // What comes after the keys begins at its top.
    await page.setViewportSize({ width: 360, height: 640 });
    await app.type('3456');
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
    await press('This is the code');
    await page.locator('.job-facts').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.context().close();
  },
);
