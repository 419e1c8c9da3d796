import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRide, type Ride } from '../../../test/kit/ride.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { deleteExpiredFiles, holdFiles, releaseFiles } from './index.ts';

let service: TestService;
let shop: TestMerchant;
let mohamed: Ride;
const DAY = 86_400_000;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  mohamed = await startRide(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

/** A parcel that was handed over against a photo and a signature. */
async function proven() {
  const job = await mohamed.job();
  await mohamed.take('verifyCode', job.job_number, { type: 'pickup', code: job.pickup_code });
  const photo = (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
  expect(
    await mohamed.take('keepProof', job.job_number, {
      photo,
      signature_svg: '<svg><path d="M0 0L9 9"/></svg>',
      recipient_name: 'Fatmata Koroma',
      lat: 8.46,
      lng: -13.28,
    }),
  ).toMatchObject({ proof: { photo: true, signature: true, recipient_name: 'Fatmata Koroma' } });
  const { proof } = (await shop.client.getDelivery({ params: { jobNumber: job.job_number } })).data;
  return { jobNumber: job.job_number, photo: proof?.photo_url ?? '', signature: proof?.signature_url ?? '' };
}

test('a photo and a signature are seen under their links, and nowhere can they do harm', async () => {
  const { jobNumber, photo, signature } = await proven();
  expect((await shop.client.trackDelivery({ params: { jobNumber } })).data.proof).toEqual({
    photo_url: photo,
    signature_url: signature,
    recipient_name: 'Fatmata Koroma',
  });
  const seen = await fetch(photo);
  expect(seen.status).toBe(200);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^inline; filename="photo-\w{8}\.jpg"$/),
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({
    format: 'jpeg',
    width: 40,
  });
  const drawn = await fetch(signature);
  expect([drawn.headers.get('content-type'), await drawn.text()]).toEqual([
    'image/svg+xml',
    expect.stringContaining('M0 0L9 9'),
  ]);
});

test('a link that was guessed, or is no link, shows nothing', async () => {
  for (const path of ['/f/AAAAAAAAAAAAAAAAAAAAAA', '/f/x', '/f/..%2f', `/f/${'a'.repeat(300)}`]) {
    const seen = await fetch(`${new URL(service.baseUrl).origin}${path}`);
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

test('after thirty days the link is dead and the file gone, unless a claim needs it', async () => {
  const [plain, claimed] = [await proven(), await proven()];
  const { context } = service.server.runtime;
  const tenant = { merchantId: shop.id, livemode: false };
  await holdFiles(context.store.of(tenant), tenant, claimed.jobNumber);
  service.advance(30 * DAY + 1_000);
  expect((await fetch(plain.photo)).status).toBe(404);
  expect((await fetch(claimed.photo)).headers.get('cache-control')).toBe('no-store');
  expect(await deleteExpiredFiles(context)).toBeGreaterThanOrEqual(2);
  expect(await service.query('SELECT id FROM files WHERE subject = $1', [plain.jobNumber])).toEqual([]);
  await releaseFiles(context.store.of(tenant), tenant, claimed.jobNumber);
  expect((await fetch(claimed.photo)).status).toBe(404);
  expect(await deleteExpiredFiles(context)).toBe(2);
});
