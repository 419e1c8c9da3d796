import { eventKinds } from '@cottontree/contract';
import { verifyWebhook } from '@cottontree/client/webhooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test('every kind is told with a schema and an example that fits it', async () => {
  const { data, meta } = await shop.client.listEventTypes({ query: { limit: 100 } });
  expect(data.map(({ kind }) => kind)).toEqual(eventKinds);
  expect(meta).toMatchObject({ total: eventKinds.length, has_next_page: false });
  const ajv = new Ajv2020({ strict: false });
  for (const { kind, schema, example, summary } of data) {
    expect(ajv.compile(schema)(example), kind).toBe(true);
    expect(Object.keys(example), kind).toEqual(Object.keys(schema['properties'] as object));
    expect(summary, kind).toMatch(/\.$/);
  }
});

test('the signed example passes the verifiers of others and ours, by either signature', async () => {
  const { secret, body, headers } = (await shop.client.getVerifyExample()).data;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: headers['X-Service-Event'] });
  expect(await verifyWebhook({ headers, body, secrets: [secret] })).toMatchObject({
    event: headers['X-Service-Event'],
  });
  const { 'webhook-signature': _standard, ...plain } = headers;
  expect(await verifyWebhook({ headers: plain, body, secrets: [secret] })).toMatchObject({
    event: headers['X-Service-Event'],
  });
  await expect(verifyWebhook({ headers: plain, body: `${body} `, secrets: [secret] })).rejects.toMatchObject({
    step: 'signature',
  });
});
