import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';

/** Keys look like this wherever they stand: secret scanners rely on the form. */
export const KEY_FORM = /[sp]k_(?:live|test)_[0-9A-Za-z]{38}/;
/** Tokens of sessions do as well. */
const TOKEN_FORM = /(?:c[do]s_|wst_(?:live|test)_|trt_)[\w-]{43}/;

const QUERY_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token']);

const SENTENCES: Readonly<Record<NonNullable<Operation['by']> | 'key', string>> = {
  key: 'The API key is missing or not valid. Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  driver:
    'The courier\'s session is missing or not valid. Sign in with POST /v1/driver/login and send its token as "Authorization: Bearer <token>".',
  dispatcher:
    'The session or API key is missing or not valid. Sign in with POST /v1/dispatch/login and send its token as "Authorization: Bearer <token>", or send a merchant\'s API key.',
  anyone: 'The secret is missing or not valid. Send it as "Authorization: Bearer <secret>".',
};

/** The one message for what does not open an operation: it tells nothing about why. */
export function unauthorized({ by }: Pick<Operation, 'by'>): Failure {
  return new Failure('UNAUTHORIZED', SENTENCES[by ?? 'key']);
}

/** The key or token of a request, from either of its two headers; never from the query. */
export function findKey(
  operation: Operation,
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, unknown>>,
): string {
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
  const bearer = bearerOf(headers.authorization);
  const header = headers['x-api-key'];
  const key = bearer ?? (typeof header === 'string' ? header.trim() : undefined);
  const differ = Array.isArray(header) || (bearer && header !== undefined && bearer !== header.trim());
  if (!key || differ) throw unauthorized(operation);
  return key;
}

/** What stands behind `Bearer`; null without the header, empty where it is of another form. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
}
