import { deliveryStatuses, pathTo, type DeliveryStatus } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const newJob = async (fields = {}): Promise<string> =>
  (await shop.client.createDelivery({ body: { ...parcel, ...fields } })).data.job_number;
const advance = async (jobNumber: string, to_status: DeliveryStatus) =>
  (await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status } })).data;
const factsOf = async (jobNumber: string) =>
  await service.query(
    `SELECT sequence, facts->>'status' AS status FROM outbox WHERE entity = $1 ORDER BY id`,
    [jobNumber],
  );

const from = (status: DeliveryStatus): DeliveryStatus[] =>
  deliveryStatuses.filter((to) => pathTo(status, to) !== null);
const pairs = deliveryStatuses.flatMap((status) => deliveryStatuses.map((to) => [status, to] as const));

describe('a test delivery', () => {
  test.each(pairs.filter(([status, to]) => from(status).includes(to)))(
    'walks from %s to %s by every step between, each announced in order',
    async (status, to) => {
      const jobNumber = await newJob();
      await advance(jobNumber, status);
      const before = (await factsOf(jobNumber)).length;
      expect(await advance(jobNumber, to)).toMatchObject({ status: to });
      const path = pathTo(status, to) ?? [];
      const facts = await factsOf(jobNumber);
      expect(facts.slice(before).map((fact) => fact['status'])).toEqual(path);
      expect(facts.map(({ sequence }) => sequence)).toEqual(facts.map((_, at) => at + 1));
      expect(
        (await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline.map(
          (entry) => entry.status,
        ),
      ).toEqual(facts.map((fact) => fact['status']));
    },
  );

  test('takes the driver with the least to do, and counts as handed over by code', async () => {
    const spare = await service.driver('Spare');
    const data = await advance(await newJob(), 'delivered');
    expect(data).toMatchObject({
      driver: { id: spare, name: 'Spare' },
      pickup_verified: true,
      delivery_verified: true,
    });
  });

  test('collects and settles its cash, or drops it', async () => {
    const [paid, lost] = [await newJob({ cod_amount: 40 }), await newJob({ cod_amount: 40 })];
    expect((await advance(paid, 'delivered')).cod_status).toBe('collected');
    expect((await advance(paid, 'completed')).cod_status).toBe('settled');
    expect(await advance(lost, 'failed')).toMatchObject({ cod_status: 'none', failure: { reason: 'other' } });
  });

  test('announces each step of its cash, also where one walk goes to the end', async () => {
    const jobNumber = await newJob({ cod_amount: 40 });
    await advance(jobNumber, 'completed');
    const told = await service.query(
      `SELECT coalesce(facts->>'cod_status', facts->>'status') AS said FROM outbox WHERE entity = $1 ORDER BY id`,
      [jobNumber],
    );
    expect(told.map(({ said }) => said).slice(-4)).toEqual([
      'completed',
      'collected',
      'deposited',
      'settled',
    ]);
    await service.drain();
    expect(
      (await shop.client.listMessages({ query: { event: 'shipping.cod.updated', entity: jobNumber } })).data,
    ).toHaveLength(3);
  });
});

describe('a step is refused', () => {
  test('for a delivery that is not there', async () => {
    for (const jobNumber of [UNKNOWN_JOB, 'SHP-1'])
      await expect(advance(jobNumber, 'assigned')).rejects.toMatchObject({
        code: 'DELIVERY_NOT_FOUND',
        status: 404,
      });
  });

  test.each(pairs.filter(([status, to]) => !from(status).includes(to)))(
    'from %s to %s, which no way leads to',
    async (status, to) => {
      const jobNumber = await newJob();
      await advance(jobNumber, status);
      await expect(advance(jobNumber, to)).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        status: 409,
        details: { from: status, to },
      });
    },
  );
});
