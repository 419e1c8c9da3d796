import type { Operation } from '@cottontree/contract';
import type { AnyCall, Call, Caller } from './call.ts';
import type { Session } from './session.ts';

/** What a request brings to its call, whoever sent it. */
export type SentWithRequest = Pick<
  Call,
  'requestId' | 'now' | 'idempotency' | 'ifMatch' | 'stream' | 'address' | 'credentials'
>;

/** A request as its handler sees it, sent in a session that was signed in to. */
export function callInSession(
  session: Session,
  { requestId, now, idempotency, ifMatch, address }: SentWithRequest,
): AnyCall {
  if (session.kind === 'driver')
    return { requestId, sessionId: session.id, driver: session.driver, now, idempotency };
  if (session.kind === 'member')
    return { requestId, sessionId: session.id, person: session.person, address, now, idempotency, ifMatch };
  return { requestId, sessionId: session.id, operator: session.user, reach: null, now, idempotency, ifMatch };
}

/** A request as its handler sees it, sent with a merchant's key: as a dispatcher, it directs the couriers of its own merchant's deliveries only. */
export function callWithKey({ by }: Pick<Operation, 'by'>, caller: Caller, sent: SentWithRequest): AnyCall {
  const { requestId, idempotency, ifMatch, stream, address, credentials } = sent;
  const { tenant } = caller;
  const now = caller.clock ?? sent.now;
  if (by === undefined)
    return { requestId, caller, tenant, now, idempotency, ifMatch, stream, address, credentials };
  return {
    requestId,
    sessionId: null,
    operator: { id: caller.keyId, name: caller.member?.name ?? caller.merchant.name, role: 'merchant' },
    reach: tenant,
    now,
    idempotency,
    ifMatch,
  };
}
