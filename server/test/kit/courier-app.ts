import type { CreatedDelivery } from '@cottontree/contract';
import type { Locator, Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';
import { parcel } from './parcel.ts';
import type { TestMerchant, TestService } from './service.ts';

/** The courier's app in a browser, with somebody signed in who is on no shift yet. */
export type CourierApp = {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly driverId: string;
  readonly phone: string;
  readonly pin: string;
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Six digits on the pad, by its own keys. */
  readonly type: (code: string) => Promise<void>;
  readonly see: (text: string | RegExp) => Promise<void>;
  /** Like a network that is gone, and back. */
  readonly setOffline: (isOffline: boolean) => Promise<void>;
};

type Opening = {
  readonly browser: TestBrowser;
  readonly service: TestService;
  readonly name?: string;
  /** Where the browser finds the service; default: where it is. */ readonly origin?: string;
};

/** Where the couriers of these tests stand: some way from Lumley. */
const STAND = { latitude: 8.479, longitude: -13.247, accuracy: 12 };

/** A courier of the platform with a phone and a PIN, signed in. */
export async function openCourierApp({
  browser,
  service,
  name = 'Mohamed Kamara',
  origin = new URL(service.baseUrl).origin,
}: Opening): Promise<CourierApp> {
  const [rider, operator] = await Promise.all([service.courier(name), service.operator()]);
  const { data } = await operator.client.resetDriverPin({ params: { id: rider.id } });
  const { page, complaints } = await browser.look(`${origin}/courier`);
  await page.context().grantPermissions(['geolocation'], { origin });
  await page.context().setGeolocation(STAND);
  const app: CourierApp = {
    page,
    complaints,
    driverId: rider.id,
    phone: rider.phone,
    pin: data.pin ?? '',
    press: (what) => button(page, what).click(),
    async type(code) {
      const pad = page.getByRole('group', { name: 'Code' });
      for (const digit of code) await pad.getByRole('button', { name: digit, exact: true }).click();
    },
    see: (text) => page.getByText(text).first().waitFor(),
    setOffline: (isOffline) => page.context().setOffline(isOffline),
  };
  await signInCourier(app);
  return app;
}

function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();
}

/** Number, PIN. */
export async function signInCourier({ page, phone, pin, press }: CourierApp): Promise<void> {
  await page.getByLabel('Phone number').fill(phone);
  await press('Go on');
  await page.getByRole('group', { name: 'PIN' }).waitFor();
  await page.keyboard.type(pin);
  await press('OK');
  await page.getByRole('navigation').waitFor();
}

/** On shift, with the position shared. */
export async function startShift({ page, press }: CourierApp): Promise<void> {
  await press('Offers');
  await press('Start your shift');
  await page
    .getByRole('button', { name: 'Share my position' })
    .or(page.getByRole('heading', { name: /Waiting for offers|Offer/ }))
    .first()
    .waitFor();
  const ask = page.getByRole('button', { name: 'Share my position' });
  if (await ask.isVisible()) await ask.click();
  await page
    .getByText('Waiting for offers')
    .or(page.getByRole('heading', { name: 'Offer', exact: true }))
    .first()
    .waitFor();
}

/** A parcel with everything that a courier looks for. */
export async function sendParcel({ client }: TestMerchant, fields: object = {}): Promise<CreatedDelivery> {
  const { data } = await client.createDelivery({
    body: {
      ...parcel,
      pickup_lat: 8.4863,
      pickup_lng: -13.2349,
      pickup_address: '12 Siaka Stevens Street',
      pickup_landmark: 'Beside the cotton tree',
      pickup_contact_name: 'Aminata Sesay',
      pickup_contact_phone: '076 123456',
      delivery_lat: 8.4517,
      delivery_lng: -13.2682,
      delivery_landmark: 'Blue gate beside the pharmacy',
      recipient_name: 'Alpha Koroma',
      ...fields,
    },
  });
  return data;
}

/** A parcel that this courier has already. */
export async function assignParcel(
  { client }: TestMerchant,
  { driverId, fields = {} }: { readonly driverId: string; readonly fields?: object },
): Promise<CreatedDelivery> {
  const delivery = await sendParcel({ client } as TestMerchant, fields);
  await client.assignDelivery({
    params: { jobNumber: delivery.job_number },
    body: { driver_id: driverId },
  });
  return delivery;
}
