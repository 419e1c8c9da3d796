const CODE_CHARACTERS_MAX = 8;
const STEM_CHARACTERS = 3;

/** A code from the first letters of a name (Lumley Beach: LUM), with a number behind it where that is taken. */
export function chooseCode(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const stem = letters.slice(0, STEM_CHARACTERS) || 'LOC';
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number += 1) {
    const code = `${stem}${number}`.slice(0, CODE_CHARACTERS_MAX);
    if (!taken.has(code)) return code;
  }
}
