import { computed, signal } from '@preact/signals';
import { client, isEnded } from '../data/api.ts';
import { isSignInTrouble } from './trouble.ts';
import { book, bookVersion, door, isOnline, nowMs, scans } from './signals.ts';

/** Persons and tickets at the doors. */
export type Figures = {
  readonly inside: number;
  readonly toCome: number;
  readonly refused: number;
  /** Of all doors as the server counts them, or of what this phone did and knows. */
  readonly of: 'all' | 'this';
};

/** As the server counted them, and when it was asked. */
const live = signal<(Omit<Figures, 'of'> & { readonly askedAtMs: number }) | null>(null);

/** Of all doors while the server answers, else of this one. */
export const figures = computed<Figures>(() =>
  isOnline.value && live.value !== null
    ? { ...withNew(live.value), of: 'all' }
    : { ...ownFigures(), of: 'this' },
);

/** What this door did since counts at once: whoever was just let in stands in the figure beside their answer. */
function withNew({
  inside,
  toCome,
  refused,
  askedAtMs,
}: NonNullable<typeof live.value>): Omit<Figures, 'of'> {
  const since = scans.value.filter(({ atMs, isUndone }) => atMs > askedAtMs && !isUndone);
  const count = (result: string): number => since.filter((scan) => scan.result === result).length;
  const before = new Set(
    scans.value.flatMap(({ atMs, hash, result }) =>
      atMs <= askedAtMs && result === 'admitted' ? [hash] : [],
    ),
  );
  const came = new Set(
    since.flatMap(({ result, hash }) => (result === 'admitted' && !before.has(hash) ? [hash] : [])),
  );
  return {
    inside: Math.max(0, inside + count('admitted') - count('exited')),
    toCome: Math.max(0, toCome - came.size),
    refused: refused + count('rejected'),
  };
}

function ownFigures(): Omit<Figures, 'of'> {
  const done = scans.value.filter(({ isUndone }) => !isUndone);
  const count = (result: string): number => done.filter((scan) => scan.result === result).length;
  return {
    inside: Math.max(0, count('admitted') - count('exited')),
    toCome: stillToCome(new Set(done.flatMap(({ result, hash }) => (result === 'admitted' ? [hash] : [])))),
    refused: count('rejected'),
  };
}

/** Tickets that let somebody in and were not seen: not here, nor by the manifest elsewhere. */
function stillToCome(seenHere: ReadonlySet<string | null>): number {
  void bookVersion.value;
  let count = 0;
  for (const { hash, state, admittedAt } of book.all())
    if (state === 'valid' && admittedAt === 0 && !seenHere.has(hash)) count += 1;
  return count;
}

const EVERY_MS = 5_000;
const SOON_MS = 400;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the figures of all doors now and then, and soon after a scan. */
export function watchFigures(inMs = 0): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), inMs);
}

export const figuresChanged = (): void => watchFigures(SOON_MS);

async function look(): Promise<void> {
  const here = door.value;
  if (here && isOnline.value && !document.hidden && !isEnded.value)
    try {
      const askedAtMs = nowMs();
      const { data } = await client.getScanStatsAtDoor({ params: { id: here.event.id } });
      live.value = { inside: data.inside, toCome: data.remaining, refused: data.rejected, askedAtMs };
    } catch (error) {
      if (isSignInTrouble(error)) isEnded.value = true;
    }
  watchFigures(EVERY_MS);
}
