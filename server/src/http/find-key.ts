import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../core/failure.ts';

/** Keys look like this wherever they stand: secret scanners rely on the form. */
export const KEY_FORM = /[sp]k_(?:live|test)_[0-9A-Za-z]{38}/;

const QUERY_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token']);

/** The one message for a key that does not open: it tells nothing about why. */
export function unauthorized(): Failure {
  return new Failure('UNAUTHORIZED', 'The API key is missing or not valid. Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".');
}

/** The key of a request, from either of its two headers; never from the query. */
export function findKey(headers: IncomingHttpHeaders, query: Readonly<Record<string, unknown>>): string {
  for (const [name, value] of Object.entries(query)) {
    if (QUERY_NAMES.has(name.toLowerCase()) || KEY_FORM.test(String(value))) {
      throw new Failure('UNAUTHORIZED', 'Keys are not taken from the URL, where logs would keep them. Send the key as "Authorization: Bearer <key>" or as "X-API-Key: <key>", and revoke this one.');
    }
  }
  const bearer = bearerOf(headers.authorization);
  const header = headers['x-api-key'];
  if (Array.isArray(header)) throw unauthorized();
  if (bearer !== null && header !== undefined && bearer !== header.trim()) throw unauthorized();
  const key = bearer ?? header?.trim();
  if (!key) throw unauthorized();
  return key;
}

function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const match = /^Bearer +(\S+)$/i.exec(authorization.trim());
  if (!match?.[1]) throw unauthorized();
  return match[1];
}
