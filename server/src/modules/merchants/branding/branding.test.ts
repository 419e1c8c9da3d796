import { accentUsed } from '@cottontree/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let picture: string;

beforeAll(async () => {
  service = await startService();
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer();
  picture = bytes.toString('base64');
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const refusal = (path: string) => ({
  code: 'VALIDATION_ERROR',
  details: { fields: [expect.objectContaining({ path })] },
});

test('nothing is set at first, and the colours are those of the service', async () => {
  expect((await shop.client.getBranding()).data).toMatchObject({
    version: 0,
    logo_url: null,
    accent: null,
    accent_used: accentUsed(null),
    support: { phone: null, email: null, whatsapp: null },
    footer: null,
    updated_at: null,
  });
});

test('what is sent is kept, what is left out stays, null takes away', async () => {
  await shop.client.updateBranding({
    body: { accent: '#FFEE00', support: { phone: '076 204 118' }, footer: 'Aminata Stores' },
  });
  const { data } = await shop.client.updateBranding({ body: { support: { email: 'a@b.sl' }, footer: null } });
  expect(data).toMatchObject({
    version: 2,
    accent: '#ffee00',
    accent_used: accentUsed('#ffee00'),
    support: { phone: '+23276204118', email: 'a@b.sl', whatsapp: null },
    footer: null,
  });
  expect((await shop.client.getBranding()).data).toEqual(data);
});

test('a picture is shown under its link until another takes its place', async () => {
  const { data } = await shop.client.updateBranding({ body: { logo: picture, cover: picture } });
  const first = await fetch(data.logo_url ?? '');
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { data: next } = await shop.client.updateBranding({ body: { logo: picture } });
  expect((await fetch(data.logo_url ?? '')).status).toBe(404);
  expect((await fetch(next.logo_url ?? '')).status).toBe(200);
  expect(next.cover_url).toBe(data.cover_url);
  const { data: bare } = await shop.client.updateBranding({ body: { logo: null } });
  expect(bare.logo_url).toBeNull();
  expect((await fetch(next.logo_url ?? '')).status).toBe(404);
});

test('the modes have a look each', async () => {
  await shop.client.updateBranding({ body: { accent: '#7a1f5c' } });
  const live = await service.key(shop.id, { livemode: true });
  const answer = await fetch(`${service.baseUrl}/branding`, { headers: { authorization: `Bearer ${live}` } });
  expect(await answer.json()).toMatchObject({ data: { version: 0, accent: null } });
});

test('what is no colour, picture or address is refused at its field', async () => {
  const update = (body: object) => shop.client.updateBranding({ body });
  await expect(update({ accent: 'green' })).rejects.toMatchObject(refusal('accent'));
  await expect(update({ logo: 'AAAA' })).rejects.toMatchObject(refusal('logo'));
  await expect(update({ policies: { terms_url: 'http://a.sl' } })).rejects.toMatchObject(
    refusal('policies.terms_url'),
  );
  await expect(update({ accent_used: {} })).rejects.toMatchObject(refusal('accent_used'));
  await expect(update({ support: { phone: '12' } })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
});

test('a change on another version than was seen is refused', async () => {
  const { etag } = await shop.client.getBranding();
  await shop.client.updateBranding({ body: { footer: 'one' } });
  await expect(
    shop.client.updateBranding({ body: { footer: 'two' }, ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});
