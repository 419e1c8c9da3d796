import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPhotoEncoder, PHOTO_BYTES_MAX, readPhoto } from './encode-photo.ts';

const photos = createPhotoEncoder(1);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } });

test('a photo comes out as a JPEG without where it was taken, and no larger than a screen', async () => {
  const taken = await picture(4_000, 2_000)
    .withExif({ IFD0: { Make: 'Tecno' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '8/1 29/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Tecno');
  const { kind, mediaType, bytes } = await photos.encode(taken);
  expect({ kind, mediaType }).toEqual({ kind: 'photo', mediaType: 'image/jpeg' });
  const { width, height, format, exif, xmp, icc } = await sharp(bytes).metadata();
  expect({ width, height, format, exif, xmp, icc }).toEqual({
    width: 1_600,
    height: 800,
    format: 'jpeg',
    exif: undefined,
    xmp: undefined,
    icc: undefined,
  });
  expect(bytes.includes('Tecno')).toBe(false);
});

test('a photo taken on its side stands upright, and a small one stays small', async () => {
  const { bytes } = await photos.encode(
    await picture(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  );
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 60 });
});

test.each(['png', 'webp'] as const)('a %s is a photo too', async (format) => {
  expect((await photos.encode(await picture(30, 30).toFormat(format).toBuffer())).mediaType).toBe(
    'image/jpeg',
  );
});

test('what is no photo is refused, and the next one gets its turn', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
  );
  const half = (await picture(900, 900).jpeg().toBuffer()).subarray(0, 800);
  const wrong = [svg, await picture(9, 9).gif().toBuffer(), half, Buffer.from('hello'), Buffer.alloc(0)];
  const refused = await Promise.allSettled(wrong.map((bytes) => photos.encode(bytes)));
  for (const one of refused)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'VALIDATION_ERROR',
        message: 'photo must be a JPEG, PNG or WebP picture that can be read.',
      },
    });
  expect((await photos.encode(await picture(5, 5).png().toBuffer())).kind).toBe('photo');
});

test('a picture that unpacks to more than any camera takes is refused before it is unpacked', async () => {
  const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(PHOTO_BYTES_MAX * 4);
  await expect(photos.encode(bomb)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a queue that is too long is refused, and says when to come again', async () => {
  const bytes = await picture(400, 400).jpeg().toBuffer();
  const settled = await Promise.allSettled(Array.from({ length: 100 }, () => photos.encode(bytes)));
  const busy = settled.filter(({ status }) => status === 'rejected');
  expect(busy).toHaveLength(35);
  expect(busy[0]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 } });
});

test('base64 is read with and without the head of a data URL, up to 300 KB', () => {
  expect(readPhoto('data:image/png;base64,aGk=').toString()).toBe('hi');
  expect(readPhoto('aGk=').toString()).toBe('hi');
  expect(readPhoto(Buffer.alloc(PHOTO_BYTES_MAX).toString('base64')).length).toBe(PHOTO_BYTES_MAX);
  expect(() => readPhoto(Buffer.alloc(PHOTO_BYTES_MAX + 1).toString('base64'))).toThrow('at most 300 KB');
  for (const text of ['%%%', 'data:image/svg+xml;base64,aGk=', 'a b'])
    expect(() => readPhoto(text)).toThrow('in base64');
});
