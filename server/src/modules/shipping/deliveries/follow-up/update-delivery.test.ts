import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobIn } from '../../../../../test/kit/job-in.ts';
import { parcel, UNKNOWN_JOB } from '../../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

const made = (status: Parameters<typeof jobIn>[1], fields = {}) => jobIn(shop.client, status, fields);
const read = async (jobNumber: string) => (await shop.client.getDelivery({ params: { jobNumber } })).data;

describe('a change of a delivery', () => {
  test('keeps the fee, and shows everywhere', async () => {
    const { params, created } = await made('assigned', { cod_amount: 80 });
    const { data } = await shop.client.updateDelivery({
      params,
      body: {
        recipient_phone: '076 111222',
        delivery_landmark: 'Green gate',
        delivery_instructions: null,
        delivery_lat: 8.4699,
        delivery_lng: -13.2722,
        cod_amount: '40.50',
        metadata: { note: 'vip' },
      },
    });
    expect(data).toMatchObject({
      recipient_phone: '+23276111222',
      delivery_landmark: 'Green gate',
      delivery_instructions: null,
      delivery_lat: 8.4699,
      cod_amount: 40.5,
      cod_status: 'to_collect',
      metadata: { note: 'vip' },
      shipping_fee: created.shipping_fee,
      fee_breakdown: created.fee_breakdown,
      version: 3,
    });
    expect(await read(params.jobNumber)).toEqual(data);
    expect(
      (await shop.client.listDeliveries({ query: { recipient_phone: '076111222' } })).data.map(
        ({ job_number }) => job_number,
      ),
    ).toContain(params.jobNumber);
  });

  test('to what is so already changes nothing', async () => {
    const { params, created } = await made('pending');
    expect(
      (
        await shop.client.updateDelivery({
          params,
          body: { recipient_phone: parcel.recipient_phone, status: 'pending' } as never,
        })
      ).data.version,
    ).toBe(created.version);
  });

  test.each([
    ['nothing but its address', {}],
    ['a pin', { delivery_lat: 8.4657, delivery_lng: -13.2722, cod_amount: 80.5 }],
  ])('as it was read can be sent back whole, with %s and at any time', async (_, fields) => {
    const { params } = await made('pending', fields);
    const whole = async (form = 'number') => {
      const client = createClient({
        baseUrl: service.baseUrl,
        apiKey: shop.key,
        headers: () => ({ 'x-amount-format': form }),
      });
      const { data } = await client.getDelivery({ params });
      return client.updateDelivery({ params, body: { ...data, metadata: { seen: true } } as never });
    };
    expect((await whole()).data).toMatchObject({ version: 2, metadata: { seen: true } });
    await shop.client.advanceDelivery({ params, body: { to_status: 'completed' } });
    const { version } = await read(params.jobNumber);
    expect((await whole('string')).data.version).toBe(version);
  });

  test('of the pin is by coordinates or by plus code, and null takes it away', async () => {
    const { params } = await made('pending', { delivery_lat: 8.4657, delivery_lng: -13.2722 });
    const change = async (body: object) => (await shop.client.updateDelivery({ params, body })).data;
    const byCode = await change({ ...(await read(params.jobNumber)), delivery_plus_code: '6CW8FP8H+84' });
    expect(byCode.delivery_plus_code).toBe('6CW8FP8H+84');
    expect(byCode.delivery_lat).not.toBe(8.4657);
    await expect(
      change({ delivery_lat: 8.4657, delivery_lng: -13.2722, delivery_plus_code: '6CW8FP8H+94' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await change({ delivery_lat: 8.4657, delivery_lng: -13.2722 })).toMatchObject({
      delivery_lat: 8.4657,
      delivery_plus_code: null,
    });
    await expect(change({ delivery_lat: null })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await change({ delivery_lat: null, delivery_lng: null })).toMatchObject({
      delivery_lat: null,
      delivery_lng: null,
      delivery_plus_code: null,
      delivery_zone: { code: 'FT-LUM' },
    });
  });

  test('of the cash goes down and up again to what was priced, and to nothing', async () => {
    const { params } = await made('pending', { cod_amount: 50 });
    const cash = async (cod_amount: number) =>
      (await shop.client.updateDelivery({ params, body: { cod_amount } })).data;
    expect(await cash(0)).toMatchObject({ cod_amount: 0, cod_status: 'none' });
    expect(await cash(50)).toMatchObject({ cod_amount: 50, cod_status: 'to_collect' });
    await expect(cash(50.01)).rejects.toMatchObject({ code: 'COD_LIMIT_EXCEEDED' });
  });

  test('waits for nobody else with If-Match', async () => {
    const { params } = await made('pending');
    const { etag } = await shop.client.getDelivery({ params });
    await shop.client.updateDelivery({ params, body: { recipient_name: 'Fatmata' }, ifMatch: etag ?? '' });
    await expect(
      shop.client.updateDelivery({ params, body: { recipient_name: 'Isatu' }, ifMatch: etag ?? '' }),
    ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  test('on the way is that of phones and pin only, and later of metadata only', async () => {
    const { params } = await made('in_transit');
    await shop.client.updateDelivery({
      params,
      body: { recipient_phone: '076 333444', delivery_lat: 8.4699, delivery_lng: -13.2722 },
    });
    await expect(
      shop.client.updateDelivery({ params, body: { cod_amount: 0.5, delivery_landmark: 'x' } }),
    ).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { fields: ['delivery_landmark', 'cod_amount'] },
    });
    await shop.client.advanceDelivery({ params, body: { to_status: 'completed' } });
    await shop.client.updateDelivery({ params, body: { metadata: { closed: true } } });
    await expect(
      shop.client.updateDelivery({ params, body: { recipient_phone: '076 333555' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  test('is refused where it cannot be', async () => {
    const { params } = await made('pending');
    const change = (body: object) => shop.client.updateDelivery({ params, body });
    await expect(change({ cod_amount: 1.234 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(
      shop.client.updateDelivery({ params: { jobNumber: UNKNOWN_JOB }, body: {} }),
    ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await expect(change({ delivery_lat: 7.9647, delivery_lng: -11.7383 })).rejects.toMatchObject({
      code: 'ADDRESS_MISMATCH',
    });
    await expect(change({ delivery_lat: 8.4871, delivery_lng: -13.2356 })).rejects.toMatchObject({
      code: 'ADDRESS_MISMATCH',
      details: { expected: 'FT-LUM' },
    });
    await expect(change({ recipient_phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
    await expect(change({ shipping_fee: 1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(change({ delivery_lat: 8.47 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
