/** What is told of a path that is wrong: longer ones are nobody's slip. */
const PARTS_MAX = 8;
const PART_CHARACTERS_MAX = 40;
/** So many letters of ten may be wrong in a word that was meant. */
const SLIPS_OF_TEN = 3;

export type NearestPath = (path: string) => string | null;

type Known = { readonly path: string; readonly parts: readonly string[] };

/**
 * Finds the path that somebody probably meant: with `/v1` where that was left out, and with a few letters, or a whole part, put right.
 * Each word is compared once with each word that stands in any path, so a look costs no more than a few tenths of a millisecond.
 */
export function createNearestPath(paths: readonly string[]): NearestPath {
  const known = paths.map((path): Known => ({ path, parts: partsOf(path) }));
  const words = [...new Set(known.flatMap(({ parts }) => parts))].filter((word) => !word.startsWith(':'));

  return (asked) => {
    const parts = partsOf(asked.replace(/^\/v1(?=\/|$)/, ''));
    if (parts.length === 0 || parts.length > PARTS_MAX) return null;
    const distances = parts.map((part) => new Map(words.map((word) => [word, distance(part, word)])));
    let nearest: { readonly path: string; readonly cost: number } | null = null;
    for (const { path, parts: own } of known) {
      const cost = costOf(parts, own, distances);
      if (cost < (nearest?.cost ?? Infinity)) nearest = { path, cost };
    }
    return nearest && `/v1${nearest.path}`;
  };
}

type Distances = readonly ReadonlyMap<string, number>[];

/** Letters to put right until a path is the other one; a part that is missing at the front, as in `/deliveries`, is a small slip. */
function costOf(asked: readonly string[], own: readonly string[], distances: Distances): number {
  const missing = own.length - asked.length;
  if (missing < 0 || missing > 1) return Infinity;
  const ways = asked.map((part, index) => slipsOf(part, own[index + missing] ?? '', distances[index]));
  const isTold = own.some((word, index) => index >= missing && !word.startsWith(':'));
  return isTold ? ways.reduce((sum, slips) => sum + slips, missing) : Infinity;
}

/** Letters that are wrong in one part; too many, and another word was meant. */
function slipsOf(part: string, word: string, distances: ReadonlyMap<string, number> | undefined): number {
  if (word.startsWith(':')) return looksLikeWord(part, distances) ? 1 : 0;
  const slips = distances?.get(word) ?? Infinity;
  return slips <= Math.max(1, (word.length * SLIPS_OF_TEN) / 10) ? slips : Infinity;
}

/** A known word where an id is due is more probably a word in the wrong place. */
function looksLikeWord(part: string, distances: ReadonlyMap<string, number> | undefined): boolean {
  return distances?.get(part) === 0;
}

function partsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.slice(0, PART_CHARACTERS_MAX));
}

/** Letters to add, drop or change (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
