/** What the head of an answer says: its status, its headers, and how its body ends. */
export type AnswerHead = {
  readonly status: number;
  /** By lower-case name; a repeated one is joined by ", ", and what exceeds 64 headers or 8 KiB is left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyFraming;
  /** How long the connection may lie idle and be used again; 0 when it must not be used again. */
  readonly reuseMs: number;
};

/** RFC 9112, 6.3: no body, so many bytes, chunks, or all until the connection ends. */
export type BodyFraming =
  | { readonly ends: 'at once' }
  | { readonly ends: 'after'; readonly bytes: number }
  | { readonly ends: 'with a last chunk' }
  | { readonly ends: 'with the connection' };

/** An answer that is not HTTP/1.1; its message says in what, as the end of a sentence. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

export const headBytesMax = 16 * 1_024;
/** Receivers close idle connections sooner or later; ours are given up before most of them do. */
const reuseMsMax = 30_000;
/** A connection whose end was announced is given up this much earlier, so that both do not meet on the way. */
const reuseMarginMs = 1_000;
const headersMax = 64;
const headersBytesMax = 8 * 1_024;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: [^\0\r\n]*)?$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const CONTENT_LENGTH = /^[0-9]{1,15}$/;

/** The fields that decide how the connection goes on. */
type Connecting = { lengths: string[]; encodings: string[]; connection: string[]; keepAlive: string };

/** Reads a head without its empty line; throws `UnreadableAnswer`. */
export function parseAnswerHead(text: string): AnswerHead {
  const [first = '', ...lines] = text.split('\r\n');
  const start = STATUS_LINE.exec(first);
  if (!start) throw new UnreadableAnswer('its first line is no status line');
  const status = Number(start[2]);
  const connecting: Connecting = { lengths: [], encodings: [], connection: [], keepAlive: '' };
  const headers: Record<string, string> = Object.create(null);
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    const [name, value] = fieldOf(line);
    note(connecting, name, value);
    bytes += name.length + value.length;
    if (at >= headersMax || bytes > headersBytesMax) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const body = framingOf(status, connecting);
  return { status, headers, body, reuseMs: start[1] === '0' ? 0 : reuseOf(body, connecting) };
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
  if (!NAME.test(name)) throw new UnreadableAnswer('a line of its headers has no name');
  const value = line.slice(colon + 1).trim();
  if (/[\0\r\n]/.test(value)) throw new UnreadableAnswer('a header holds a control character');
  return [name, value];
}

function note(connecting: Connecting, name: string, value: string): void {
  if (name === 'content-length') connecting.lengths.push(value);
  else if (name === 'transfer-encoding') connecting.encodings.push(...listOf(value));
  else if (name === 'connection') connecting.connection.push(...listOf(value));
  else if (name === 'keep-alive') connecting.keepAlive = value;
}

const listOf = (value: string): readonly string[] =>
  value
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());

function framingOf(status: number, { lengths, encodings }: Connecting): BodyFraming {
  if (encodings.length > 0 && lengths.length > 0)
    throw new UnreadableAnswer('it has a length and chunks, of which one must be wrong');
  const [length] = lengths;
  if (length !== undefined && (!CONTENT_LENGTH.test(length) || lengths.some((other) => other !== length)))
    throw new UnreadableAnswer('its Content-Length is no number of bytes');
  if (status < 200 || status === 204 || status === 304) return { ends: 'at once' };
  if (encodings.at(-1) === 'chunked') return { ends: 'with a last chunk' };
  if (length === undefined) return { ends: 'with the connection' };
  return length === '0' ? { ends: 'at once' } : { ends: 'after', bytes: Number(length) };
}

function reuseOf({ ends }: BodyFraming, { connection, keepAlive }: Connecting): number {
  if (ends === 'with the connection' || connection.includes('close')) return 0;
  const announced = /(?:^|[ ,])timeout=([0-9]{1,6})/.exec(keepAlive)?.[1];
  if (announced === undefined) return reuseMsMax;
  return Math.max(0, Math.min(reuseMsMax, Number(announced) * 1_000 - reuseMarginMs));
}
