import { isUtf8 } from 'node:buffer';
import { Failure } from './failure.ts';

const DEPTH_MAX = 32;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Reads a JSON body so that everybody who reads it later reads the same: strict UTF-8, no key
 * twice, no `__proto__`, at most 32 levels. Text comes out trimmed and in NFC; what must not be in it is refused, or
 * mended where `asText` does that.
 */
export function readJson(bytes: Buffer, asText: AsText = cleanText): unknown {
  if (!isUtf8(bytes)) throw broken('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const keys = countKeys(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(`The body is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 120)}.`);
  }
  const cleaner: Cleaner = { keys: 0, asText };
  const cleaned = clean(value, cleaner, '');
  if (cleaner.keys !== keys) throw broken('The body names the same key twice in one object.');
  return cleaned;
}

type AsText = (text: string, path: string) => string;
type Cleaner = { keys: number; readonly asText: AsText };

/** Text as it is stored: trimmed, NFC, no control characters but tab and line break, no lone surrogates. */
export function cleanText(text: string, path: string): string {
  const trimmed = text.trim();
  // Printable ASCII is what nearly all values are, and is already clean.
  if (/^[\x20-\x7e]*$/.test(trimmed)) return trimmed;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(trimmed))
    throw unclean(path, 'must not hold control characters');
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(trimmed))
    throw unclean(path, 'must be valid Unicode');
  return trimmed.normalize('NFC');
}

/** The same of text that cannot be asked for again: what is refused elsewhere falls out, and half of a character becomes U+FFFD. */
export function mendText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const printable = text
    .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '')
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  return printable.trim().normalize('NFC');
}

function unclean(path: string, message: string): Failure {
  return new Failure('VALIDATION_ERROR', `${path || 'The body'} ${message}.`, {
    details: { fields: [{ path, message }] },
  });
}

/** Counts the keys that the text spells out, and holds it to the depth allowed. */
function countKeys(text: string): number {
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if (code === 0x3a) keys += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > DEPTH_MAX) throw broken(`The body is nested deeper than ${DEPTH_MAX} levels.`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return keys;
}

function clean(value: unknown, cleaner: Cleaner, path: string): unknown {
  if (typeof value === 'string') return cleaner.asText(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((element, index) => clean(element, cleaner, `${path}[${index}]`));
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    cleaner.keys += 1;
    if (key === '__proto__') throw broken('The body has a key named __proto__.');
    const at = path ? `${path}.${key}` : key;
    if (cleanText(key, at) !== key) throw unclean(at, 'must be a key without blanks at its ends');
    object[key] = clean(object[key], cleaner, at);
  }
  return object;
}

function broken(message: string): Failure {
  return new Failure('INVALID_JSON', message);
}
