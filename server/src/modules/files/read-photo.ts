import { invalid } from '../../kernel/call/failure.ts';

/** What a phone sends after it has made its photo smaller. */
export const PHOTO_BYTES_MAX = 307_200;

const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of a photo sent as base64, with or without the head of a data URL; a refusal names the field. */
export function readPhoto(text: string, path = 'photo', bytesMax = PHOTO_BYTES_MAX): Buffer {
  const body = text.replace(DATA_URL, '');
  if (!BASE64.test(body)) throw invalid({ path, message: 'must be a JPEG, PNG or WebP picture in base64' });
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > bytesMax)
    throw invalid({
      path,
      message: `must be at most ${bytesMax / 1_024} KB; make it smaller before it is sent`,
    });
  return bytes;
}
