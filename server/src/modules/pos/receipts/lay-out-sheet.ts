import type { ReceiptSheet, SheetRow } from './receipt-sheet.ts';

/** What a printer of fixed width prints, from top to bottom: lines already as wide as the paper at most. */
type SheetLine =
  | { readonly kind: 'text'; readonly text: string; readonly strong: boolean; readonly large: boolean }
  | { readonly kind: 'qr'; readonly content: string };

const INDENT = '  ';
/** A name beside an amount keeps at least so much of the line, else the amount stands below it. */
const LEFT_MIN = 10;

/** Lays a receipt out for paper of so many characters. */
export function layOutSheet(sheet: ReceiptSheet, columns: number): readonly SheetLine[] {
  const rule = plain('-'.repeat(columns));
  const row = (one: SheetRow): SheetLine[] => pair(one, columns);
  const parts: readonly (readonly SheetLine[])[] = [
    sheet.facts.flatMap(row),
    sheet.items.flatMap((item) => [
      ...row(item),
      ...item.details.flatMap((detail) =>
        wrap(detail, columns - INDENT.length).map((line) => plain(INDENT + line)),
      ),
    ]),
    sheet.sums.flatMap(row),
    [...sheet.payments, ...sheet.refunds].flatMap(row),
    sheet.within.flatMap(row),
    sheet.fiscal === null
      ? []
      : [
          ...sheet.fiscal.rows.flatMap(row),
          ...(sheet.fiscal.qr === null ? [] : [{ kind: 'qr', content: sheet.fiscal.qr } as const]),
        ],
  ];
  return [
    ...centred(sheet.store, columns, 'large'),
    ...sheet.head.flatMap((line) => centred(line, columns)),
    ...sheet.banners.flatMap((line) => centred(`*** ${line} ***`, columns, 'strong')),
    ...parts.flatMap((part) => (part.length > 0 ? [rule, ...part] : [])),
    rule,
    ...sheet.foot.flatMap((line) => centred(line, columns)),
    ...(sheet.link === null
      ? []
      : [{ kind: 'qr', content: sheet.link.url } as const, ...centred(sheet.link.caption, columns)]),
  ];
}

function plain(text: string): SheetLine {
  return { kind: 'text', text, strong: false, large: false };
}

function centred(text: string, columns: number, weight: 'plain' | 'strong' | 'large' = 'plain'): SheetLine[] {
  return wrap(text, columns).map((line) => ({
    kind: 'text',
    text: ' '.repeat(Math.floor((columns - widthOf(line)) / 2)) + line,
    strong: weight !== 'plain',
    large: weight === 'large',
  }));
}

/** The right part ends at the edge of the paper, beside the last line of the left one. */
function pair({ left, right, strong: isStrong }: SheetRow, columns: number): SheetLine[] {
  const strong = isStrong === true;
  const line = (text: string): SheetLine => ({ kind: 'text', text, strong, large: strong });
  const leftColumns = columns - widthOf(right) - 1;
  if (leftColumns < LEFT_MIN && left !== '')
    return [...wrap(left, columns), ...wrap(right, columns).map((text) => text.padStart(columns))].map(line);
  const lines = wrap(left, Math.max(leftColumns, 1));
  return lines.map((text, at) =>
    line(
      at === lines.length - 1
        ? text + ' '.repeat(Math.max(columns - widthOf(text) - widthOf(right), 1)) + right
        : text,
    ),
  );
}

/** Lines of at most so many characters, broken at blanks where there are any. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, columns))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  const characters = Array.from(word);
  return characters.length === 0
    ? ['']
    : Array.from({ length: Math.ceil(characters.length / columns) }, (_, at) =>
        characters.slice(at * columns, (at + 1) * columns).join(''),
      );
}

/** In characters of a printer, of which each is as wide as any other. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

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
  '\u2212': '-',
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
  return Array.from(paperText(text), (character) => INSTEAD[character] ?? withoutMarks(character)).join('');
}

/** Beyond Latin-1 a code page has these alone; every other letter goes without its marks, as in Ngọzi. */
const KNOWN = 'ŒœŠšŸŽž';

function withoutMarks(character: string): string {
  if (character <= '\u00ff' || KNOWN.includes(character)) return character;
  const [letter = character] = character.normalize('NFD');
  return /[a-z]/i.test(letter) ? letter : character;
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
