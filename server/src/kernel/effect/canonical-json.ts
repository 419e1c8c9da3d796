import { createHash, type Hash } from 'node:crypto';
import { inTurns, type Work } from '../running/in-turns.ts';

/** JSON without blanks and with sorted keys (RFC 8785), so that what says the same has the same bytes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const object = value as Record<string, unknown>;
  return `{${Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
    .join(',')}}`;
}

/** So much text is hashed in one step, and a value counts as some characters more. */
const STEP_CHARACTERS = 65_536;
const VALUE_CHARACTERS = 16;

type Fields = Readonly<Record<string | number, unknown>>;
type Hashing = { readonly hash: Hash; readonly parts: string[]; weight: number };

/** Adds what `canonicalJson` writes of a value, however large, to a hash. */
export function* hashCanonically(hash: Hash, value: unknown): Work<void> {
  const hashing: Hashing = { hash, parts: [], weight: 0 };
  yield* write(hashing, value);
  flush(hashing);
}

function* write(hashing: Hashing, value: unknown): Work<void> {
  if (Array.isArray(value)) yield* writeParts(hashing, value as unknown as Fields, null);
  else if (typeof value === 'object' && value !== null)
    yield* writeParts(hashing, value as Fields, Object.keys(value).toSorted());
  else if (typeof value === 'string' && value.length > STEP_CHARACTERS) yield* writeLongText(hashing, value);
  else add(hashing, canonicalJson(value));
}

function* writeParts(hashing: Hashing, whole: Fields, names: readonly string[] | null): Work<void> {
  const count = names?.length ?? Number(whole['length']);
  add(hashing, names ? '{' : '[');
  for (let at = 0; at < count; at += 1) {
    if (hashing.weight > STEP_CHARACTERS) yield flush(hashing);
    const name = names?.[at] ?? at;
    const part = whole[name];
    add(hashing, `${at === 0 ? '' : ','}${names ? `${JSON.stringify(name)}:` : ''}`);
    if (isBrief(part)) add(hashing, canonicalJson(part));
    else yield* write(hashing, part);
  }
  add(hashing, names ? '}' : ']');
}

const isBrief = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= STEP_CHARACTERS : typeof value !== 'object' || value === null;

/** A pair of halves is written as one character, so it is not parted. */
function* writeLongText(hashing: Hashing, text: string): Work<void> {
  add(hashing, '"');
  for (let at = 0; at < text.length;) {
    const wished = at + STEP_CHARACTERS;
    const end = (text.charCodeAt(wished) & 0xfc00) === 0xdc00 ? wished + 1 : wished;
    add(hashing, JSON.stringify(text.slice(at, end)).slice(1, -1));
    at = end;
    yield flush(hashing);
  }
  add(hashing, '"');
}

function add(hashing: Hashing, text: string): void {
  hashing.parts.push(text);
  hashing.weight += text.length + VALUE_CHARACTERS;
}

function flush(hashing: Hashing): void {
  hashing.hash.update(hashing.parts.join(''));
  hashing.parts.length = 0;
  hashing.weight = 0;
}

/**
 * SHA-256 of what came with a client_id: what says the same has the same, however the UUID is spelled. Fields that nobody
 * reads are in it, so a large body is hashed in turns: before anything is held that others wait for.
 */
export async function hashContent(body: object): Promise<Buffer> {
  const clientId = 'client_id' in body ? body.client_id : undefined;
  const content = typeof clientId === 'string' ? { ...body, client_id: clientId.toLowerCase() } : body;
  const hash = createHash('sha256');
  await inTurns(hashCanonically(hash, content));
  return hash.digest();
}
