import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findBarriers,
  IN_A_BROWSER,
  openBrowser,
  SIZES,
  tapTwice,
  type TestBrowser,
} from '../kit/browser.ts';
import { assignParcel, openCourierApp, sendParcel, startShift, type CourierApp } from '../kit/courier-app.ts';
import { firstLoadBytes } from '../kit/dashboard.ts';
import { wrongCode } from '../kit/parcel.ts';
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

/** A network that is gone is told by the browser, too. */
const ofItsOwn = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one));

async function statusOf(jobNumber: string): Promise<string> {
  return (await shop.client.getDelivery({ params: { jobNumber } })).data.status;
}

/** Whoever rode in another test is not asked in this one. */
async function endAllShifts(): Promise<void> {
  await service.query(
    'UPDATE driver_shifts SET ended_at = greatest(now(), started_at) WHERE ended_at IS NULL',
  );
}

/** What merchants were told of a parcel, as words. */
async function toldOf(jobNumber: string): Promise<readonly string[]> {
  const rows = await service.query(
    `SELECT kind || ' ' || coalesce(facts->>'status', facts->>'milestone', facts->>'cod_status', '') AS told FROM outbox WHERE entity = $1 ORDER BY id`,
    [jobNumber],
  );
  return rows.map(({ told }) => String(told));
}

async function toDoor({ page, press }: CourierApp): Promise<void> {
  await press('I am there');
  await page
    .getByText(/Take the money first|Ask for the 6-digit code|Take a photo|Let them sign/)
    .first()
    .waitFor();
}

async function allSent({ page }: CourierApp): Promise<void> {
  await page.getByRole('button', { name: 'Online', exact: true }).waitFor();
}

async function takePhoto(page: Page, button: string): Promise<void> {
  const buffer = await sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#8a6d3b' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel(button).setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer });
}

test(
  'a finger that taps twice takes one step with a parcel that asks for no code where it is fetched',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const fields = { require_pickup_code: false };
    const { job_number } = await assignParcel(shop, { driverId: app.driverId, fields });
    await press('My jobs');
    await see('I am there');
    await tapTwice(page, '.main-act.primary');
    await see('I have the parcel');
    await tapTwice(page, '.main-act.primary');
    await see('I set out');
    await allSent(app);
    expect(await statusOf(job_number)).toBe('picked_up');
    expect(await toldOf(job_number)).not.toContain('shipping.milestone arrived_dropoff');
    await page.context().close();
  },
);

test(
  'a parcel goes from the offer over both codes to the cash handed in, half of it without a network and switched off in between, and every step counts once',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    await endAllShifts();
    await service.query('UPDATE drivers SET fee_share_percent = 60 WHERE id = $1', [app.driverId]);
    await startShift(app);
    const sent = await sendParcel(shop, { cod_amount: 180 });
    await service.drain();
    await see('You earn');
    await see(/You may hold/);
    await page.getByRole('timer').waitFor();
    await press('Accept');
    await press('I am there');
    await app.type(sent.pickup_code);
    await see('Bring by');
    await expect.poll(() => statusOf(sent.job_number)).toBe('picked_up');
    await allSent(app);
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');

    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await toDoor(app);
    await see('1 step waits to be sent. You can go on.');
    // Switched off in the middle, and on again without a network: it is where it was.
    await page.reload();
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await page.context().setGeolocation({ latitude: 8.4517, longitude: -13.2682, accuracy: 9 });
    await press(/Alpha Koroma/);
    await press('I have the money');
    // Nor is somebody who has paid asked again.
    await page.reload();
    await press(/Alpha Koroma/);
    await app.type(sent.delivery_code);
    await press('This is the code');
    await see('Nothing to carry');
    await press('Cash');
    await page.getByRole('list', { name: 'From whom' }).getByText('Alpha Koroma').waitFor();
    await press('Hand in at the office');
    await press('I gave it');
    await page.getByRole('list', { name: 'Handed in' }).getByText('not sent yet').waitFor();
    expect(await statusOf(sent.job_number)).toBe('picked_up');

    await app.setOffline(false);
    await allSent(app);
    await page.getByRole('list', { name: 'Handed in' }).getByText('Being counted').waitFor();
    const told = await toldOf(sent.job_number);
    expect(new Set(told).size, told.join()).toBe(told.length);
    expect(told).toEqual(
      expect.arrayContaining([
        'shipping.status.updated picked_up',
        'shipping.milestone arrived_dropoff',
        'shipping.status.updated in_transit',
        'shipping.status.updated delivered',
        'shipping.cod.updated collected',
      ]),
    );
    const deposits = await service.query(
      'SELECT declared::int AS declared, status FROM cash_deposits WHERE driver_id = $1',
      [app.driverId],
    );
    expect(deposits).toEqual([{ declared: 18_000, status: 'declared' }]);
    // Where it was handed over is known, too, though the phone was out of reach there.
    await expect
      .poll(() =>
        service.query(
          'SELECT round(lat::numeric, 4)::float AS lat FROM driver_positions WHERE driver_id = $1',
          [app.driverId],
        ),
      )
      .toEqual([{ lat: 8.4517 }]);
    expect(ofItsOwn(app.complaints)).toEqual([]);
    await page.context().close();
  },
);

test(
  'a wrong code is told on the spot; one that was written down without a network is told later, and what came after it is sent again by itself once the code is right',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const sent = await assignParcel(shop, { driverId: app.driverId });
    await press('My jobs');
    await press('I am there');
    await app.type(wrongCode(sent.pickup_code));
    await see('This code is wrong. 4 tries left.');
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await app.type(wrongCode(sent.pickup_code, 2));
    await press('This is the code');
    await toDoor(app);
    await app.type(sent.delivery_code);
    await press('This is the code');
    await see('Nothing to carry');
    await app.setOffline(false);
    await see('This code is wrong. 3 tries left.');
    expect(await statusOf(sent.job_number)).toBe('assigned');
    await press('Get the parcel');
    await page.getByRole('heading', { name: 'Ask for the pickup code' }).waitFor();
    await app.type(sent.pickup_code);
    await expect.poll(() => statusOf(sent.job_number)).toBe('delivered');
    expect(ofItsOwn(app.complaints)).toEqual([]);
    await page.context().close();
  },
);

test(
  'nobody is there: the try is noted with a photo; after two tries and ten minutes the courier gives up, and the way back comes as a job',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const sent = await assignParcel(shop, { driverId: app.driverId, fields: { cod_amount: 90 } });
    const params = { jobNumber: sent.job_number };
    await shop.client.verifyHandoff({ params, body: { type: 'pickup', code: sent.pickup_code } });
    await press('My jobs');
    await toDoor(app);
    await press('Nobody here, or no money');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nobody answers the phone').check();
    await dialog.getByRole('button', { name: 'Called' }).click();
    await takePhoto(page, 'Add a photo of the place');
    await dialog.getByRole('img', { name: 'The photo that you took' }).waitFor();
    await press('Note this try');
    await see(/Try 1 more time\. You may give up from/);
    await expect
      .poll(async () => (await shop.client.trackDelivery({ params })).data.phase)
      .toBe('attempt_failed');
    const [kept] = await service.query(
      `SELECT attempts->0->>'reason' AS reason, attempts->0->>'contact' AS contact, proof->>'photo_file' IS NOT NULL AS photo FROM deliveries WHERE job_number = $1`,
      [sent.job_number],
    );
    expect(kept).toEqual({ reason: 'recipient_unreachable', contact: 'call', photo: true });
    await press('I tried again');
    await press('Note this try');
    await see(/^You may give up from/);
    expect(await page.getByRole('button', { name: 'Give up' }).count()).toBe(0);
    // Ten minutes later, as the phone and the service see it.
    await service.query(
      `UPDATE deliveries SET details = jsonb_set(details, '{arrivals,dropoff}', to_jsonb((now() - interval '15 minutes')::timestamptz)),
         attempts = jsonb_set(attempts, '{0,at}', to_jsonb(now() - interval '14 minutes')), version = version + 1 WHERE job_number = $1`,
      [sent.job_number],
    );
    await page.reload();
    await press(/Alpha Koroma/);
    await press('Give up');
    await dialog.getByText('NLe 90.00 is not collected.').waitFor();
    await dialog.getByRole('button', { name: 'Give up' }).click();
    await expect.poll(() => statusOf(sent.job_number)).toBe('failed');
    await see('Fetch now');
    await press(/Fetch now/);
    await press('I have the parcel already');
    await press('Back');
    await see('Bring back now');
    expect(ofItsOwn(app.complaints)).toEqual([]);
    await page.context().close();
  },
);

test(
  'a parcel that went to another courier meanwhile is told in words, and so is an offer that another was faster with',
  IN_A_BROWSER,
  async () => {
    const trial = await service.merchant({ name: 'Trial Stores' });
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const other = await service.courier('Isatu Bah');
    const sent = await assignParcel(shop, { driverId: app.driverId });
    await press('My jobs');
    await see('Fetch now');
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('I am there');
    await see('Ask for the pickup code');
    await shop.client.assignDelivery({
      params: { jobNumber: sent.job_number },
      body: { driver_id: other.id },
    });
    await app.setOffline(false);
    await page.getByRole('button', { name: 'Back' }).click();
    await see('Another courier has this parcel now. If you still hold it, call your dispatcher.');
    await press('Seen');
    await see('Nothing to carry');

    await startShift(app);
    await sendParcel(trial);
    await press('Offers 1');
    await see('Accept');
    await other.client.setShift({ body: { online: true } });
    const { data } = await other.client.listOffers({ query: {} });
    await other.client.acceptOffer({ params: { id: data[0]?.id ?? '' } });
    await see('Another courier was faster. The next one comes.');
    expect(ofItsOwn(app.complaints)).toEqual([]);
    await page.context().close();
  },
);

test(
  'where the shop wants a photo and a signature and no code, both are kept before the parcel is given, with a finger or a cross',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const sent = await assignParcel(shop, {
      driverId: app.driverId,
      fields: {
        require_pickup_code: false,
        require_delivery_code: false,
        require_photo: true,
        require_signature: true,
      },
    });
    await press('My jobs');
    await press('I am there');
    await press('I have the parcel');
    await toDoor(app);
    await takePhoto(page, 'Take the photo');
    await press('Keep this photo');
    await see('Let them sign');
    const pad = page.locator('.sign-pad');
    const box = await pad.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 60);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 160, (box?.y ?? 0) + 120, { steps: 6 });
    await page.mouse.up();
    expect(await pad.locator('polyline').count()).toBe(1);
    await press('Puts a cross');
    expect(await pad.locator('polyline').count()).toBe(2);
    await page.getByLabel('Who takes it').fill('Fatmata Koroma');
    await press('Keep the signature');
    await allSent(app);
    await app.setOffline(true);
    await page.getByRole('button', { name: 'No network' }).waitFor();
    await press('I gave it');
    await see(/It is sent when there is a network/);
    await app.setOffline(false);
    await expect.poll(() => statusOf(sent.job_number)).toBe('delivered');
    const { data } = await shop.client.getDelivery({ params: { jobNumber: sent.job_number } });
    expect(data.proof).toMatchObject({
      photo_url: expect.any(String),
      signature_url: expect.any(String),
      recipient_name: 'Fatmata Koroma',
    });
    expect(ofItsOwn(app.complaints)).toEqual([]);
    await page.context().close();
  },
);

test(
  'a wrong PIN tells how many tries are left; a session that ended keeps what was done; a second window asks before it takes over',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const sent = await assignParcel(shop, { driverId: app.driverId });
    await press('My jobs');
    await see('Fetch now');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText('The app is open in another window.').waitFor();
    await second.getByRole('button', { name: 'Go on here' }).click();
    await see('The app is open in another window.');
    await press('Go on here');
    await second.close();

    const operator = await service.operator();
    const { data: fresh } = await operator.client.resetDriverPin({ params: { id: app.driverId } });
    const pin = fresh.pin ?? '';
    await press('I am there');
    await see('You were signed out. What you did is kept; sign in to send it.');
    await press('Sign in');
    await page.getByRole('group', { name: 'PIN' }).waitFor();
    // The server counts, also what was tried elsewhere.
    const elsewhere = { phone: app.phone, pin: wrongCode(pin) };
    await expect(shop.client.signInDriver({ body: elsewhere })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      details: { tries_left: 4 },
    });
    await page.keyboard.type(wrongCode(pin));
    await press('OK');
    await see('Number or PIN is wrong. 3 tries left.');
    await page.keyboard.type(pin);
    await press('OK');
    await allSent(app);
    await expect
      .poll(
        async () => (await shop.client.trackDelivery({ params: { jobNumber: sent.job_number } })).data.phase,
      )
      .toBe('at_pickup');
    await page.context().close();
  },
);

test(
  'every screen can be read and used on a phone by day, by night and in the sun, and loads nothing but what is ours',
  IN_A_BROWSER,
  async () => {
    const app = await openCourierApp({ browser, service, name: 'Sallu Kamara' });
    const { page, press, see, complaints } = app;
    const found: Record<string, readonly string[]> = {};
    async function look(step: string): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        found[`${step} ${colorScheme}`] = await findBarriers(
          page,
          colorScheme === 'light' ? 'all' : 'contrast',
        );
      }
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      found[`${step} sideways`] = fits === true ? [] : ['it scrolls sideways'];
    }
    await look('off shift');
    await endAllShifts();
    await startShift(app);
    await look('waiting');
    const sent = await sendParcel(shop, { cod_amount: 450 });
    await service.drain();
    await see('Accept');
    await look('offer');
    await press('Accept');
    await look('to pickup');
    await press('I cannot fetch it');
    await look('giving back');
    await page.keyboard.press('Escape');
    await press('I am there');
    await look('pickup code');
    // By the keyboard alone, too.
    await page.keyboard.type(sent.pickup_code);
    await see('Bring by');
    await press('Back');
    await look('jobs');
    // On a tablet the jobs and one of them stand beside each other, and the next step is that one's.
    await page.setViewportSize({ width: 1_180, height: 820 });
    await page.getByRole('complementary', { name: 'My jobs' }).getByText('Bring now').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'I am there' }).waitFor();
    await look('jobs on a tablet');
    await page.setViewportSize(SIZES.phone);
    await toDoor(app);
    await look('cash first');
    await press('I have the money');
    // Who did not get the parcel gets the money back: at the next try it is asked for again.
    await press('Nobody here');
    await look('nobody here');
    await press('Note this try');
    await page.getByRole('list', { name: 'Tries so far' }).waitFor();
    await look('tried');
    await press('They are here now');
    await press('I have the money');
    await look('delivery code');
    await app.type(sent.delivery_code);
    await see('Done today');
    await press('Cash');
    await page.getByRole('list', { name: 'From whom' }).waitFor();
    await look('cash');
    await press('Hand in at the office');
    await look('handing in');
    await page.keyboard.press('Escape');
    await press('You and this phone');
    await page.getByLabel('Sunlight').check();
    await look('me');
    await page.setViewportSize({ width: 320, height: 640 });
    const isCut = `((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)(document.querySelector('h1'))`;
    expect(await page.evaluate(isCut), 'its title on the smallest phone').toBe(false);
    await page.setViewportSize(SIZES.phone);
    await press(/^Not sent yet/);
    await look('unsent');
    await press('Back');
    await press('Sign out');
    await look('signing out');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Phone number').waitFor();
    await look('phone');
    await page.getByLabel('Phone number').fill(app.phone);
    await press('Go on');
    await page.getByRole('group', { name: 'PIN' }).waitFor();
    await look('pin');
    expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test("the first load of the courier's app stays below 80 kB", async () => {
  expect(await firstLoadBytes('courier')).toBeLessThanOrEqual(80_000);
});
