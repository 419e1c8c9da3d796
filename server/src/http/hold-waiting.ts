import type { Operation } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';
import { createPlaces, type Places } from '../kernel/running/places.ts';
import { uncountLoad } from './count-load.ts';
import type { HttpServer } from './module.ts';
import type { Exchange, AdmittedRequest } from './admitted-request.ts';

/** Some 30 kB each, with the connection. */
const PER_NODE_MAX = 4_000;
const PER_MERCHANT_MAX = 1_000;
/** Everybody who looks at a page has its public key; whole phone networks share an address. */
const PER_VISITOR_MAX = 100;
const SHARES_MAX = { owner: { key: PER_MERCHANT_MAX, visitor: PER_VISITOR_MAX }, group: PER_MERCHANT_MAX };

/** Room for requests that only wait for something to happen. */
export function createWaitingRoom(): Places {
  return createPlaces({
    perNodeMax: PER_NODE_MAX,
    full: (max) =>
      new Failure(
        'SERVICE_UNAVAILABLE',
        `On this node ${max} requests wait already. Try again in a few seconds, or ask without wait.`,
        { retryAfterSeconds: 5 },
      ),
    enough: (max) =>
      new Failure(
        'RATE_LIMITED',
        `From you ${max} requests wait already. Let some of them end, or ask without wait.`,
        { retryAfterSeconds: 5 },
      ),
  });
}

/** Whether a request for the operation may wait for something to happen. */
export function knowsWait({ query }: Operation): boolean {
  return query !== undefined && 'wait' in query.properties;
}

/**
 * Does what an operation does where it may wait: what waits is no work under way, so it does not count as load, but has
 * a place among those who wait. It keeps it until it has ended, also where nobody listens any more.
 */
export async function holdWaiting<T>(
  server: Pick<HttpServer, 'shedder' | 'waiting'>,
  { request, admitted }: Pick<Exchange, 'request'> & { readonly admitted: AdmittedRequest },
  work: () => Promise<T>,
): Promise<T> {
  const leave = server.waiting.take(admitted.sharesOf(SHARES_MAX));
  uncountLoad(server, request);
  try {
    return await work();
  } finally {
    leave();
  }
}
