import type { FieldProblem } from '../call/failure.ts';

/** So many faults are told of one request; the rest is not looked at. */
const PROBLEMS_MAX = 20;

/** What is wrong with a value, each place once; and where in it one is, outermost first. */
export type Problems = { readonly found: FieldProblem[]; readonly way: (string | number)[] };

export function createProblems(at: readonly (string | number)[] = []): Problems {
  return { found: [], way: [...at] };
}

/** Whether nothing more is told. */
export function isFull({ found }: Problems): boolean {
  return found.length >= PROBLEMS_MAX;
}

/** Notes a problem of the place, or of a field in it. */
export function note(problems: Problems, message: string, field?: string): void {
  const { found, way } = problems;
  const path = pathOf(field === undefined ? way : [...way, field]);
  if (!isFull(problems) && !found.some((other) => other.path === path)) found.push({ path, message });
}

/** `items[2].name` */
function pathOf(way: readonly (string | number)[]): string {
  const path = way.reduce<string>(
    (before, part) => (typeof part === 'number' ? `${before}[${part}]` : before ? `${before}.${part}` : part),
    '',
  );
  return path || 'body';
}

/** What a text of a pattern looks like, for people: nobody is shown a regular expression. */
const WORDS: Readonly<Record<string, string>> = {
  '^https?://': 'an address that begins with https:// or http://',
  '^https?://[^\\s"<>]+$': 'an address that begins with https:// or http://, without blanks',
  '^[0-9]{4}$': 'four digits',
  '^[0-9]{6}$': 'six digits',
  '^[0-9]{8}$': 'eight digits',
  '^[^@\\s]+@[^@\\s]+$': 'an e-mail address, such as isatu@example.sl',
  '^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$': 'an e-mail address, such as isatu@example.sl',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a day written YYYY-MM-DD',
  '^[A-Z0-9]{1,8}$': '1 to 8 capital letters or digits',
  '^[ -~]+$': 'plain ASCII text in one line',
  '^[\\t\\x20-\\x7e]*$': 'plain ASCII text in one line',
  '^[a-z][a-z0-9_]{0,39}$': 'at most 40 small letters, digits and underscores, a letter first',
  '^[a-z][a-z0-9_]*$': 'small letters, digits and underscores, a letter first',
  '^[A-Za-z0-9-]{1,64}$': 'at most 64 letters, digits and hyphens',
  '^[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])$':
    '3 to 64 small letters, digits and hyphens, with no hyphen at either end',
  '^[A-Za-z0-9_-]+$': 'letters, digits, underscores and hyphens',
  '^[A-Za-z0-9_-]*$': 'letters, digits, underscores and hyphens',
  '^[\\w.\\-#/]+$': 'letters, digits and . _ - # /',
  '^#[0-9A-Fa-f]{6}$': 'a colour such as #1A73E8',
  '^(?:[A-Za-z0-9_./-]|\\{(?:YYYY|MM|LOC)\\})*\\{0{1,10}\\}(?:[A-Za-z0-9_./-]|\\{(?:YYYY|MM|LOC)\\})*$':
    'a pattern such as INV-{YYYY}-{00000}: letters, digits, . / _ -, {YYYY}, {MM}, {LOC}, and zeros in braces once',
  '^\\S(.*\\S)?$': 'without a blank at either end',
  '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$': 'a UUID',
};

/** The end of a sentence that begins with "must be"; null where nobody wrote one. */
export function wordsOfPattern(pattern: string): string | null {
  const plain = pattern
    .replaceAll('(?:-[', '(-[')
    .replaceAll('-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-', '(-[0-9a-fA-F]{4}){3}-');
  return WORDS[pattern] ?? WORDS[plain] ?? null;
}
