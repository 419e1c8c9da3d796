/** What a spreadsheet begins a formula with; some read the wide signs of East Asian keyboards alike. */
const SIGN = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const AT_START = new RegExp(`^(?='*[${SIGN}\\x00-\\x1f])`);
/** Where the system's list separator is another one, as with French settings, a cell ends at each. */
const AFTER_SEPARATOR = new RegExp(`([;\\t] *)(?='*[${SIGN}])`, 'g');
const GUARD_AT_START = new RegExp(`^'(?='*[${SIGN}\\x00-\\x1f])`);
const GUARD_AFTER_SEPARATOR = new RegExp(`([;\\t] *)'(?='*[${SIGN}])`, 'g');

/** Text of a cell with a quote before whatever a spreadsheet would run in it, such as a phone number with a plus sign. */
export function guardFormulas(text: string): string {
  return text.replaceAll(AFTER_SEPARATOR, "$1'").replace(AT_START, "'");
}

/** The same text without those quotes. */
export function withoutGuards(text: string): string {
  return text.replace(GUARD_AT_START, '').replaceAll(GUARD_AFTER_SEPARATOR, '$1');
}
