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
