/** One printed line: something to the left, something to the right. */
export type SlipRow = { readonly left: string; readonly right: string; readonly strong?: boolean };

/** What is printed, before it is known how wide the paper is. */
export type Slip = {
  readonly title: string;
  readonly head: readonly string[];
  readonly banners: readonly string[];
  readonly parts: readonly (readonly SlipRow[])[];
  readonly foot: readonly string[];
  /** A code that a phone reads. */ readonly qr: string | null;
};

/** Millimetres of paper. */
export type PaperWidth = 58 | 80;
/** Characters of a printer's usual letters that fit on a line. */
export const COLUMNS: Readonly<Record<PaperWidth, number>> = { 58: 32, 80: 48 };

export type SlipLine = { readonly text: string; readonly strong: boolean; readonly large: boolean };

const LEFT_MIN = 10;

/** Lays a slip out for paper of so many characters. */
export function layOut(slip: Slip, columns: number): readonly SlipLine[] {
  const rule: SlipLine = { text: '-'.repeat(columns), strong: false, large: false };
  return [
    ...centred(slip.title, columns, 'large'),
    ...slip.head.flatMap((line) => centred(line, columns)),
    ...slip.banners.flatMap((line) => centred(`*** ${line} ***`, columns, 'strong')),
    ...slip.parts.flatMap((part) =>
      part.length === 0 ? [] : [rule, ...part.flatMap((row) => pair(row, columns))],
    ),
    rule,
    ...slip.foot.flatMap((line) => centred(line, columns)),
  ];
}

function centred(
  text: string,
  columns: number,
  weight: 'plain' | 'strong' | 'large' = 'plain',
): readonly SlipLine[] {
  return wrap(text, columns).map((line) => ({
    text: ' '.repeat(Math.floor((columns - widthOf(line)) / 2)) + line,
    strong: weight !== 'plain',
    large: weight === 'large',
  }));
}

/** The right part ends at the edge of the paper, beside the last line of the left one. */
function pair({ left, right, strong = false }: SlipRow, columns: number): readonly SlipLine[] {
  const line = (text: string): SlipLine => ({ text, strong, large: strong });
  if (right === '') return wrap(left, columns).map(line);
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
function wrap(text: string, columns: number): readonly string[] {
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

function pieces(word: string, columns: number): readonly string[] {
  const characters = Array.from(word);
  if (characters.length === 0) return [''];
  return Array.from({ length: Math.ceil(characters.length / columns) }, (_, at) =>
    characters.slice(at * columns, (at + 1) * columns).join(''),
  );
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
