/** A text without case, accents and superfluous spaces: "  Koïdu " is "koidu". */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

/** As `foldText`, and without punctuation: "St. John's" is "st john s", "Koidu-Sefadu" is "koidu sefadu". */
export function foldSpelling(text: string): string {
  return foldText(text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
}

/** The shorter names within a zone's name: "Lungi (airport side)" is also Lungi, "Jui / Grafton" also Jui and Grafton. */
export function partsOfName(name: string): readonly string[] {
  const plain = name.replaceAll(/\([^()]*\)/g, ' ');
  const parts = [plain, ...plain.split('/')].map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '' && part !== name);
}
