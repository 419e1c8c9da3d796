import type { IncomingHttpHeaders } from 'node:http';
import { tokenPrefixes, whoCalls, type Operation } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';

/** Keys look like this wherever they stand: secret scanners rely on the form. */
export const KEY_FORM = /[sp]k_(?:live|test)_[0-9A-Za-z]{38}/;
/** Tokens of sessions do as well. */
const TOKEN_FORM = new RegExp(`(?:${Object.values(tokenPrefixes).join('|')})[\\w-]{43}`);

const QUERY_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token']);

/** The one message for what does not open an operation: it tells nothing about why. */
export function unauthorized(operation: Pick<Operation, 'by'>): Failure {
  return new Failure('UNAUTHORIZED', whoCalls(operation).refusal);
}

/** The key or token of a request, from either of its two headers; never from the query. */
export function findKey(
  operation: Operation,
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, unknown>>,
): string {
  refuseKeysInUrl(query);
  const bearer = bearerOf(headers.authorization);
  const header = headers['x-api-key'];
  const key = bearer ?? (typeof header === 'string' ? header.trim() : undefined);
  const differ = Array.isArray(header) || (bearer && header !== undefined && bearer !== header.trim());
  if (!key || differ) throw unauthorized(operation);
  return key;
}

/** A key or token in the URL lets nobody in, and whoever sent it is told. */
export function refuseKeysInUrl(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (
      QUERY_NAMES.has(name.toLowerCase()) ||
      KEY_FORM.test(String(value)) ||
      TOKEN_FORM.test(String(value))
    ) {
      throw new Failure(
        'UNAUTHORIZED',
        'Keys are not taken from the URL, where logs would keep them. Send the key as "Authorization: Bearer <key>" or as "X-API-Key: <key>", and revoke this one.',
      );
    }
  }
}

/** What stands behind `Bearer`; null without the header, empty where it is of another form. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
}
