import { type Operation, tokenPrefixes, whoCalls } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import type { Exchange } from './admitted-request.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import type { Allowance } from './rate-limit.ts';

/** How often one address may show what does not open, per second. */
const BAD_KEYS_PER_SECOND = 20;

/** What an address that nobody stands behind has left, for the answers that come before a key is known. */
export function allowanceOfAddress(
  { rateLimiter }: Pick<HttpServer, 'rateLimiter'>,
  address: string,
): Allowance {
  return rateLimiter.look(`address:${networkOf(address)}`, BAD_KEYS_PER_SECOND);
}

type Credential<T> = Pick<Exchange, 'request'> & {
  readonly open: (key: string) => Promise<T | null>;
  /** Where it stands, if not in the headers for keys. */
  readonly credential?: () => string | null;
  /** Whose it is, where that is not who calls the operation. */
  readonly by?: Operation['by'];
};

/** Whoever stands behind the key or token of a request; what does not open is refused, and counted by address. */
export async function identify<T>(
  server: HttpServer,
  { operation }: OperationRoute,
  { request, open, credential, by }: Credential<T>,
): Promise<T> {
  try {
    const key = credential ? credential() : findKey(operation, request);
    const found = key === null ? null : await open(key);
    if (found !== null) return found;
    throw unauthorized(by === undefined ? operation : { by });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error;
    const allowance = server.rateLimiter.take(`address:${networkOf(request.ip)}`, BAD_KEYS_PER_SECOND);
    if (allowance.allowed) throw error;
    throw new Failure(
      'RATE_LIMITED',
      'Too many requests without a valid key came from this address. Wait and try again.',
      { retryAfterSeconds: allowance.retryAfterSeconds },
    );
  }
}

/** Keys look like this wherever they stand: secret scanners rely on the form. */
const KEY_FORM = /[sp]k_(?:live|test)_[0-9A-Za-z]{38}/;
/** Tokens of sessions do as well. */
const TOKEN_FORM = new RegExp(`(?:${Object.values(tokenPrefixes).join('|')})[\\w-]{43}`);

const QUERY_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token']);

/** The one message for what does not open an operation: it tells nothing about why. */
export function unauthorized(operation: Pick<Operation, 'by'>): Failure {
  return new Failure('UNAUTHORIZED', whoCalls(operation).refusal);
}

/** The key or token of a request, from either of its two headers; never from the query. */
function findKey(operation: Operation, { headers, raw, query }: FastifyRequest): string {
  refuseKeysInUrl(query as Record<string, unknown>);
  const bearer = bearerOf(headers.authorization);
  const header = headers['x-api-key'];
  const key = bearer ?? (typeof header === 'string' ? header.trim() : undefined);
  const differ = Array.isArray(header) || (bearer && header !== undefined && bearer !== header.trim());
  if (!key || differ || (bearer && standsTwice(raw.rawHeaders, 'authorization')))
    throw unauthorized(operation);
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

/** Whether a request has a header more than once. Of some Node shows the first and drops the rest; whoever stands in between may go by another. */
export function standsTwice(namesAndValues: readonly string[], name: string): boolean {
  let times = 0;
  for (let at = 0; at < namesAndValues.length; at += 2)
    if (namesAndValues[at]?.length === name.length && namesAndValues[at]?.toLowerCase() === name) times += 1;
  return times > 1;
}
