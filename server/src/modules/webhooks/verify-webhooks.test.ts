import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { openTestReceiver, type TestReceiver } from '../../../test/kit/open-receiver.ts';
import { verifyWebhooks } from './webhook-module.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;

const verify = () => readSnapshot(service.server.runtime.ownerConnection, verifyWebhooks);
const broken = async (): Promise<string[]> =>
  (await verify()).map(({ check }) => check.replace('verify.', '')).sort();
const TABLES = [
  'webhook_endpoints',
  'webhook_secrets',
  'webhook_messages',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_queue',
  'outbox',
] as const;

beforeAll(async () => {
  // What failed stays put off however long the test takes.
  service = await startService({ environment: { WEBHOOK_RETRY_BASE_MS: '60000' } });
  receiver = await openTestReceiver();
  shop = await service.merchant();
  const { id } = (await shop.client.createWebhook({ body: { url: receiver.url } })).data;
  const closed = (await shop.client.createWebhook({ body: { url: receiver.url } })).data;
  await shop.client.disableWebhook({ params: { id: closed.id } });
  await shop.client.testWebhook({ params: { id } });
  service.advance(10_000);
  receiver.answer(200, 500);
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
});
afterAll(async () => {
  await receiver.close();
  await service[Symbol.asyncDispose]();
});

test('a service that was only used through its API keeps every promise, at every step', async () => {
  expect(await verify()).toEqual([]);
  const [failed] = (await shop.client.listWebhookDeliveries({ query: { status: 'pending' } })).data;
  await shop.client.redeliverWebhookDelivery({ params: { id: failed?.id ?? '' } });
  expect(await verify()).toEqual([]);
  await service.drain();
  expect(await verify()).toEqual([]);
});

describe('data that somebody broke by hand is found out', () => {
  beforeAll(async () => {
    for (const table of TABLES) await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
  });
  beforeEach(async () => {
    for (const table of [...TABLES].reverse()) await service.query(`DELETE FROM ${table}`);
    for (const table of TABLES)
      await service.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM whole_${table}`);
    expect(await broken()).toEqual([]);
  });

  test.each([
    [
      'a message that an endpoint was never told',
      `DELETE FROM webhook_deliveries WHERE status = 'skipped'`,
      ['everyMessageHasItsDeliveries'],
    ],
    [
      'a delivery whose message is gone',
      `DELETE FROM webhook_messages WHERE event = 'webhook.test'`,
      ['everyDeliveryHasItsMessage'],
    ],
    ['a delivery that waits for nothing', `DELETE FROM webhook_queue`, ['pendingDeliveriesAreQueued']],
    [
      'a delivery queued although it is done',
      `UPDATE webhook_deliveries SET status = 'failed', reason = 'x', finished_at = now() WHERE status = 'pending'`,
      ['queuedDeliveriesArePending'],
    ],
    [
      'a skipped delivery without its reason',
      `UPDATE webhook_deliveries SET reason = NULL WHERE status = 'skipped'`,
      ['endedDeliveriesSayWhy'],
    ],
    [
      'a success that nobody answered',
      'UPDATE webhook_deliveries SET won = NULL',
      ['succeededMeansAnswered'],
    ],
    [
      'a fifth automatic attempt',
      `INSERT INTO webhook_attempts SELECT merchant_id, livemode, delivery_at, delivery_id, number + n, trigger, counted, at, duration_ms, status, error, hint, remote_address, request_headers, response_headers, response_body
       FROM webhook_attempts, generate_series(10, 13) n WHERE trigger = 'auto' AND status = 500 AND number = 1`,
      ['automaticAttemptsAreLimited'],
    ],
    [
      'an endpoint that cannot sign',
      `DELETE FROM webhook_secrets WHERE endpoint_id = (SELECT min(endpoint_id) FROM webhook_secrets)`,
      ['everyEndpointHasItsSecret'],
    ],
    [
      'an endpoint that signs with two as its first',
      `UPDATE webhook_secrets SET role = 'primary', promotes_at = NULL; INSERT INTO webhook_secrets SELECT merchant_id, livemode, endpoint_id, id || 'x', role, sealed, created_at, expires_at, promotes_at, overlap_hours FROM webhook_secrets LIMIT 1`,
      ['everyEndpointHasItsSecret'],
    ],
  ])('%s', async (_what, sql, checks) => {
    await service.query(sql);
    expect(await broken()).toEqual(checks);
  });

  test('attempts of a delivery that is not there', async () => {
    await service.query(`DELETE FROM webhook_deliveries WHERE event = 'webhook.test'`);
    expect(await broken()).toEqual(['everyAttemptHasItsDelivery']);
  });
});
