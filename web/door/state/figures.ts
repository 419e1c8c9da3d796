import { computed, signal } from '@preact/signals';
import { client, isEnded } from '../data/api.ts';
import type { DoorScan } from '../data/door-store.ts';
import { quietSince } from './telling.ts';
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

/** As the server counted them, and which scans of this phone were among them, as what. */
type Live = Omit<Figures, 'of'> & {
  readonly counted: ReadonlyMap<string, DoorScan['result']>;
  readonly askedAtMs: number;
};
const live = signal<Live | null>(null);

/** Of all doors while the server answers, else of this one. */
export const figures = computed<Figures>(() =>
  isOnline.value && live.value !== null
    ? { ...withNew(live.value), of: 'all' }
    : { ...ownFigures(), of: 'this' },
);

/** What this door did since counts at once: whoever was just let in stands in the figure beside their answer. */
function withNew({ inside, toCome, refused, counted }: Live): Omit<Figures, 'of'> {
  const now = scans.value.filter(({ isUndone }) => !isUndone);
  const before = [...counted.values()];
  const added = (result: DoorScan['result']): number =>
    now.filter((scan) => scan.result === result).length - before.filter((one) => one === result).length;
  const cameBefore = hashesOf(scans.value.filter(({ nonce }) => counted.get(nonce) === 'admitted'));
  const cameNow = hashesOf(now.filter(({ result }) => result === 'admitted'));
  return {
    inside: Math.max(0, inside + added('admitted') - added('exited')),
    toCome: Math.max(0, toCome - missingIn(cameBefore, cameNow) + missingIn(cameNow, cameBefore)),
    refused: Math.max(0, refused + added('rejected')),
  };
}

const hashesOf = (some: readonly DoorScan[]): ReadonlySet<string | null> =>
  new Set(some.map(({ hash }) => hash));

const missingIn = (some: ReadonlySet<string | null>, of: ReadonlySet<string | null>): number =>
  [...of].filter((hash) => !some.has(hash)).length;

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
/** Figures that may count a scan twice, or not at all, are taken only where none came for so long. */
const UNCLEAR_MS_MAX = 30_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the figures of all doors now and then, and soon after a scan. */
export function watchFigures(inMs = 0): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), inMs);
}

export const figuresChanged = (): void => watchFigures(SOON_MS);

const isWithServer = ({ answeredAtMs, isUndone }: DoorScan): boolean => answeredAtMs !== null && !isUndone;

async function look(): Promise<void> {
  const here = door.value;
  if (here && isOnline.value && !document.hidden && !isEnded.value)
    try {
      const [askedAtMs, quiet] = [nowMs(), quietSince()];
      const { data } = await client.getScanStatsAtDoor({ params: { id: here.event.id } });
      const isClear = quiet !== null && quiet === quietSince();
      if (!isClear && askedAtMs - (live.value?.askedAtMs ?? 0) < UNCLEAR_MS_MAX) return watchFigures(SOON_MS);
      live.value = {
        inside: data.inside,
        toCome: data.remaining,
        refused: data.rejected,
        counted: new Map(scans.value.filter(isWithServer).map(({ nonce, result }) => [nonce, result])),
        askedAtMs,
      };
    } catch (error) {
      if (isSignInTrouble(error)) isEnded.value = true;
    }
  watchFigures(EVERY_MS);
}
