import sharp from 'sharp';
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

async function picture(side: number): Promise<string> {
  const drawn = sharp({ create: { width: side, height: side, channels: 3, background: '#1d5c3f' } });
  return (await drawn.png().toBuffer()).toString('base64');
}

test('a cover is made anew, seen under its link and on the page, and the one before is gone', async () => {
  const { id } = await newEvent(shop, { status: 'published' });
  const put = async (image: string) =>
    (await shop.client.setEventImage({ params: { id }, body: { image } })).data.image_url ?? '';
  const first = await put(await picture(40));
  const seen = await fetch(first);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { data: event } = await shop.client.getEvent({ params: { id } });
  expect(await (await fetch(event.public_url)).text()).toContain(`src="${new URL(first).pathname}"`);
  const second = await put(await picture(50));
  expect(second).not.toBe(first);
  expect((await fetch(first)).status).toBe(404);
  const change = async (image_url: string | null) =>
    (await shop.client.updateEvent({ params: { id }, body: { image_url } })).data.image_url;
  expect(await change(second)).toBe(second);
  await expect(change('http://example.sl/cover.jpg')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await change('https://example.sl/cover.jpg')).toBe('https://example.sl/cover.jpg');
  expect(await change(null)).toBe(null);
  await expect(put('PHN2Zz48L3N2Zz4=')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a copy has no uploaded cover, and a draft that is deleted takes its own with it', async () => {
  const { id } = await newEvent(shop);
  const params = { id };
  const { data } = await shop.client.setEventImage({ params, body: { image: await picture(40) } });
  expect((await shop.client.duplicateEvent({ params, body: {} })).data.image_url).toBe(null);
  await shop.client.deleteEvent({ params });
  expect((await fetch(data.image_url ?? '')).status).toBe(404);
});

test('a cover for an event that is not there is refused', async () => {
  const image = await picture(10);
  await expect(
    shop.client.setEventImage({ params: { id: 'evt_none' }, body: { image } }),
  ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
});
