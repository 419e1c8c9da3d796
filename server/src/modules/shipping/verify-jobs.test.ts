import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyShipping } from './shipping-module.ts';

let service: TestService;
let shop: TestMerchant;
let failed: string;
let redelivery: string;
const TABLES = ['deliveries', 'offers'] as const;
const verify = () => readSnapshot(service.server.runtime.ownerConnection, verifyShipping);
const broken = async (): Promise<string[]> =>
  (await verify()).map(({ check }) => check.replace('verify.', ''));

/** A parcel that a courier took by an offer, and one that failed, came back and went out again. */
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const courier = await service.courier();
  await courier.client.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } });
  const { data } = await shop.client.createDelivery({ body: parcel });
  const params = { jobNumber: data.job_number };
  const [offer] = (await courier.client.listOffers({})).data;
  await courier.client.acceptOffer({ params: { id: offer?.id ?? '' } });
  for (const to_status of ['in_transit', 'failed'] as const)
    await shop.client.advanceDelivery({ params, body: { to_status } });
  failed = data.job_number;
  redelivery = (await shop.client.redeliverDelivery({ params, body: {} })).data.job_number;
  expect(await verify()).toEqual([]);
  for (const table of TABLES) {
    await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
    await service.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  }
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of TABLES) {
    await service.query(`DELETE FROM ${table}`);
    await service.query(`INSERT INTO ${table} SELECT * FROM whole_${table}`);
  }
  expect(await broken()).toEqual([]);
});

test('a failed job that forgot its redelivery', async () => {
  await service.query(
    `UPDATE deliveries SET details = jsonb_set(details, '{related_jobs}', '[]') WHERE job_number = $1`,
    [failed],
  );
  const [violation] = await verify();
  expect(violation?.check).toBe('verify.relatedJobsNameEachOther');
  expect(violation?.examples).toContain(
    `${redelivery} of ${shop.id} (test) names ${failed}, which does not name it`,
  );
});

test('a redelivery of nothing', async () => {
  await service.query(
    `UPDATE deliveries SET details = jsonb_set(details, '{original_job_number}', 'null') WHERE job_number = $1`,
    [redelivery],
  );
  expect(await broken()).toEqual(['followingJobsNameTheirFirst']);
});

test('one parcel that two couriers accepted', async () => {
  await service.query(
    `INSERT INTO offers SELECT merchant_id, livemode, id || 'x', job_number, driver_id, round, distance_km, status, reason, created_at, expires_at, answered_at FROM whole_offers WHERE status = 'accepted'`,
  );
  expect(await broken()).toEqual(['oneOfferIsAccepted']);
});

test('an accepted parcel that nobody has', async () => {
  await service.query(`UPDATE offers SET job_number = $1 WHERE status = 'accepted'`, [redelivery]);
  expect(await broken()).toEqual(['acceptedMeansAssigned']);
});
