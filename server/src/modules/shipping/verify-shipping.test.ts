import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyShipping } from './shipping-module.ts';

let service: TestService;
let shop: TestMerchant;
let jobNumber: string;

const parcel = {
  pickup_city: 'Freetown',
  pickup_address: '14 Siaka Stevens Street',
  delivery_city: 'Lumley',
  delivery_address: '12 Wilkinson Road',
};
const verify = () => readSnapshot(service.server.runtime.ownerConnection, verifyShipping);
const broken = async (): Promise<string[]> =>
  (await verify()).map(({ check }) => check.replace('verify.', ''));

/** A service whose merchant has one delivery on its way and one delivered. */
async function open(): Promise<void> {
  service = await startService();
  await service.driver();
  shop = await service.merchant();
  jobNumber = (await shop.client.createDelivery({ body: parcel })).data.job_number;
  await shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'picked_up' } });
  const other = (await shop.client.createDelivery({ body: parcel })).data.job_number;
  await shop.client.advanceDelivery({ params: { jobNumber: other }, body: { to_status: 'delivered' } });
}

describe('a service that was only used through its API', () => {
  beforeAll(open);
  afterAll(() => service[Symbol.asyncDispose]());

  test('keeps every promise, before its facts have become messages and after', async () => {
    expect(await verify()).toEqual([]);
    await service.drain();
    expect(await verify()).toEqual([]);
  });
});

describe('data that somebody broke by hand is found out', () => {
  beforeAll(async () => {
    await open();
    await service.drain();
    await service.query('ALTER TABLE deliveries DROP CONSTRAINT deliveries_pickup_attempts_check');
    await service.query('CREATE TABLE whole AS SELECT * FROM deliveries');
    await service.query('CREATE TABLE whole_counters AS SELECT * FROM delivery_counters');
    await service.query('CREATE TABLE whole_dedup AS SELECT * FROM webhook_dedup');
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const [table, kept] of [
      ['deliveries', 'whole'],
      ['delivery_counters', 'whole_counters'],
      ['webhook_dedup', 'whole_dedup'],
    ]) {
      await service.query(`DELETE FROM ${table}`);
      await service.query(`INSERT INTO ${table} SELECT * FROM ${kept}`);
    }
    expect(await verify()).toEqual([]);
  });

  const change = (set: string): Promise<unknown> =>
    service.query(`UPDATE deliveries SET ${set} WHERE job_number = $1`, [jobNumber]);

  test('a counter that says more than there is', async () => {
    await service.query(
      `UPDATE delivery_counters SET deliveries = deliveries + 1 WHERE status = 'picked_up'`,
    );
    expect(await verify()).toEqual([
      {
        check: 'verify.countersEqualDeliveries',
        count: 1,
        examples: [`picked_up of ${shop.id} (test): counters say 2, there are 1`],
      },
    ]);
  });

  test('a delivery that vanished', async () => {
    await service.query('DELETE FROM deliveries WHERE job_number = $1', [jobNumber]);
    expect(await broken()).toEqual(['countersEqualDeliveries']);
  });

  test('a gap in the timeline', async () => {
    await change(`timeline = jsonb_set(timeline, '{1,sequence}', '7')`);
    expect(await broken()).toEqual(['timelineIsGapless']);
  });

  test('a status that the timeline does not end with', async () => {
    await change(`timeline = timeline - 2`);
    expect(await broken()).toEqual(['timelineEndsWithStatus', 'stampsAgreeWithTimeline']);
  });

  test('a step backwards', async () => {
    await change(
      `timeline = jsonb_set(jsonb_set(timeline, '{0,status}', '"assigned"'), '{1,status}', '"pending"')`,
    );
    expect(await broken()).toEqual(['statusesGoForward']);
  });

  test('a status entered twice', async () => {
    await change(`timeline = jsonb_set(timeline, '{1,status}', '"picked_up"')`);
    expect(await broken()).toEqual(['statusesGoForward', 'stampsAgreeWithTimeline']);
  });

  test('a time without its status', async () => {
    await change('delivered_at = now()');
    expect(await broken()).toEqual(['stampsAgreeWithTimeline']);
  });

  test('a handoff that is verified and has not happened', async () => {
    await change('delivery_verified_at = now()');
    expect(await broken()).toEqual(['verifiedMeansPassed']);
  });

  test('a sixth wrong code', async () => {
    await change('pickup_attempts = 6');
    expect(await broken()).toEqual(['codeAttemptsAreLimited']);
  });

  test('a status of which nobody was told', async () => {
    await service.query(`DELETE FROM webhook_dedup WHERE dedup_key = 'shipping.status.updated:3:' || $1`, [
      jobNumber,
    ]);
    expect(await verify()).toEqual([
      {
        check: 'verify.everyStatusHasItsMessage',
        count: 1,
        examples: [`${jobNumber} of ${shop.id} (test): nobody was told of picked_up`],
      },
    ]);
  });

  test('a new delivery of which nobody was told at all', async () => {
    await service.query(`DELETE FROM webhook_dedup WHERE dedup_key LIKE '%' || $1`, [jobNumber]);
    expect(await broken()).toEqual(['everyStatusHasItsMessage']);
  });
});
