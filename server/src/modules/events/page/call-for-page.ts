import type { Call, Idempotency } from '../../../kernel/call/call.ts';
import type { EventPage } from './open-event-page.ts';

/** Who sent a form of our own page. */
export type PageVisitor = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotency: Idempotency | null;
};

/** A form of our own page as a call: it may do what any page with a public key may, within the same limits. */
export function callForPage(
  { tenant, seller, clock, now }: EventPage,
  { requestId, address, idempotency }: PageVisitor,
): Call {
  return {
    requestId,
    caller: {
      keyId: 'page',
      keyFamily: 'page',
      kind: 'public',
      session: null,
      member: null,
      scopes: [],
      origins: [],
      ipRanges: [],
      tenant,
      merchant: seller,
      clock,
    },
    tenant,
    now,
    idempotency,
    ifMatch: null,
    stream: null,
    address,
    credentials: {},
  };
}
