import { networkOf } from '../core/network-of.ts';
import type { Door } from './open-http.ts';
import { bearerOf } from './find-key.ts';
import { sharesOf } from './shares-of.ts';
import { turnOf } from './take-turn.ts';
import type { Exchange, One, Visit } from './visit.ts';

/** Nobody is known yet, so an address pays for all who share it; what could be guessed is limited far tighter by itself. */
const PER_SECOND = 20;

/** Lets in whoever comes, as often as one address may. */
export function enterOpenly(door: Door, { operation }: One, { request, reply }: Exchange): Visit {
  const pace = {
    owner: `open:${operation.id}:${networkOf(request.ip)}`,
    readsPerSecond: PER_SECOND,
    writesPerSecond: PER_SECOND,
    sentWith: 'from this address',
  };
  turnOf(door.rateLimiter, reply, { operation, pace }).take();
  return {
    caller: null,
    space: '',
    sharesOf: (max) => sharesOf({ kind: 'visitor', owner: pace.owner, group: null }, max),
    named: {},
    callOf: ({ requestId, now }) => ({
      requestId,
      now,
      address: request.ip,
      idempotency: null,
      bearer: bearerOf(request.headers.authorization) || null,
    }),
  };
}
