import { whoCalls, type ErrorCode } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../kernel/call/call.ts';
import { Failure } from '../kernel/call/failure.ts';
import { callInSession } from '../kernel/call/make-call.ts';
import { personOf, requireScope, type Session } from '../kernel/call/session.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { countLoad } from './count-load.ts';
import { callerBehindCookie, cookieOf, memberBehindCookie, personBehindCookie } from './behind-cookie.ts';
import { enterWithKey } from './enter-with-key.ts';
import { bearerOf, identify } from './identify.ts';
import { refuseForeignSignIn } from './cross-origin.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { type AdmittedRequest, agentOf, type Exchange, sharesOf } from './admitted-request.ts';
import { turnOf } from './rate-limit.ts';
import { urgencyOf } from './shed-load.ts';

/** Everything that is judged before a byte of the body is read: load, key or session, right, rate. */
export async function enter(
  server: HttpServer,
  one: OperationRoute,
  exchange: Exchange,
): Promise<AdmittedRequest> {
  countLoad(server, exchange, urgencyOf(one.operation));
  const { signIn, takesKeys } = whoCalls(one.operation);
  if (signIn === null && !takesKeys) return enterOpenly(server, one, exchange);
  const who = await whoAsks(server, one, exchange.request);
  if ('keyId' in who) return enterWithKey(server, one, { ...exchange, caller: who });
  return enterWithSession(server, one, { ...exchange, session: who });
}

/** A key in a header goes before a cookie. */
async function whoAsks(
  server: HttpServer,
  one: OperationRoute,
  request: FastifyRequest,
): Promise<Caller | Session> {
  if (whoCalls(one.operation).signIn?.by === 'cookie') return memberBehindCookie(server, one, request);
  const cookie = cookieOf(one, request.headers);
  if (cookie === 'member') return callerBehindCookie(server, one, request);
  if (cookie !== null) return personBehindCookie(server, one, { request, kind: cookie });
  return identify(server, one, { request, open: openerOf(one) });
}

/** Whether who was let in with a merchant's key or session would still be, with the same rights. */
export async function isStillAllowed(
  server: HttpServer,
  one: OperationRoute,
  { request, caller }: { readonly request: FastifyRequest; readonly caller: Caller },
): Promise<boolean> {
  try {
    const now = await whoAsks(server, one, request);
    return (
      'keyId' in now && now.merchant.status === 'active' && now.scopes.join(' ') === caller.scopes.join(' ')
    );
  } catch (error) {
    if (error instanceof Failure && GONE.has(error.code)) return false;
    throw error;
  }
}

/** What is said once a key was revoked, a session has ended, or a person no longer belongs to the merchant. */
const GONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAUTHORIZED', 'NOT_A_MEMBER']);

type Opener = (key: string) => Promise<Caller | Session | null>;

function openerOf({ operation, authenticate, findSession }: OperationRoute): Opener {
  const { signIn, takesKeys } = whoCalls(operation);
  if (signIn === null) return authenticate;
  const ofSession: Opener = async (token) => {
    const session = await findSession(token);
    return session?.kind === signIn.kind ? session : null;
  };
  if (!takesKeys) return ofSession;
  return (key) => (key.startsWith(signIn.tokenPrefix) ? ofSession(key) : authenticate(key));
}

/** Nobody is known yet, so an address pays for all who share it; what could be guessed is limited far tighter by itself. */
const PER_SECOND = 20;

/** Lets in whoever comes, as often as one address may. */
function enterOpenly(
  server: HttpServer,
  { operation, publicUrl }: OperationRoute,
  { request, reply }: Exchange,
): AdmittedRequest {
  const pace = {
    owner: `open:${operation.id}:${networkOf(request.ip)}`,
    readsPerSecond: PER_SECOND,
    writesPerSecond: PER_SECOND,
    sentWith: 'from this address',
  };
  turnOf(server.rateLimiter, reply, { operation, pace }).take();
  if (operation.setsCookie) refuseForeignSignIn(request.headers, new URL(publicUrl()).origin);
  return {
    caller: null,
    by: null,
    space: '',
    sharesOf: (max) => sharesOf({ kind: 'visitor', owner: pace.owner, group: null }, max),
    named: {},
    callOf: ({ requestId, now }) => ({
      requestId,
      now,
      address: request.ip,
      agent: agentOf(request),
      idempotency: null,
      bearer: bearerOf(request.headers.authorization) || null,
    }),
  };
}

const READS_PER_SECOND = 100;
const WRITES_PER_SECOND = 50;

/** Lets in whoever calls with a session, as far as the role's rights go. Our own pages may; other sites' may not read the answer. */
function enterWithSession(
  server: HttpServer,
  { operation }: OperationRoute,
  { reply, session }: Exchange & { readonly session: Session },
): AdmittedRequest {
  const pace = {
    owner: session.id,
    readsPerSecond: READS_PER_SECOND,
    writesPerSecond: WRITES_PER_SECOND,
    sentWith: 'in this session',
  };
  const person = personOf(session);
  const turn = turnOf(server.rateLimiter, reply, { operation, pace });
  turn.look();
  requireScope(session, operation.scope);
  turn.take();
  return {
    caller: null,
    by: session.kind === 'member' ? session : null,
    sharesOf: (max) => sharesOf({ kind: 'key', owner: session.id, group: null }, max),
    space: person.id,
    named: { [person.field]: person.id },
    callOf: (sent) => callInSession(session, sent),
  };
}
