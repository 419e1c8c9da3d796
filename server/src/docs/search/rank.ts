/** What can be found: what it is, its title, what else it is known by, where it stands, and words that are not shown (`ALSO_KNOWN`). */
export type IndexEntry = readonly [
  kind: EntryKind,
  title: string,
  known: string,
  path: string,
  also?: string,
];
type EntryKind = 'Call' | 'Guide' | 'Error' | 'Event';

const FOUND_MAX = 30;
/** What says nothing of what is looked for. */
const EMPTY = new Set('a an and api do does for how i in is my of on the to with'.split(' '));

/** What fits all words of a question, the best first. `server/assets/docs-find.js` does the same in a page, and a test compares. */
export function rank(entries: readonly IndexEntry[], question: string): readonly IndexEntry[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !EMPTY.has(word));
  const asked = telling.length > 0 ? telling : words;
  const whole = fitting(entries, asked);
  if (whole.length > 0) return whole;
  const meant = respelt(entries, asked);
  const found = fitting(entries, meant);
  return found.length > 0 ? found : fitting(entries, meant, meant.length - 1);
}

/** What has all of these words but so many. */
function fitting(
  entries: readonly IndexEntry[],
  asked: readonly string[],
  lacking = 0,
): readonly IndexEntry[] {
  if (asked.length === 0) return [];
  return entries
    .map((entry, at) => ({ entry, at, score: scoreOf(entry, asked, lacking) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, FOUND_MAX)
    .map(({ entry }) => entry);
}

/** A word counts most as the whole title, then where the title or a word of it begins, then in it, then elsewhere; all but so many must be found. */
function scoreOf(
  [, title, known, , also = '']: IndexEntry,
  asked: readonly string[],
  lacking: number,
): number {
  const name = title.toLowerCase();
  if (also.split(', ').includes(asked.join(' '))) return 90 - Math.min(name.length, 99) / 100;
  const rest = `${known} ${also}`.toLowerCase();
  let [score, left] = [0, lacking];
  for (const word of asked) {
    const at = placeIn(name, word);
    if (name === word && asked.length === 1) score += 100;
    else if (at === 0) score += 40;
    else if (at > 0) score += begins(name, at) ? 25 : 12;
    else if (placeIn(rest, word) >= 0) score += rest.split(/[\s.,_/-]+/).includes(word) ? 8 : 4;
    else if ((left -= 1) < 0) return 0;
  }
  // Of two that fit alike, the shorter title says less beside.
  return score - Math.min(name.length, 99) / 100;
}

/** Where a word stands; one of up to three letters only where a word begins, for it stands inside many. */
function placeIn(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at > 0 && word.length < 4 && !begins(text, at)) at = text.indexOf(word, at + 1);
  return at;
}

function begins(text: string, at: number): boolean {
  return /[\s._/-]/.test(text.charAt(at - 1));
}

/** The question with each word that stands nowhere written as the nearest that does: what was mistyped. */
function respelt(entries: readonly IndexEntry[], asked: readonly string[]): readonly string[] {
  const texts = entries.map(([, title, known, , also = '']) => `${title} ${known} ${also}`.toLowerCase());
  const known = new Set(texts.join(' ').split(/[^\p{L}]+/u));
  return asked.map((word) => {
    if (word.length < 4 || texts.some((text) => text.includes(word))) return word;
    let [nearest, fewest] = [word, word.length < 7 ? 2 : 3];
    for (const one of known) {
      const faults = faultsBetween(word, one, fewest);
      if (faults < fewest) [nearest, fewest] = [one, faults];
    }
    return nearest;
  });
}

/** How many letters are wrong, missing, too many or the wrong way round; `enough` says only that it is as many. */
function faultsBetween(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const turned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const least = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + same,
      );
      row.push(turned ? Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1) : least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? enough;
}
