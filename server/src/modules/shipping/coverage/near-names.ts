import type { Zone } from './zone.ts';
import { foldSpelling, partsOfName } from './fold-text.ts';

/** A name that people may have meant, as it is written on the map and as it is compared. */
type Spelling = { readonly text: string; readonly folded: string; readonly zone: Zone };
/** Names by the length of their folded form, so that only those of about the wanted length are compared. */
export type NameBook = ReadonlyMap<number, readonly Spelling[]>;

const NAMES_MAX = 3;
/** One mistake in every three letters, and three in the longest name: "Lumly", "Magbruka", "Mattru Jongg". */
const LETTERS_A_MISTAKE = 3;
const MISTAKES_MAX = 3;
/** A shorter name is too likely to stand in a longer text by chance. */
const CONTAINED_LETTERS_MIN = 4;

/** Names, their parts and aliases of all open zones but those of a country, ready to be compared with. */
export function bookOfNames(zones: readonly Zone[]): NameBook {
  const book = new Map<number, Spelling[]>();
  for (const zone of zones) {
    if (!zone.active || zone.kind === 'country') continue;
    const parts = partsOfName(zone.name);
    for (const text of new Set([...(parts.length > 0 ? parts : [zone.name]), ...zone.aliases])) {
      const folded = foldSpelling(text);
      if (folded !== '')
        book.set(folded.length, [...(book.get(folded.length) ?? []), { text, folded, zone }]);
    }
  }
  return book;
}

/** At most three names that a misspelt text may have meant, the nearest first, one of each zone; none where nothing is near. */
export function nearNames(book: NameBook, text: string): readonly string[] {
  const wanted = foldSpelling(text);
  const byZone = new Map<string, { readonly text: string; readonly mistakes: number }>();
  for (const { name, mistakes } of candidates(book, wanted)) {
    const before = byZone.get(name.zone.id);
    if (!before || mistakes < before.mistakes) byZone.set(name.zone.id, { text: name.text, mistakes });
  }
  return [...byZone.values()]
    .toSorted((one, other) => one.mistakes - other.mistakes || (one.text < other.text ? -1 : 1))
    .slice(0, NAMES_MAX)
    .map((near) => near.text);
}

type Candidate = { readonly name: Spelling; readonly mistakes: number };

function* candidates(book: NameBook, wanted: string): Generator<Candidate> {
  for (const [length, names] of book) {
    const allowed = Math.min(MISTAKES_MAX, Math.floor(Math.max(length, wanted.length) / LETTERS_A_MISTAKE));
    const comparable = Math.abs(length - wanted.length) <= allowed;
    for (const name of names) {
      if (length >= CONTAINED_LETTERS_MIN && ` ${wanted} `.includes(` ${name.folded} `))
        yield { name, mistakes: 0 };
      else if (comparable) {
        const mistakes = countMistakes(wanted, name.folded, allowed);
        if (mistakes <= allowed) yield { name, mistakes };
      }
    }
  }
}

/** Letters left out, put in, wrong or swapped with their neighbour; more than `allowed` as soon as that is certain. */
function countMistakes(one: string, other: string, allowed: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const wrong = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + wrong,
      );
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > allowed) return allowed + 1;
    [before, last] = [last, line];
  }
  return last[other.length] ?? 0;
}
