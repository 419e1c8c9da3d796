import { Failure } from '../core/failure.ts';
import type { Session } from '../core/session.ts';
import type { Door } from './open-http.ts';
import { sharesOf } from './shares-of.ts';
import { turnOf } from './take-turn.ts';
import type { Exchange, One, Visit } from './visit.ts';

const READS_PER_SECOND = 100;
const WRITES_PER_SECOND = 50;

/** Lets in whoever calls with a session, as far as the role's rights go. Our own pages may; other sites' may not read the answer. */
export function enterWithSession(
  door: Door,
  { operation }: One,
  { reply, session }: Exchange & { readonly session: Session },
): Visit {
  const pace = {
    owner: session.id,
    readsPerSecond: READS_PER_SECOND,
    writesPerSecond: WRITES_PER_SECOND,
    sentWith: 'in this session',
  };
  const turn = turnOf(door.rateLimiter, reply, { operation, pace });
  turn.look();
  if (session.kind === 'operator' && operation.scope !== null && !session.scopes.includes(operation.scope)) {
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      `The role ${session.user.role} lacks the right ${operation.scope}. Ask an operator of the platform to do it, or to change your role.`,
      { details: { scope: operation.scope } },
    );
  }
  turn.take();
  return {
    caller: null,
    sharesOf: (max) => sharesOf({ kind: 'key', owner: session.id, group: null }, max),
    space: session.kind === 'driver' ? session.driver.id : session.user.id,
    named: namedIn(session),
    callOf: callerOf(session),
  };
}

function namedIn(session: Session): Visit['named'] {
  return session.kind === 'driver' ? { driver: session.driver.id } : { user: session.user.id };
}

function callerOf(session: Session): Visit['callOf'] {
  if (session.kind === 'driver')
    return ({ requestId, now, idempotency }) => ({
      requestId,
      sessionId: session.id,
      driver: session.driver,
      now,
      idempotency,
    });
  return ({ requestId, now, idempotency, ifMatch }) => ({
    requestId,
    sessionId: session.id,
    operator: session.user,
    reach: null,
    now,
    idempotency,
    ifMatch,
  });
}
