import { isUtf8 } from 'node:buffer';
import { mendingForm, strictForm, unclean } from './clean-text.ts';
import type { Failure } from '../call/failure.ts';
import { atOnce, type Work } from '../running/in-turns.ts';
import { broken, DEPTH_MAX, flawOfKey, readSmallJson } from './read-small-json.ts';
import {
  readLongText,
  readShortText,
  readTextAsIs,
  type ReadText,
  type JsonTextOptions,
} from './read-json-text.ts';

export type JsonOptions = {
  /** Text that would be refused is mended. */
  readonly mends?: boolean;
  /** Values in all, those within others too. */
  readonly valuesMax?: number;
  /** Characters of the longest text that anybody reads. */
  readonly charactersMax?: number;
};

/** Up to here the engine's own reader holds nobody up. */
const SMALL_BYTES_MAX = 16_384;
/** Keys of one object: no object of the API has a tenth of it. */
const KEYS_MAX = 10_000;
const KEY_BYTES_MAX = 1_024;
/** A step of the work is so many bytes, where a value counts as some more of them. */
const STEP_BYTES = 65_536;
const VALUE_BYTES = 32;
/** A number of more digits than these is none to anybody, and reading millions of them takes long. */
const NUMBER_CHARACTERS_MAX = 100_000;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const SHOWN_CHARACTERS = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What is being read: an array or an object, and the place in it. */
type Frame = {
  readonly outer: Frame | null;
  readonly array: unknown[] | null;
  readonly object: Record<string, unknown>;
  key: string;
  keys: number;
};
type Reading = {
  readonly bytes: Buffer;
  at: number;
  values: number;
  restAt: number;
  fault: Failure | null;
  readonly input: JsonOptions;
  readonly texts: JsonTextOptions;
};

/** As `jsonWork`, at once: for what is small. */
export function readJson(bytes: Buffer, input: JsonOptions = {}): unknown {
  return atOnce(jsonWork(bytes, input));
}

/**
 * Reads a JSON body so that everybody who reads it later reads the same: strict UTF-8, no key twice, no `__proto__`, at
 * most 32 levels. Text comes out trimmed and in NFC; what must not be in it is refused, or mended where that is wished.
 */
export function* jsonWork(bytes: Buffer, input: JsonOptions): Work<unknown> {
  if (!isUtf8(bytes)) throw broken('The body is not valid UTF-8.');
  if (bytes.length <= SMALL_BYTES_MAX)
    return readSmallJson(bytes, input.mends === true ? mendingForm : strictForm);
  return yield* largeJsonWork(bytes, input);
}

/** The same by our own hand, for the engine's reader would hold everybody up until it is done. */
export function* largeJsonWork(bytes: Buffer, input: JsonOptions): Work<unknown> {
  const texts: JsonTextOptions =
    input.mends === true
      ? { form: mendingForm, charactersMax: Infinity }
      : { form: strictForm, charactersMax: input.charactersMax ?? Infinity };
  const reading: Reading = { bytes, at: 0, values: 0, restAt: STEP_BYTES, fault: null, input, texts };
  const value = yield* readValue(reading);
  if (peek(reading) !== -1) throw unexpected(reading);
  if (reading.fault) throw reading.fault;
  return value;
}

function* readValue(reading: Reading): Work<unknown> {
  const { bytes, texts } = reading;
  let frame: Frame | null = null;
  for (;;) {
    if (reading.at > reading.restAt) yield rest(reading);
    const byte = peek(reading);
    count(reading, frame);
    let value: unknown;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      frame = open(reading, frame, byte);
      if (peek(reading) !== closerOf(frame)) {
        if (frame.array === null) readKey(reading, frame);
        continue;
      }
    } else {
      value =
        byte === QUOTE
          ? take(
              reading,
              frame,
              readShortText(bytes, reading.at + 1, texts) ??
                (yield* readLongText(bytes, reading.at + 1, texts)),
            )
          : readScalar(reading);
      if (frame === null) return value;
      put(frame, value);
    }
    // What ends here is a value of what holds it.
    while (frame !== null && peek(reading) === closerOf(frame)) {
      reading.at += 1;
      const { outer }: Frame = frame;
      value = frame.array ?? frame.object;
      if (outer === null) return value;
      put(outer, value);
      frame = outer;
    }
    if (peek(reading) !== COMMA) throw unexpected(reading);
    reading.at += 1;
    if (frame !== null && frame.array === null) readKey(reading, frame);
  }
}

const closerOf = (frame: Frame): number => (frame.array === null ? CLOSE_OBJECT : CLOSE_ARRAY);

function rest(reading: Reading): void {
  reading.restAt = reading.at + STEP_BYTES;
}

/** The next byte that says something; -1 at the end. */
function peek(reading: Reading): number {
  const { bytes } = reading;
  for (; reading.at < bytes.length; reading.at += 1) {
    const byte = bytes[reading.at] ?? 0;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
  }
  return -1;
}

function count(reading: Reading, frame: Frame | null): void {
  reading.values += 1;
  reading.restAt -= VALUE_BYTES;
  const { valuesMax = Infinity } = reading.input;
  if (reading.values > valuesMax)
    throw unclean(
      pathOf(frame).replace(/[[.].*$/s, ''),
      `makes the body hold more than ${valuesMax} values; send fewer at a time`,
    );
}

function open(reading: Reading, outer: Frame | null, byte: number): Frame {
  let depth = 1;
  for (let at = outer; at !== null; at = at.outer) depth += 1;
  if (depth > DEPTH_MAX) throw broken(`The body is nested deeper than ${DEPTH_MAX} levels.`);
  reading.at += 1;
  return { outer, array: byte === OPEN_ARRAY ? [] : null, object: {}, key: '', keys: 0 };
}

function put(frame: Frame, value: unknown): void {
  if (frame.array === null) frame.object[frame.key] = value;
  else frame.array.push(value);
}

function readKey(reading: Reading, frame: Frame): void {
  if (peek(reading) !== QUOTE) throw unexpected(reading);
  const read = readTextAsIs(reading.bytes, reading.at + 1, KEY_BYTES_MAX);
  if (read === null)
    throw unclean(pathOf(frame.outer), `must not have keys of more than ${KEY_BYTES_MAX} bytes`);
  const { text: key } = read;
  if (key === '__proto__') throw broken('The body has a key named __proto__.');
  if (Object.hasOwn(frame.object, key)) throw broken('The body names the same key twice in one object.');
  frame.key = key;
  frame.keys += 1;
  if (frame.keys > KEYS_MAX) throw unclean(pathOf(frame.outer), `must have at most ${KEYS_MAX} keys`);
  const flaw = flawOfKey(key);
  if (flaw !== null) reading.fault ??= unclean(pathOf(frame), flaw);
  reading.at = read.next;
  if (peek(reading) !== COLON) throw unexpected(reading);
  reading.at += 1;
}

function take(reading: Reading, frame: Frame | null, { text, next, flaw }: ReadText): string {
  reading.at = next;
  if (flaw !== null) reading.fault ??= unclean(pathOf(frame), flaw);
  return text;
}

function readScalar(reading: Reading): unknown {
  const { bytes, at: from } = reading;
  let at = from;
  for (; at < bytes.length && isOfWord(bytes[at] ?? 0); at += 1)
    if (at - from >= NUMBER_CHARACTERS_MAX)
      throw broken(`The body has a number of more than ${NUMBER_CHARACTERS_MAX} characters at byte ${from}.`);
  const word = bytes.toString('latin1', from, at);
  if (!NUMBER.test(word) && !WORDS.has(word)) throw unexpected(reading);
  reading.at = at;
  return WORDS.has(word) ? WORDS.get(word) : Number(word);
}

/** Letters, digits, and the signs of numbers. */
function isOfWord(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x45
  );
}

/** `items[2].name` */
function pathOf(frame: Frame | null): string {
  if (frame === null) return '';
  const before = pathOf(frame.outer);
  if (frame.array !== null) return `${before}[${frame.array.length}]`;
  return before ? `${before}.${frame.key}` : frame.key;
}

function unexpected({ bytes, at }: Reading): Failure {
  if (at >= bytes.length) return broken('The body is not JSON: it ends too early.');
  return broken(
    `The body is not JSON: at byte ${at} it has ${JSON.stringify(
      bytes
        .subarray(at, at + SHOWN_CHARACTERS)
        .toString('latin1')
        .replaceAll(/[^ -~]+/g, '…'),
    )}, which cannot stand there.`,
  );
}
