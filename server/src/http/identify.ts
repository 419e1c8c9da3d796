import type { Operation } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { findKey, unauthorized } from './find-key.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import type { Allowance } from './rate-limit.ts';
import type { Exchange } from './admitted-request.ts';

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
    const key = credential
      ? credential()
      : findKey(operation, request.headers, request.query as Record<string, unknown>);
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
