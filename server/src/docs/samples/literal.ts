/** How a language writes values: a text, its words for true, false and null, its lists and its maps. */
export type Notation = {
  readonly indent: string;
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly list: readonly [string, string];
  readonly map: readonly [string, string];
  /** A map of nothing, where it is not what a list of nothing is. */ readonly nothing?: string;
  readonly pair: (name: string, value: string) => string;
};

/** A value of JSON as a language writes it, over lines; `depth` is how deep it stands already. */
export function literal(value: unknown, notation: Notation, depth = 0): string {
  if (value === null || value === undefined) return notation.words.null;
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object') return String(value);
  if (notation.nothing !== undefined && !Array.isArray(value) && Object.keys(value).length === 0)
    return notation.nothing;
  const inner = (one: unknown): string => literal(one, notation, depth + 1);
  return Array.isArray(value)
    ? lined(value.map(inner), notation.list, { notation, depth })
    : lined(
        Object.entries(value).map(([name, one]) => notation.pair(name, inner(one))),
        notation.map,
        { notation, depth },
      );
}

function lined(
  items: readonly string[],
  [open, close]: readonly [string, string],
  { notation, depth }: { readonly notation: Notation; readonly depth: number },
): string {
  if (items.length === 0) return `${open}${close}`;
  const margin = notation.indent.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${margin}${item},`).join('\n')}\n${notation.indent.repeat(depth)}${close}`;
}

const plain = { true: 'true', false: 'false', null: 'null' };

export const NOTATIONS = {
  typescript: {
    indent: '  ',
    text: (text) => `'${escaped(text, "'")}'`,
    words: plain,
    list: ['[', ']'],
    map: ['{', '}'],
    pair: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${escaped(name, "'")}'`}: ${value}`,
  },
  python: {
    indent: '    ',
    text: (text) => JSON.stringify(text),
    words: { true: 'True', false: 'False', null: 'None' },
    list: ['[', ']'],
    map: ['{', '}'],
    pair: (name, value) => `${JSON.stringify(name)}: ${value}`,
  },
  php: {
    indent: '    ',
    text: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
    words: plain,
    list: ['[', ']'],
    map: ['[', ']'],
    nothing: 'new stdClass()',
    pair: (name, value) => `'${name.replaceAll("'", "\\'")}' => ${value}`,
  },
} as const satisfies Readonly<Record<string, Notation>>;

/** Over one line, whatever it holds. */
function escaped(text: string, quote: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
}
