import type { Context } from '../../kernel/call/context.ts';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import { createPhotoEncoder } from '../../modules/files/index.ts';

/** Pictures of events that lie elsewhere, fetched and made anew here: who looks at the page asks no other host. */
export type Covers = { readonly find: (url: string) => Promise<Buffer | null> };

const KEPT_MAX = 50;
const KEPT_MS = 3_600_000;
/** One that did not come is asked for again after this long. */
const MISSING_MS = 300_000;
const DEADLINE_MS = 5_000;
const PICTURE_BYTES_MAX = 5_242_880;

type Kept = { readonly picture: Promise<Buffer | null>; untilMs: number };

export function createCovers({ world, log }: Pick<Context, 'world' | 'log'>): Covers {
  const encoder = createPhotoEncoder(1);
  const kept = new Map<string, Kept>();

  async function fetched(url: string): Promise<Buffer> {
    const { status, body } = await world.send({
      url,
      method: 'GET',
      headers: { accept: 'image/jpeg, image/png, image/webp' },
      body: Buffer.alloc(0),
      deadlineMs: DEADLINE_MS,
      responseBytesMax: PICTURE_BYTES_MAX,
    });
    if (status !== 200) throw new Error(`The picture's server answered ${status ?? 'nothing'}.`);
    return (await encoder.encode(body)).bytes;
  }

  return {
    find(url) {
      const known = kept.get(url);
      if (known && known.untilMs > world.monotonicMs()) return known.picture;
      if (kept.size >= KEPT_MAX) kept.clear();
      const entry: Kept = {
        picture: fetched(url).catch((error: unknown) => {
          log.debug({ error }, 'The picture of an event did not come.');
          entry.untilMs = world.monotonicMs() + MISSING_MS;
          return null;
        }),
        untilMs: world.monotonicMs() + KEPT_MS,
      };
      kept.set(url, entry);
      return entry.picture;
    },
  };
}

/** Rings of resist-dyed cloth, as wide as a cover. */
const PATTERN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 130" preserveAspectRatio="xMidYMid slice"><rect width="600" height="130" fill="#174a33"/><g fill="none" stroke="#f3efe2" stroke-linecap="round">${ringsAt(300, 20, 14)}${ringsAt(70, 130, 8)}${ringsAt(530, 130, 8)}</g></svg>`;

function ringsAt(x: number, y: number, count: number): string {
  const dashes = ['14 8', '1 6', '30 6', '2 7'];
  return Array.from(
    { length: count },
    (_, at) =>
      `<circle cx="${x}" cy="${y}" r="${20 + at * 13}" stroke-width="${at % 4 === 0 ? 5 : 1.6}" stroke-opacity="${at % 2 === 0 ? 0.7 : 0.35}" stroke-dasharray="${dashes[at % 4]}"/>`,
  ).join('');
}

/** A pattern where no picture came: the page is as it was. */
export function coverOf(picture: Buffer | null): PageAnswer {
  return {
    status: 200,
    type: picture === null ? 'image/svg+xml' : 'image/jpeg',
    body: picture ?? PATTERN,
    headers: {
      'cache-control': picture === null ? 'no-store' : 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  };
}
