import type { DeliveriesReportRow } from '@cottontree/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startRide, type Ride } from '../../../../test/kit/ride.ts';
import {
  startService,
  type TestMerchant,
  type TestPerson,
  type TestService,
} from '../../../../test/kit/service.ts';

const DAY_MS = 86_400_000;
const GROUPS = ['day', 'status', 'zone', 'service_level'] as const;
const ENDS = ['delivered', 'failed', 'pending', 'cancelled', 'in_transit'] as const;
const CITIES = ['Lumley', 'Bo', 'Makeni'] as const;

let service: TestService;
let shop: TestMerchant;
let cashier: TestPerson;
let ride: Ride;

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  cashier = await service.operator();
  ride = await startRide(service, shop);
  await service.server.modules.shipping.refreshMap();
  for (let made = 0; made < 40; made += 1) {
    // What fails is held: a return would be a job of its own.
    const { data } = await shop.client.createDelivery({
      body: {
        ...parcel,
        undeliverable_action: 'hold',
        delivery_city: CITIES[made % 3] ?? '',
        service_level: made % 4 === 0 ? 'express' : 'standard',
      },
    });
    const end = ENDS[made % 5] ?? 'pending';
    const params = { jobNumber: data.job_number };
    if (end === 'failed') await shop.client.advanceDelivery({ params, body: { to_status: 'in_transit' } });
    if (end !== 'pending') await shop.client.advanceDelivery({ params, body: { to_status: end } });
    // Spread over three weeks, some at the edges of days, and each third one late by an hour.
    await service.query(
      `UPDATE deliveries SET created_at = date_trunc('day', created_at) - $2 * interval '12 hours', delivered_at = CASE WHEN delivered_at IS NOT NULL THEN date_trunc('day', created_at) - $2 * interval '12 hours' + interval '90 minutes' END,
         estimated_delivery_at = date_trunc('day', created_at) - $2 * interval '12 hours' + $3 * interval '1 hour' WHERE job_number = $1`,
      [data.job_number, made, made % 3 === 0 ? 1 : 2],
    );
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const sum = (rows: readonly DeliveriesReportRow[]) => {
  const add = (pick: (row: DeliveriesReportRow) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0);
  return {
    jobs: add(({ jobs }) => jobs),
    cents: add(({ fees }) => Math.round(fees * 100)),
    delivered: add(({ delivered }) => delivered),
    failed: add(({ failed }) => failed),
    cancelled: add(({ cancelled }) => cancelled),
    onTime: add(({ on_time }) => on_time),
  };
};

async function counted(from: string, to: string) {
  const [row] = await service.query(
    `SELECT count(*)::int AS jobs, coalesce(sum(shipping_fee), 0)::int AS cents, count(delivered_at)::int AS delivered, count(*) FILTER (WHERE status = 'failed')::int AS failed,
       count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled, count(*) FILTER (WHERE delivered_at <= estimated_delivery_at)::int AS "onTime"
     FROM deliveries WHERE merchant_id = $1 AND created_at >= $2::timestamptz AND created_at < $3::date + 1`,
    [shop.id, `${from}T00:00:00Z`, to],
  );
  return row;
}

test('deliveries by day, status, zone and service level', async () => {
  const of = async (group_by: (typeof GROUPS)[number]) =>
    (await shop.client.reportDeliveries({ query: { from: dayOf(25), to: dayOf(0), group_by } })).data;
  const byStatus = await of('status');
  expect(byStatus.map(({ group, jobs }) => [group, jobs])).toEqual([
    ['cancelled', 8],
    ['delivered', 8],
    ['failed', 8],
    ['in_transit', 8],
    ['pending', 8],
  ]);
  expect(byStatus.find(({ group }) => group === 'delivered')).toMatchObject({
    currency: 'SLE',
    delivered: 8,
    average_minutes: 90,
    on_time: 5,
    on_time_share: 0.625,
  });
  expect(byStatus.find(({ group }) => group === 'pending')).toMatchObject({
    delivered: 0,
    on_time_share: null,
    average_minutes: null,
  });
  expect((await of('service_level')).map(({ group, jobs }) => [group, jobs])).toEqual([
    ['express', 10],
    ['standard', 30],
  ]);
  expect((await of('zone')).map(({ jobs }) => jobs).toSorted()).toEqual([13, 13, 14]);
  const byDay = await of('day');
  expect(byDay.map(({ group }) => group)).toEqual(byDay.map(({ group }) => group).toSorted());
  expect(byDay.at(-1)).toMatchObject({ group: dayOf(0), jobs: 1 });
  expect(byDay.at(-2)).toMatchObject({ group: dayOf(1), jobs: 2 });
});

test('the sums over all groups are exact, whatever the days and the group', async () => {
  const days = fc
    .tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 25 }))
    .map(([one, other]) => [Math.max(one, other), Math.min(one, other)] as const);
  await fc.assert(
    fc.asyncProperty(days, fc.constantFrom(...GROUPS), async ([first, last], group_by) => {
      const query = { from: dayOf(first), to: dayOf(last), group_by };
      expect(sum((await shop.client.reportDeliveries({ query })).data)).toEqual(
        await counted(query.from, query.to),
      );
    }),
    { numRuns: 40 },
  );
});

test('failures by reason', async () => {
  const { data, meta } = await shop.client.reportFailures();
  expect(data.reduce((all, { jobs }) => all + jobs, 0)).toBe(8);
  expect(data.reduce((all, { share }) => all + (share ?? 0), 0)).toBeCloseTo(1, 3);
  expect(meta.total).toBe(data.length);
});

test('cash by day, and couriers by what they did', async () => {
  const job = await ride.job({ cod_amount: 150.5 });
  await ride.take('verifyCode', job.job_number, { type: 'pickup', code: job.pickup_code });
  await ride.take('departWithParcel', job.job_number);
  await ride.take('verifyCode', job.job_number, {
    type: 'delivery',
    code: job.delivery_code,
    cod_collected: 150.5,
  });
  await shop.client.rateDelivery({ params: { jobNumber: job.job_number }, body: { stars: 4 } });
  const deposit = (await ride.client.depositCash({ body: { job_numbers: [job.job_number] } })).data;
  await cashier.client.countCashDeposit({ params: { id: deposit.id }, body: { amount: 150.5 } });
  expect((await shop.client.reportCod()).data).toEqual([
    { day: dayOf(0), currency: 'SLE', collected: 150.5, deposited: 150.5, settled: 0, exact: null },
  ]);
  await cashier.client.settleCash({ body: { merchant_id: shop.id, livemode: false, deduct_fees: true } });
  expect((await shop.client.reportCod()).data).toEqual([
    { day: dayOf(0), currency: 'SLE', collected: 150.5, deposited: 150.5, settled: 150.5, exact: null },
  ]);

  const wanted = {
    driver_id: ride.driverId,
    driver_name: 'Mohamed Kamara',
    currency: 'SLE',
    delivered: 1,
    failed: 0,
    on_time: 1,
    on_time_share: 1,
    ratings: 1,
    average_stars: 4,
    cash_collected: 150.5,
    jobs: 1,
  };
  const own = async (person: { readonly client: TestMerchant['client'] }, livemode = false) =>
    (await person.client.reportDrivers({ query: { livemode } })).data.filter(
      ({ driver_id, cash_collected }) => driver_id === ride.driverId && cash_collected > 0,
    );
  for (const who of [shop, cashier])
    expect(await own(who)).toEqual([
      expect.objectContaining({
        ...wanted,
        jobs: expect.any(Number),
        delivered: expect.any(Number),
        failed: expect.any(Number),
        on_time: expect.any(Number),
        on_time_share: expect.any(Number),
      }),
    ]);
  expect(await own(cashier, true)).toEqual([]);
  const stranger = await service.merchant();
  expect((await stranger.client.reportDrivers()).data).toEqual([]);
  expect((await stranger.client.reportDeliveries()).data).toEqual([]);
});

test('reports and the list of deliveries come as CSV', async () => {
  const get = async (path: string, accept = 'text/csv') => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${shop.key}`, accept },
    });
    return {
      type: response.headers.get('content-type'),
      status: response.status,
      lines: (await response.text()).trim().split('\r\n'),
    };
  };
  const report = await get('/reports/deliveries?group_by=status');
  expect(report.type).toBe('text/csv; charset=utf-8');
  expect(report.lines[0]).toBe(
    'group,currency,jobs,fees,delivered,failed,cancelled,on_time,on_time_share,average_minutes,exact',
  );
  expect(report.lines.length).toBe(1 + 5);
  for (const path of ['/reports/failures', '/reports/cod', '/reports/drivers'])
    expect((await get(path)).type, path).toBe('text/csv; charset=utf-8');

  const whole = await get('/shipping/deliveries');
  expect(whole.lines.length).toBeGreaterThan(40);
  expect(await get('/shipping/deliveries.csv', '*/*')).toEqual(whole);
  expect((await get('/shipping/deliveries.csv?status=cancelled', 'application/json')).lines.length).toBe(
    1 + 8,
  );
  expect((await get('/shipping/deliveries.csv?status=nowhere')).status).toBe(400);
  expect((await fetch(`${service.baseUrl}/shipping/deliveries.csv`)).status).toBe(401);
  expect((await fetch(`${service.baseUrl}/shipping/deliveries.csv`, { method: 'POST' })).status).toBe(405);
});

test('days that a report cannot have', async () => {
  await expect(
    shop.client.reportDeliveries({ query: { from: '2026-01-01', to: '2026-06-01' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'from' }] } });
  await expect(shop.client.reportCod({ query: { from: 'yesterday' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'from' }] },
  });
});
