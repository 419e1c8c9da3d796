/** `in_transit` → `In transit`: a word of the API for people to read, where no catalogue has its own. */
export function wordsOf(apiWord: string): string {
  const words = apiWord.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `IK` of `Isatu Kanu`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}
