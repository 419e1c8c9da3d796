import { availableParallelism } from 'node:os';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import type { FileContent } from './compose-file.ts';

/** Makes of foreign picture bytes a JPEG of our own. */
export type PhotoEncoder = {
  readonly encode: (bytes: Buffer, path?: string, sidePixelsMax?: number) => Promise<FileContent>;
};

const SIDE_PIXELS_MAX = 1_600;
const JPEG_QUALITY = 80;
/** A phone's camera makes 12 to 50 megapixels; 300 KB that claim more are an attack on our memory. */
const INPUT_PIXELS_MAX = 50_000_000;
const TIMEOUT_SECONDS = 10;
const WAITING_MAX = 64;
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

/** One picture at a time per core, so that answering others goes on; a queue too long is refused. */
export function createPhotoEncoder(slots = availableParallelism()): PhotoEncoder {
  const waiting: (() => void)[] = [];
  let free = slots;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= WAITING_MAX)
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'Too many photos arrive at once. Send the same request again in a few seconds.',
        { retryAfterSeconds: 5 },
      );
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return {
    async encode(bytes, path = 'photo', sidePixelsMax = SIDE_PIXELS_MAX) {
      await enter();
      try {
        return {
          kind: 'photo',
          mediaType: 'image/jpeg',
          bytes: await toJpeg(bytes, { path, sidePixelsMax }),
        };
      } finally {
        leave();
      }
    },
  };
}

/** Upright, at most so many pixels a side, and without what the camera wrote into it: where it was taken, by what, when. */
async function toJpeg(
  bytes: Buffer,
  { path, sidePixelsMax }: { readonly path: string; readonly sidePixelsMax: number },
): Promise<Buffer> {
  // Loaded with the first photo: 30 MB that a node without couriers never needs.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error' });
    const { format } = await picture.metadata();
    if (!FORMATS.has(format ?? '')) throw notAPicture(path);
    return await picture
      .rotate()
      .resize({ width: sidePixelsMax, height: sidePixelsMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
  } catch {
    throw notAPicture(path);
  }
}

function notAPicture(path: string): Failure {
  return invalid({ path, message: 'must be a JPEG, PNG or WebP picture that can be read' });
}

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
