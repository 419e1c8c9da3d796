import { strictForm, unclean, type TextForm } from './clean-text.ts';
import { Failure } from '../call/failure.ts';

export const DEPTH_MAX = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The first fault of a text is kept until all is read: JSON that is none is refused as such, whatever else is wrong with it. */
type Cleaner = { keys: number; fault: Failure | null; readonly form: TextForm };

/** Reads JSON of few bytes as `jsonWork` does, by the engine's reader: several times as fast, but nobody has a turn meanwhile. */
export function readSmallJson(bytes: Buffer, form: TextForm): unknown {
  const text = bytes.toString('utf8');
  const keys = countKeys(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(`The body is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 120)}.`);
  }
  const cleaner: Cleaner = { keys: 0, fault: null, form };
  const cleaned = clean(value, cleaner, '');
  if (cleaner.keys !== keys) throw broken('The body names the same key twice in one object.');
  if (cleaner.fault) throw cleaner.fault;
  return cleaned;
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
  if (typeof value === 'string') return cleanValue(value, cleaner, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((element, index) => clean(element, cleaner, `${path}[${index}]`));
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    cleaner.keys += 1;
    if (key === '__proto__') throw broken('The body has a key named __proto__.');
    const at = path ? `${path}.${key}` : key;
    const flaw = flawOfKey(key);
    if (flaw !== null) cleaner.fault ??= unclean(at, flaw);
    object[key] = clean(object[key], cleaner, at);
  }
  return object;
}

function cleanValue(value: string, cleaner: Cleaner, path: string): string {
  const text = value.trim();
  const flaw = cleaner.form.flawOf(text);
  if (flaw === null) return cleaner.form.formed(text).trim();
  cleaner.fault ??= unclean(path, flaw);
  return '';
}

/** What is wrong with the name of a field; null for nothing. */
export function flawOfKey(key: string): string | null {
  return (
    strictForm.flawOf(key) ??
    (strictForm.formed(key.trim()) === key ? null : 'must be a key without blanks at its ends')
  );
}

/** The refusal of what is no JSON that could be read safely. */
export function broken(message: string): Failure {
  return new Failure('INVALID_JSON', message);
}
