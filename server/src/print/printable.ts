/** Latin, Greek and Cyrillic with their marks, Armenian, and the signs of trade: what the font has whatever stands beside it. */
const PRINTED =
  /[\u0020-\u007e\u00a0-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20bf\u2100-\u214f\u2190-\u22ff\u25a0-\u26ff]/u;
/** Signs that only say how others are shown. */
const SILENT = /[\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** Shown for what the font has no sign for. */
const UNKNOWN = '\u25a1';

/** Text as the tickets' font can show it; what it cannot is a box, so that no text can spoil a page. */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll(SILENT, '').replaceAll(/\s+/g, ' ').trim();
  return Array.from(plain, (character) => (PRINTED.test(character) ? character : UNKNOWN)).join('');
}
