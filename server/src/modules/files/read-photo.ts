import { invalid } from '../../kernel/call/failure.ts';

/** What a phone sends after it has made its photo smaller. */
export const PHOTO_BYTES_MAX = 307_200;

const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;
const PADDING = /={1,2}$/;

/** The bytes of a photo sent as base64, with or without the head of a data URL; a refusal names the field. */
export function readPhoto(text: string, path = 'photo', bytesMax = PHOTO_BYTES_MAX): Buffer {
  const bytes = bytesOf(text.slice(DATA_URL.exec(text)?.[0].length ?? 0));
  if (bytes === null) throw invalid({ path, message: 'must be a JPEG, PNG or WebP picture in base64' });
  if (bytes.length > bytesMax)
    throw invalid({
      path,
      message: `must be at most ${bytesMax / 1_024} KB; make it smaller before it is sent`,
    });
  return bytes;
}

/** Null for what is not base64: whatever is none of its characters falls out and leaves too few bytes, which is seen in a third of the time that a pattern takes over megabytes. */
function bytesOf(text: string): Buffer | null {
  const length = text.length - (PADDING.exec(text.slice(-2))?.[0].length ?? 0);
  // No bytes leave one character over; and Node also takes the alphabet for URLs.
  if (length === 0 || length % 4 === 1 || text.includes('-') || text.includes('_')) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : null;
}
