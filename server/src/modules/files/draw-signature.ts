import { invalid } from '../../kernel/call/failure.ts';
import type { FileContent } from './compose-file.ts';

/** A signature as a phone sends it: the strokes as points, or an SVG whose paths are read for theirs. */
export type SignatureGiven = string | readonly (readonly (readonly [number, number])[])[];

const NUMBERS_MAX = 20_000;
const MARGIN = 4;
/** Each text is read once from left to right: a drawing of 10 MiB must not keep the process busy. */
const TAG = /<([^<>]*)>/g;
const TAG_NAME = /^[A-Za-z][\w:-]*/;
const ATTRIBUTE = /\s+([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const KNOWN: ReadonlySet<string> = new Set(['svg', 'g', 'path', 'polyline', 'title']);

/** Draws a signature anew from nothing but its lines: no byte of a foreign drawing is kept. */
export function drawSignature(given: SignatureGiven, path = 'signature'): FileContent {
  const strokes =
    typeof given === 'string'
      ? readSvg(given, path)
      : given.map((points): Stroke => polyline(points.flat(), path));
  const numbers = strokes.flatMap((stroke) => stroke.flatMap(({ points }) => points));
  if (numbers.length < 4) throw invalid({ path, message: 'must hold at least one line' });
  if (numbers.length > NUMBERS_MAX)
    throw invalid({ path, message: `must hold at most ${NUMBERS_MAX / 2} points` });
  return {
    kind: 'signature',
    mediaType: 'image/svg+xml',
    bytes: Buffer.from(svgOf(strokes, boundsOf(numbers))),
  };
}

function readSvg(text: string, path: string): readonly Stroke[] {
  const strokes: Stroke[] = [];
  const rest = text.replace(/^\s*<\?xml[^>]*\?>/, '').replaceAll(TAG, (_tag, inside: string) => {
    const { name, attributes } = readTag(inside, path);
    if (!KNOWN.has(name))
      throw invalid({
        path,
        message: `must be an SVG of paths and polylines only; it has <${name.slice(0, 40)}>`,
      });
    if (name === 'path') strokes.push(readPath(attributes.get('d') ?? '', path));
    if (name === 'polyline') strokes.push(polyline(numbersOf(attributes.get('points') ?? '', path), path));
    return '';
  });
  if (/[<>]/.test(rest)) throw malformed(path);
  return strokes;
}

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

/** What stands between `<` and `>`. */
function readTag(inside: string, path: string): Tag {
  const text = inside.trim().replace(/^\//, '').replace(/\/$/, '').trim();
  const name = TAG_NAME.exec(text)?.[0] ?? '';
  const attributes = new Map<string, string>();
  let at = name.length;
  while (at > 0 && at < text.length) {
    ATTRIBUTE.lastIndex = at;
    const [whole = '', key = '', quoted, single] = ATTRIBUTE.exec(text) ?? [];
    if (whole === '') break;
    if (!attributes.has(key)) attributes.set(key, quoted ?? single ?? '');
    at += whole.length;
  }
  if (name === '' || at < text.length) throw malformed(path);
  return { name, attributes };
}

function malformed(path: string): Error {
  return invalid({ path, message: 'must be a well-formed SVG of paths and polylines only' });
}

function numbersOf(text: string, path: string): readonly number[] {
  const parts = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!parts.every((part) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(part)))
    throw invalid({ path, message: 'has a polyline whose points are not numbers' });
  return parts.map(Number);
}

function polyline(numbers: readonly number[], path: string): Stroke {
  if (numbers.length % 2 !== 0) throw invalid({ path, message: 'has a line with half a point' });
  const pairs = Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(2 * at, 2 * at + 2));
  return pairs.map((points, at) => ({ command: at === 0 ? 'M' : 'L', points }));
}

type Bounds = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

function boundsOf(numbers: readonly number[]): Bounds {
  const range = (odd: number): readonly [number, number] =>
    numbers.reduce<readonly [number, number]>(
      ([low, high], value, at) =>
        at % 2 === odd ? [Math.min(low, value), Math.max(high, value)] : [low, high],
      [Infinity, -Infinity],
    );
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  return {
    left: left - MARGIN,
    top: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  };
}

function svgOf(strokes: readonly Stroke[], { left, top, width, height }: Bounds): string {
  const box = [left, top, width, height].map(rounded).join(' ');
  const lines = strokes
    .map((stroke) =>
      stroke.map(({ command, points }) => `${command}${points.map(rounded).join(' ')}`).join(''),
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${lines}" fill="none" stroke="#111" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** One command of a path in absolute coordinates: pairs of x and y, none for Z. */
type Segment = { readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z'; readonly points: readonly number[] };
type Stroke = readonly Segment[];

/** Commands by how many numbers each takes: what signature pads draw with; arcs are not among it. */
const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 };
/** Blanks and commas are made one blank before, so that no text makes this slow. */
const TOKEN = / ?(?:([MLHVQCZmlhvqcz])|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?))/y;
const COORDINATE_MAX = 100_000;

/** Reads the `d` of an SVG path by a strict grammar; a refusal names the field. */
function readPath(text: string, path: string): Stroke {
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
