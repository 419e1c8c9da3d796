import { createHash } from 'node:crypto';
import type { Operation } from '@cottontree/contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../core/call.ts';

/** What a caller with a public key shows beside it that makes it another one: a device at a door, a till, a buyer. */
const SHOWN = ['origin', 'x-scanner-token', 'x-terminal-token', 'x-client-secret'] as const;

/**
 * Among which requests of a merchant an Idempotency-Key is looked for. All secret keys share one space, so that it holds when
 * a key is rolled; the visitors of a site, each device, each buyer and each person have their own.
 */
export function spaceOf({ by }: Operation, caller: Caller, headers: IncomingHttpHeaders): string {
  const { kind, session, tenant } = caller;
  if (by !== undefined) return `${tenant.merchantId}:${tenant.livemode ? 'live' : 'test'}`;
  if (session !== null) return session.staff?.id ?? session.id;
  return kind === 'secret'
    ? ''
    : `public:${createHash('sha256')
        .update(JSON.stringify(SHOWN.map((name) => headers[name] ?? null)))
        .digest('base64url')}`;
}
