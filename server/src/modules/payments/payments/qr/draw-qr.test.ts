import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawQrPng, drawQrSvg } from './draw-qr.ts';

/** What a camera would read in a picture. */
async function read(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture, { density: 600 })
    .resize(600, 600, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ data, width: info.width, height: info.height });
}

test.each([
  'https://pay.example.sl/l/aminata-stores',
  '00020101021226320014sl.example.pay011000771234565204541153039255406150.505802SL5914Aminata Stores6008Freetown62120508pay_01m763041A2B',
  'tel:*144*21*4821%23',
  'Kɔfi ŋ — 200'.repeat(12),
])('a camera reads %s in both pictures', async (text) => {
  expect(await read(drawQrSvg(text))).toBe(text);
  expect(await read(await drawQrPng(text))).toBe(text);
});

test('the vector is a picture by itself, the other one large enough to print', async () => {
  expect(drawQrSvg('x').toString()).toMatch(
    /^(<\?xml[^>]*>\s*)?<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
  );
  expect(drawQrSvg('x').toString()).not.toContain('script');
  const png = await drawQrPng('x');
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 1200 });
  expect(png.length).toBeLessThan(20_000);
});
