import { invalid } from '../core/failure.ts';

/** One command of a path in absolute coordinates: pairs of x and y, none for Z. */
export type Segment = { readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z'; readonly points: readonly number[] };
export type Stroke = readonly Segment[];

/** Commands by how many numbers each takes: what signature pads draw with; arcs are not among it. */
const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 };
/** Blanks and commas are made one blank before, so that no text makes this slow. */
const TOKEN = / ?(?:([MLHVQCZmlhvqcz])|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?))/y;
const COORDINATE_MAX = 100_000;

/** Reads the `d` of an SVG path by a strict grammar; a refusal names the field. */
export function readPath(text: string, path: string): Stroke {
  const tokens = tokensOf(text, path);
  const stroke: Segment[] = [];
  let pen: readonly [number, number] = [0, 0];
  let letter = '';
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    letter = typeof token === 'string' ? token : followOf(letter);
    if (typeof token === 'string') at += 1;
    const count = NUMBERS[letter.toUpperCase()];
    const numbers = tokens.slice(at, at + (count ?? 0)).filter((one) => typeof one === 'number');
    if (count === undefined || numbers.length < count) throw broken(path);
    at += count;
    const segment = absolute(letter, numbers, pen);
    pen = [segment.points.at(-2) ?? pen[0], segment.points.at(-1) ?? pen[1]];
    if (segment.points.some((value) => Math.abs(value) > COORDINATE_MAX)) throw broken(path);
    stroke.push(segment);
  }
  if (stroke.length > 0 && stroke[0]?.command !== 'M') throw broken(path);
  return stroke;
}

/** Numbers without a letter repeat the command before, and a move goes on as lines; nothing repeats Z. */
function followOf(letter: string): string {
  if (letter === 'M') return 'L';
  if (letter === 'm') return 'l';
  return letter === 'Z' || letter === 'z' ? '' : letter;
}

function tokensOf(text: string, path: string): readonly (string | number)[] {
  const tokens: (string | number)[] = [];
  const tidy = text.replaceAll(/[\s,]+/g, ' ').trim();
  for (let end = 0; end < tidy.length; end = TOKEN.lastIndex) {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(tidy);
    if (!found) throw broken(path);
    tokens.push(found[1] ?? Number(found[2]));
  }
  return tokens;
}

function absolute(letter: string, numbers: readonly number[], [x, y]: readonly [number, number]): Segment {
  const [dx, dy] = letter === letter.toLowerCase() ? [x, y] : [0, 0];
  const command = letter.toUpperCase();
  if (command === 'H') return { command: 'L', points: [dx + (numbers[0] ?? 0), y] };
  if (command === 'V') return { command: 'L', points: [x, dy + (numbers[0] ?? 0)] };
  return {
    command: command as Segment['command'],
    points: numbers.map((value, at) => value + (at % 2 === 0 ? dx : dy)),
  };
}

function broken(path: string): Error {
  return invalid({ path, message: 'has a path that is not made of moves, lines and curves' });
}
