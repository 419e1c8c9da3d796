import { invalid } from '../call/failure.ts';

/** What a request names of a closed list of words, with commas between; a refusal names the field and the words. */
export function readSeveral<Word extends string>(
  text: string,
  { path, words }: { readonly path: string; readonly words: readonly Word[] },
): readonly Word[] {
  const known = (word: string): word is Word => words.some((one) => one === word);
  const named = [...new Set(text.split(',').map((word) => word.trim()))];
  const unknown = named.find((word) => !known(word));
  if (unknown === undefined) return named.filter(known);
  throw invalid({
    path,
    message: `must be one or several of ${words.join(', ')}, with commas between; "${unknown}" is none of them`,
  });
}
