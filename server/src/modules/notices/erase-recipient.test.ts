import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payCod } from '../../../test/kit/cash.ts';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

const DAY_MS = 86_400_000;
const PHONE = '+23278234567';
const person = {
  recipient_name: 'Fatmata Kamara',
  recipient_phone: PHONE,
  delivery_address: '27 Hidden Road',
  delivery_landmark: 'Blue gate',
  delivery_instructions: 'Call first',
  delivery_lat: 8.4657,
  delivery_lng: -13.2811,
};
const TRACES = ['Fatmata', '78234567', 'Hidden', 'Blue gate', 'Call first', '8.4657'];
const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

async function delivered(fields: object = {}) {
  const { data } = await shop.client.createDelivery({ body: { ...parcel, ...person, ...fields } });
  const params = { jobNumber: data.job_number };
  await shop.client.advanceDelivery({ params, body: { to_status: 'assigned' } });
  await service.drain();
  await shop.client.advanceDelivery({ params, body: { to_status: 'in_transit' } });
  await shop.client.verifyHandoff({
    params,
    body: { type: 'delivery', code: data.delivery_code, recipient_name: 'Fatmata K.' },
  });
  await shop.client.advanceDelivery({ params, body: { to_status: 'completed' } });
  return data;
}
const erase = (phone = '078 234567') => shop.client.eraseRecipient({ body: { phone } });
const read = async (id: string) => (await shop.client.getClaim({ params: { id } })).data;
const rowsOf = async (table: string) =>
  JSON.stringify(await service.query(`SELECT t::text FROM ${table} t WHERE merchant_id = $1`, [shop.id]));

describe('forgetting a recipient', () => {
  test('forgets who paid a parcel at its page; the payment stays', async () => {
    const { data: made } = await shop.client.createDelivery({
      body: { ...parcel, ...person, cod_amount: 30 },
    });
    expect((await payCod(service, new URL(made.tracking_url).pathname)).status).toBe(303);
    service.advance(5_000);
    await service.drain();
    await shop.client.advanceDelivery({
      params: { jobNumber: made.job_number },
      body: { to_status: 'completed' },
    });
    expect(await rowsOf('payments')).toContain('+23200000001');
    expect((await erase()).data).toMatchObject({ deliveries: 1 });
    expect(await rowsOf('payments')).not.toContain('+23200000001');
    expect(
      (await shop.client.listPayments({ query: { delivery_job_number: made.job_number } })).data,
    ).toMatchObject([
      { status: 'succeeded', amount: 30, customer: { name: null, phone: null, email: null } },
    ]);
  });

  test('leaves no trace of the person in deliveries, addresses and messages, and the job as it was', async () => {
    const made = await delivered();
    await delivered({ recipient_phone: '076 111222', recipient_phone_alt: PHONE });
    await shop.client.saveAddress({
      body: { address: '27 Hidden Road', city: 'Lumley', contact_name: 'Fatmata', contact_phone: PHONE },
    });
    await service.drain();
    expect((await erase()).data).toMatchObject({ deliveries: 2, addresses: 1, notices: 4 });
    for (const table of ['deliveries', 'addresses', 'notices', 'recipient_erasures']) {
      const text = await rowsOf(table);
      for (const trace of TRACES) expect(text, table).not.toContain(trace);
    }
    const { data } = await shop.client.getDelivery({ params: { jobNumber: made.job_number } });
    expect(data).toMatchObject({
      status: 'completed',
      shipping_fee: made.shipping_fee,
      delivery_city: made.delivery_city,
      recipient_name: null,
      recipient_phone: null,
      delivery_address: '',
      delivery_lat: null,
      erased_at: expect.any(String),
    });
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: made.job_number } })).data.timeline.every(
        ({ note }) => note === null,
      ),
    ).toBe(true);
    expect((await shop.client.listNotices()).data.map(({ to, text }) => [to, text])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ]);
    const [record] = await service.query(
      'SELECT deliveries, addresses, notices, key_id FROM recipient_erasures WHERE merchant_id = $1',
      [shop.id],
    );
    expect(record).toMatchObject({
      deliveries: 2,
      addresses: 1,
      notices: 4,
      key_id: expect.stringMatching(/^key_/),
    });
  });

  test('ends the links to photos of the door', async () => {
    const port = (await service.operator('dispatcher')).client;
    const { data } = await shop.client.createDelivery({ body: { ...parcel, ...person } });
    const params = { jobNumber: data.job_number };
    await shop.client.advanceDelivery({ params, body: { to_status: 'in_transit' } });
    await port.overrideHandoff({
      params,
      body: { to_status: 'delivered', reason: 'Lost her phone.', photo: PHOTO },
    });
    await shop.client.advanceDelivery({ params, body: { to_status: 'completed' } });
    const [file] = await service.query('SELECT token FROM files WHERE subject = $1', [data.job_number]);
    const look = async (): Promise<number> =>
      (await fetch(`${service.server.baseUrl}/f/${String(file?.['token'])}`)).status;
    expect(await look()).toBe(200);
    await erase();
    expect(await look()).toBe(404);
  });

  test('takes what claims say and show of a delivery as well, once they are decided', async () => {
    const { job_number } = await delivered();
    const claim = async (type: 'damaged' | 'late') =>
      (
        await shop.client.createClaim({
          body: { job_number, type, amount: 5, note: 'Fatmata showed it at her door.', photos: [PHOTO] },
        })
      ).data;
    const [open, decided] = [await claim('damaged'), await claim('late')];
    await shop.client.withdrawClaim({ params: { id: decided.id } });
    const look = async (url = ''): Promise<number> => (await fetch(url)).status;
    expect(await look(decided.photo_urls[0])).toBe(200);
    await erase();
    expect(await read(decided.id)).toMatchObject({ note: null, photo_urls: [], status: 'withdrawn' });
    expect(await look(decided.photo_urls[0])).toBe(404);
    expect(await read(open.id), 'somebody has to decide it').toMatchObject({ note: open.note });
    await shop.client.withdrawClaim({ params: { id: open.id } });
    expect(await read(open.id)).toMatchObject({ note: null, photo_urls: [], status: 'withdrawn' });
    expect(await rowsOf('claims')).not.toContain('Fatmata');
  });

  test('touches nobody else: another number, another merchant', async () => {
    const stranger = await service.merchant();
    const theirs = (await stranger.client.createDelivery({ body: { ...parcel, ...person } })).data;
    const other = await delivered({ recipient_phone: '076 111222' });
    expect((await erase()).data).toMatchObject({ deliveries: 0, addresses: 0, notices: 0 });
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: other.job_number } })).data.recipient_name,
    ).toBe('Fatmata Kamara');
    expect(
      (await stranger.client.getDelivery({ params: { jobNumber: theirs.job_number } })).data.recipient_name,
    ).toBe('Fatmata Kamara');
  });

  test('waits for what is under way, and erases nothing before', async () => {
    const done = await delivered();
    const { data: active } = await shop.client.createDelivery({ body: { ...parcel, ...person } });
    await expect(erase()).rejects.toMatchObject({
      code: 'RECIPIENT_HAS_ACTIVE_DELIVERIES',
      details: { job_numbers: [active.job_number] },
    });
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: done.job_number } })).data.recipient_phone,
    ).toBe(PHONE);
  });

  test('needs a phone number', async () => {
    await expect(erase('12')).rejects.toMatchObject({ code: 'INVALID_PHONE' });
  });
});

describe('by itself', () => {
  test('a delivery forgets its recipient a year after its end, and an address nobody used goes as well', async () => {
    const made = await delivered();
    const { data: claim } = await shop.client.createClaim({
      body: { job_number: made.job_number, type: 'late', amount: 5, note: 'Fatmata waited.' },
    });
    await shop.client.withdrawClaim({ params: { id: claim.id } });
    const { data: active } = await shop.client.createDelivery({ body: { ...parcel, ...person } });
    await shop.client.saveAddress({
      body: { address: '27 Hidden Road', city: 'Lumley', contact_name: 'Fatmata', contact_phone: PHONE },
    });
    await shop.client.saveAddress({
      body: { address: '3 Shop Street', city: 'Freetown', is_default: true, type: 'pickup' },
    });
    service.advance(364 * DAY_MS);
    await service.drain();
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: made.job_number } })).data.recipient_name,
    ).toBe('Fatmata Kamara');
    service.advance(2 * DAY_MS);
    await service.drain();
    const { data } = await shop.client.getDelivery({ params: { jobNumber: made.job_number } });
    expect(data).toMatchObject({ recipient_name: null, erased_at: expect.any(String) });
    expect((await read(claim.id)).note).toBeNull();
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: active.job_number } })).data.recipient_name,
    ).toBe('Fatmata Kamara');
    expect((await shop.client.listAddresses()).data.map(({ address }) => address)).toEqual(['3 Shop Street']);
  });
});
