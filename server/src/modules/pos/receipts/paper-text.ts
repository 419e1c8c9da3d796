/** Everything that could be a command to a printer, or that turns the order of letters around. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** Letters and signs that no code page of a receipt printer has, by what stands for them. */
const INSTEAD: Readonly<Record<string, string>> = Object.freeze({
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ŋ: 'ng',
  Ŋ: 'Ng',
  '₦': 'N',
  '₵': 'C',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '×': 'x',
  '·': '-',
  '\u00a0': ' ',
});

/** Text in which nothing is left but what can be read: one line, no control characters, composed. */
export function paperText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(UNPRINTED, '');
}

/** As `paperText`, with a letter of plain print for those that receipt printers do not know. */
export function printerText(text: string): string {
  return Array.from(paperText(text), (character) => INSTEAD[character] ?? character).join('');
}

/** The same of every text that a value holds. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts(one as unknown, change)]),
  ) as T;
}
