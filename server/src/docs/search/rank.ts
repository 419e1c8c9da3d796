import type { IndexEntry } from './build-index.ts';

const FOUND_MAX = 30;

/** What fits all words of a question, the best first. `server/assets/docs-find.js` does the same in a page, and a test compares. */
export function rank(entries: readonly IndexEntry[], question: string): readonly IndexEntry[] {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  return entries
    .map((entry, at) => ({ entry, at, score: scoreOf(entry, asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, FOUND_MAX)
    .map(({ entry }) => entry);
}

/** A word counts most as the whole title, then where the title or a word of it begins, then in it, then elsewhere; all must be found. */
function scoreOf([, title, known]: IndexEntry, asked: readonly string[]): number {
  const name = title.toLowerCase();
  const rest = known.toLowerCase();
  let score = 0;
  for (const word of asked) {
    const at = name.indexOf(word);
    if (name === word) score += 100;
    else if (at === 0) score += 40;
    else if (at > 0) score += /[\s._/-]/.test(name.charAt(at - 1)) ? 25 : 12;
    else if (rest.includes(word)) score += rest.split(/[\s._/-]/).includes(word) ? 8 : 4;
    else return 0;
  }
  // Of two that fit alike, the shorter title says less beside.
  return score - Math.min(name.length, 99) / 100;
}
