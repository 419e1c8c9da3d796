import type { TextForm } from './clean-text.ts';
import type { Work } from '../running/in-turns.ts';
import { broken } from './read-small-json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** So much text is read, or put in order, in one step. */
const PART_BYTES = 65_536;
/** Most texts are far shorter, and are read without steps. */
const SHORT_BYTES = 4_096;
/** NFC makes one character of at most four. */
const COMPOSED_MAX = 4;
/** Bytes that one character takes at most as it stands, and as two escapes. */
const CHARACTER_BYTES_MAX = 4;
const ESCAPED_BYTES_MAX = 12;

/** A text, where what follows it begins, and what is wrong with it. */
export type ReadText = { readonly text: string; readonly next: number; readonly flaw: string | null };
/** Where a text stands: from behind its first quote to before its last; whether it is printable ASCII, and whether it has escapes. */
type Extent = {
  readonly from: number;
  readonly end: number;
  readonly plain: boolean;
  readonly escaped: boolean;
};
/** How far a text was measured, and where it may be parted. */
type Measuring = { at: number; plain: boolean; escaped: boolean; readonly cuts: number[] };

export type JsonTextOptions = {
  readonly form: TextForm;
  /** Longer ones nobody reads. */ readonly charactersMax: number;
};

/** The text from behind a quote as it stands there; null where it has more bytes than that. */
export function readTextAsIs(bytes: Buffer, from: number, bytesMax: number): ReadText | null {
  const measuring: Measuring = { at: from, plain: true, escaped: false, cuts: [] };
  const extent = measure(bytes, measuring, { from, until: from + bytesMax });
  return extent && { text: decode(bytes, extent, [from, extent.end]), next: extent.end + 1, flaw: null };
}

/** The text from behind a quote as it is kept, at once; null where it is too long for that. */
export function readShortText(bytes: Buffer, from: number, { form }: JsonTextOptions): ReadText | null {
  const measuring: Measuring = { at: from, plain: true, escaped: false, cuts: [] };
  const extent = measure(bytes, measuring, { from, until: from + SHORT_BYTES });
  if (extent === null) return null;
  const text = decode(bytes, extent, [from, extent.end]).trim();
  const next = extent.end + 1;
  if (extent.plain && !extent.escaped) return { text, next, flaw: null };
  const flaw = form.flawOf(text);
  return { text: flaw === null ? form.formed(text).trim() : '', next, flaw };
}

/** The same for a text of any length. */
export function* readLongText(
  bytes: Buffer,
  from: number,
  { form, charactersMax }: JsonTextOptions,
): Work<ReadText> {
  const measuring: Measuring = { at: from, plain: true, escaped: false, cuts: [] };
  let extent = measure(bytes, measuring, { from, until: from + PART_BYTES });
  for (; extent === null; extent = measure(bytes, measuring, { from, until: measuring.at + PART_BYTES }))
    yield;
  const next = extent.end + 1;
  const isPlain = extent.plain && !extent.escaped;
  // Whatever is longer than this is too long also in its shortest form.
  if (
    !isPlain &&
    extent.end - from >
      charactersMax * COMPOSED_MAX * (extent.escaped ? ESCAPED_BYTES_MAX : CHARACTER_BYTES_MAX)
  )
    return { text: '', next, flaw: `must have at most ${charactersMax} characters` };
  if (isPlain) return { text: decode(bytes, extent, [from, extent.end]).trim(), next, flaw: null };
  const parts: string[] = [];
  const places = [from, ...measuring.cuts, extent.end];
  for (let at = 0; at < places.length - 1; at += 1) {
    if (at > 0) yield;
    const decoded = decode(bytes, extent, [places[at] ?? 0, places[at + 1] ?? 0]);
    const part = at === 0 ? decoded.trimStart() : decoded;
    const flaw = form.flawOf(part.trimEnd());
    if (flaw !== null) return { text: '', next, flaw };
    parts.push(form.formed(part));
  }
  return { text: parts.join('').trim(), next, flaw: null };
}

/** Goes on measuring until a place; null where the text has not ended by then. */
function measure(
  bytes: Buffer,
  measuring: Measuring,
  { from, until }: { readonly from: number; readonly until: number },
): Extent | null {
  let { at, plain, escaped } = measuring;
  let began = measuring.cuts.at(-1) ?? from;
  for (const last = Math.min(until, bytes.length); at < last; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return { from, end: at, plain, escaped };
    if (byte === BACKSLASH) {
      escaped = true;
      if (at - began >= PART_BYTES && isCutOfEscape(bytes, at, at - began)) measuring.cuts.push((began = at));
      at += bytes[at + 1] === LETTER_U ? 5 : 1;
      continue;
    }
    if (byte < 0x20)
      throw broken('The body is not JSON: a text holds a control character that is not escaped.');
    if (byte > 0x7e) plain = false;
    if (at - began >= PART_BYTES && isCut(byte, at - began)) measuring.cuts.push((began = at));
  }
  if (at >= bytes.length) throw broken('The body is not JSON: it ends within a text.');
  Object.assign(measuring, { at, plain, escaped });
  return null;
}

/** ASCII joins nothing that stands before it, so a text may be parted there; where none comes, before any whole character. */
function isCut(byte: number, length: number): boolean {
  return byte < 0x80 || (length >= 2 * PART_BYTES && byte >= 0xc0);
}

/** The same before an escape: `\n` is ASCII, and the second half of a pair (`\udc00` to `\udfff`) is no whole character. */
function isCutOfEscape(bytes: Buffer, at: number, length: number): boolean {
  if (bytes[at + 1] !== LETTER_U) return true;
  return length >= 2 * PART_BYTES && !/^d[c-f]/i.test(bytes.toString('latin1', at + 2, at + 4));
}

function decode(bytes: Buffer, { plain, escaped }: Extent, [start, end]: readonly [number, number]): string {
  const raw = bytes.toString(plain ? 'latin1' : 'utf8', start, end);
  if (!escaped) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    throw broken('The body is not JSON: a text holds an escape that there is not.');
  }
}
