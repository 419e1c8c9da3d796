import { failureReasons, pickupFailureReasons } from '@cottontree/contract';
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
const relatedOf = async (jobNumber: string) => (await read(jobNumber)).related_jobs;

describe('a parcel that could not be delivered', () => {
  test('comes back as a job of its own, with the ends swapped, and makes its order returned', async () => {
    const { params, created } = await made('failed', {
      cod_amount: 30,
      pickup_contact_name: 'Aminata',
      pickup_contact_phone: '076 123456',
    });
    const [related] = await relatedOf(params.jobNumber);
    expect(related).toMatchObject({ kind: 'return' });
    const back = await read(related?.job_number ?? '');
    expect(back).toMatchObject({
      kind: 'return',
      original_job_number: params.jobNumber,
      related_jobs: [{ job_number: params.jobNumber, kind: 'delivery' }],
      status: 'assigned',
      order_number: created.order_number,
      pickup_city: 'Lumley',
      pickup_address: '27 Freetown Road',
      delivery_city: 'Freetown',
      recipient_name: 'Aminata',
      recipient_phone: '+23276123456',
      shipping_fee: Math.floor(created.shipping_fee * 50) / 100,
      cod_amount: 0,
      cod_status: 'none',
      require_pickup_code: false,
    });
    expect(back.fee_breakdown.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(back.shipping_fee, 6);
    expect(
      new Set([back.pickup_code, back.delivery_code, created.pickup_code, created.delivery_code]).size,
    ).toBe(4);
    expect((await shop.client.trackDelivery({ params })).data).toMatchObject({
      status: 'failed',
      order_status: 'delivery_failed',
      phase: 'returning',
    });

    await shop.client.advanceDelivery({
      params: { jobNumber: back.job_number },
      body: { to_status: 'completed' },
    });
    expect(await read(back.job_number)).toMatchObject({ status: 'completed', order_status: 'returned' });
    await service.drain();
    const told = (await shop.client.listMessages({ query: { entity: back.job_number, limit: 100 } })).data;
    expect(told.map(({ event }) => event).sort()).toEqual([
      'shipping.delivery.created',
      ...Array.from({ length: 5 }, () => 'shipping.status.updated'),
    ]);
  });

  test('comes back by itself in a simulation', async () => {
    const { data } = await shop.client.createDelivery({
      body: { ...parcel, recipient_phone: '+23299000005' },
    });
    for (let step = 0; step < 20; step += 1) {
      service.advance(10_000);
      await service.drain();
    }
    const [related] = await relatedOf(data.job_number);
    expect(await read(data.job_number)).toMatchObject({
      status: 'failed',
      failure: { reason: 'recipient_refused' },
    });
    expect(await read(related?.job_number ?? '')).toMatchObject({
      kind: 'return',
      status: 'delivered',
      order_status: 'returned',
    });
  });

  test('is held where the merchant wants that, until it asks for the return', async () => {
    const { params } = await made('failed', { undeliverable_action: 'hold' });
    expect(await relatedOf(params.jobNumber)).toEqual([]);
    expect((await shop.client.trackDelivery({ params })).data.phase).toBe('held');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.client.returnDelivery({ params })),
    );
    expect(new Set(answers.map(({ data }) => data.job_number)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await relatedOf(params.jobNumber)).toHaveLength(1);
  });

  test('is not brought back where there is none, or it is not over, or it is lost', async () => {
    const bring = (params: { jobNumber: string }) => shop.client.returnDelivery({ params });
    await expect(bring({ jobNumber: UNKNOWN_JOB })).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    for (const status of ['pending', 'in_transit', 'completed', 'cancelled'] as const)
      await expect(bring((await made(status)).params)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const lost = await shop.client.createDelivery({
      body: {
        ...parcel,
        simulate: { mode: 'auto', outcome: 'failed', reason: 'package_lost', step_seconds: 1 },
      },
    });
    for (let step = 0; step < 6; step += 1) {
      service.advance(1_000);
      await service.drain();
    }
    expect(await read(lost.data.job_number)).toMatchObject({ status: 'failed', related_jobs: [] });
  });

  test('is delivered again as a job of its own, and the return that nobody began is called off', async () => {
    const { params, created } = await made('failed', { cod_amount: 30, order_number: 'ORD-again' });
    const { data } = await shop.client.redeliverDelivery({
      params,
      body: { delivery_landmark: 'Ask at the pharmacy', recipient_phone: '076 555666' },
    });
    expect(data).toMatchObject({
      kind: 'redelivery',
      original_job_number: params.jobNumber,
      status: 'pending',
      order_number: 'ORD-again',
      cod_amount: 30,
      cod_status: 'to_collect',
      delivery_landmark: 'Ask at the pharmacy',
      recipient_phone: '+23276555666',
      shipping_fee: created.shipping_fee,
      delivery_city: 'Lumley',
      pickup_city: 'Freetown',
    });
    const [back, again] = await relatedOf(params.jobNumber);
    expect(again).toEqual({ job_number: data.job_number, kind: 'redelivery' });
    expect(await read(back?.job_number ?? '')).toMatchObject({
      status: 'cancelled',
      cancellation: { fee: 0, by: 'system' },
    });
    await shop.client.advanceDelivery({
      params: { jobNumber: data.job_number },
      body: { to_status: 'completed' },
    });
    expect(await read(data.job_number)).toMatchObject({ status: 'completed', order_status: 'completed' });
  });

  test('comes back in a new job where the return before was cancelled', async () => {
    const { params } = await made('failed');
    const [first] = await relatedOf(params.jobNumber);
    await shop.client.cancelDelivery({ params: { jobNumber: first?.job_number ?? '' } });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.client.returnDelivery({ params })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(answers[0]?.data).toMatchObject({ kind: 'return', original_job_number: params.jobNumber });
    expect(answers[0]?.data.status).not.toBe('cancelled');
    expect(await relatedOf(params.jobNumber)).toEqual([
      first,
      { job_number: answers[0]?.data.job_number, kind: 'return' },
    ]);
    const { data: again } = await shop.client.redeliverDelivery({ params });
    expect((await read(answers[0]?.data.job_number ?? '')).status).toBe('cancelled');
    expect(again.kind).toBe('redelivery');
  });

  test('is delivered again, or comes back, where the redelivery before was cancelled', async () => {
    for (const action of ['hold', 'return'] as const) {
      const { params } = await made('failed', { undeliverable_action: action });
      const { data: first } = await shop.client.redeliverDelivery({ params });
      await shop.client.cancelDelivery({ params: { jobNumber: first.job_number } });
      const { data: second } = await shop.client.redeliverDelivery({ params });
      expect(second).toMatchObject({ kind: 'redelivery', original_job_number: params.jobNumber });
      await shop.client.cancelDelivery({ params: { jobNumber: second.job_number } });
      const { data: back, status } = await shop.client.returnDelivery({ params });
      expect([status, back.kind, back.status]).toEqual([201, 'return', 'assigned']);
    }
  });

  test('is not brought back by a second job while it is delivered again', async () => {
    const { params } = await made('failed', { undeliverable_action: 'hold' });
    const { data } = await shop.client.redeliverDelivery({ params });
    await expect(shop.client.returnDelivery({ params })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { job_number: data.job_number },
    });
  });

  test('is delivered again once, however many ask at once', async () => {
    const { params } = await made('failed', { undeliverable_action: 'hold' });
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => shop.client.redeliverDelivery({ params, body: {} })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await relatedOf(params.jobNumber)).toHaveLength(1);
  });

  test('goes to a new place without the pin and the landmark of the old one', async () => {
    const old = { delivery_landmark: 'Blue gate', delivery_lat: 8.4586, delivery_lng: -13.2724 };
    const { params } = await made('failed', old);
    const place = { delivery_city: 'Kissy', delivery_address: '5 Kissy Road' };
    const { data } = await shop.client.redeliverDelivery({ params, body: place });
    expect(data).toMatchObject({ ...place, delivery_landmark: null, delivery_lat: null, delivery_lng: null });
  });

  test('goes to a saved place with the landmark that is saved with it', async () => {
    const { params } = await made('failed', { delivery_landmark: 'Blue gate' });
    const saved = await shop.client.saveAddress({
      body: { city: 'Kissy', address: '7 Kissy Road', landmark: 'Red kiosk' },
    });
    const body = { delivery_address_id: saved.data.id };
    const { data } = await shop.client.redeliverDelivery({ params, body });
    expect(data).toMatchObject({ delivery_city: 'Kissy', delivery_landmark: 'Red kiosk' });
  });

  test('takes a better pin, or another address of the same town, alone', async () => {
    const old = { delivery_landmark: 'Blue gate', delivery_lat: 8.4586, delivery_lng: -13.2724 };
    const pinned = await made('failed', { ...old, delivery_address: '27 Freetown Road' });
    const pin = { delivery_lat: 8.459, delivery_lng: -13.273 };
    expect((await shop.client.redeliverDelivery({ params: pinned.params, body: pin })).data).toMatchObject({
      ...pin,
      delivery_address: '27 Freetown Road',
      delivery_landmark: 'Blue gate',
    });
    const moved = await made('failed', old);
    const elsewhere = { delivery_address: '3 Spur Road' };
    expect(
      (await shop.client.redeliverDelivery({ params: moved.params, body: elsewhere })).data,
    ).toMatchObject({
      ...elsewhere,
      delivery_city: 'Lumley',
      delivery_landmark: null,
      delivery_lat: null,
      delivery_lng: null,
    });
  });

  test('keeps what a redelivery does not know of', async () => {
    const { params } = await made('failed', { cod_amount: 20, metadata: { cart: 7 } });
    const strange = { weight_kg: -5, cod_amount: 1, order_number: 'a b', metadata: { deep: [1] } };
    const { data } = await shop.client.redeliverDelivery({ params, body: strange as object });
    expect(data).toMatchObject({ weight_kg: 1, cod_amount: 20, metadata: { cart: 7 } });
  });

  test('is not delivered again while it is on its way, there or back', async () => {
    const again = (params: { jobNumber: string }, body = {}) =>
      shop.client.redeliverDelivery({ params, body });
    await expect(again({ jobNumber: UNKNOWN_JOB })).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await expect(again((await made('in_transit')).params)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const { params } = await made('failed');
    await expect(again(params, { max_shipping_fee: 1 })).rejects.toMatchObject({ code: 'FEE_EXCEEDS_MAX' });
    const [back] = await relatedOf(params.jobNumber);
    await shop.client.advanceDelivery({
      params: { jobNumber: back?.job_number ?? '' },
      body: { to_status: 'in_transit' },
    });
    await expect(again(params)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { job_number: back?.job_number },
    });
  });
});

describe('what it failed for', () => {
  test.each(failureReasons.filter((reason) => !pickupFailureReasons.some((one) => one === reason)))(
    '%s: comes back unless there is nothing to bring back, and costs nothing then',
    async (reason) => {
      const { params } = await made('in_transit', { undeliverable_action: 'hold' });
      const port = (await service.operator('dispatcher')).client;
      await port.moveByDispatcher({ params, body: { to_status: 'failed', reason } });
      const asked = shop.client.returnDelivery({ params });
      if (reason !== 'package_lost')
        return expect((await asked).data).toMatchObject({
          kind: 'return',
          original_job_number: params.jobNumber,
        });
      await expect(asked).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        status: 409,
        details: { from: 'failed' },
      });
      expect(await relatedOf(params.jobNumber)).toEqual([]);
    },
  );
});

test('what went to somebody who is forgotten since goes nowhere before somebody says where', async () => {
  const { params, created } = await made('failed', {
    undeliverable_action: 'hold',
    recipient_phone: '076 700 411',
  });
  await shop.client.eraseRecipient({ body: { phone: created.recipient_phone ?? '' } });
  expect((await read(params.jobNumber)).delivery_address).toBe('');
  await expect(shop.client.redeliverDelivery({ params })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'delivery_address' }] },
  });
  const place = { delivery_address: '3 Aberdeen Road', delivery_city: 'Lumley' };
  expect((await shop.client.redeliverDelivery({ params, body: place })).data).toMatchObject(place);
});

test('what was meant for a time that has passed is delivered again as soon as may be', async () => {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { params, created } = await made('failed', {
    service_level: 'scheduled',
    delivery_window_start: at(20),
    delivery_window_end: at(22),
  });
  expect(created.service_level).toBe('scheduled');
  expect((await shop.client.redeliverDelivery({ params })).data).toMatchObject({
    service_level: 'standard',
    delivery_window_start: null,
  });
});
