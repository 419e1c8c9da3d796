/** `in_transit` → `In transit`: a word of the API for people to read, where no catalogue has its own. */
export function wordsOf(apiWord: string): string {
  const words = apiWord.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What only the server calls something: `key_01m8kx3sfff0na2j2twdv14sgy` is no name to people. */
export function isBareId(name: string): boolean {
  return /^[a-z]+_[0-9a-z]{20,}$/.test(name);
}

/** `IK` of `Isatu Kanu`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}

/** Numbers from the first to the last; of one there is no span. */
export function spanText(first: string, last: string | null): string {
  return last === null || first === last ? first : `${first} – ${last}`;
}
