import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const look = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/events/${id}`, { headers: { 'x-api-key': shop.key, ...headers } });

test('an event is read as it was made', async () => {
  const event = await newEvent(shop);
  expect((await shop.client.getEvent({ params: { id: event.id } })).data).toEqual(event);
});

test('who has seen this version is told that nothing changed, until something is sold', async () => {
  const { id } = await newEvent(shop);
  const tag = (await look(id)).headers.get('etag') ?? '';
  expect((await look(id, { 'if-none-match': tag })).status).toBe(304);
  await service.query("UPDATE capacity_counters SET held = 1 WHERE event_id = $1 AND kind = 'event'", [id]);
  const again = await look(id, { 'if-none-match': tag });
  expect(again.status).toBe(200);
  expect(again.headers.get('etag')).not.toBe(tag);
  // To the merchant's changes it is the same version.
  expect(
    (
      await fetch(`${service.baseUrl}/events/${id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'if-match': tag },
        body: '{"venue":"Stadium"}',
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await fetch(`${service.baseUrl}/events/${id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'if-match': tag },
        body: '{"venue":"Hall"}',
      })
    ).status,
  ).toBe(412);
});

test("another merchant's, the other mode's and no event look the same", async () => {
  const event = await newEvent(shop);
  const stranger = await service.merchant();
  await expect(stranger.client.getEvent({ params: { id: event.id } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
    message: `There is no event ${event.id}.`,
  });
  await expect(shop.client.getEvent({ params: { id: 'evt_none' } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
    message: 'There is no event evt_none.',
  });
});
