import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { credentialHeaders, isForPages, type Operation } from '@cottontree/contract';
import { personBehind, type Caller } from '../kernel/call/call.ts';
import { Failure } from '../kernel/call/failure.ts';
import { callWithKey } from '../kernel/call/make-call.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { admit } from './admit.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { sharesOf, type Sharer } from './shares-of.ts';
import { turnOf } from './take-turn.ts';
import type { Exchange, AdmittedRequest } from './admitted-request.ts';

/** Lets in whoever calls with a merchant's key, as far as the key's rights and the merchant's rate go. */
export function enterWithKey(
  server: HttpServer,
  { operation, publicUrl }: OperationRoute,
  { request, reply, caller }: Exchange & { readonly caller: Caller },
): AdmittedRequest {
  if (!isForPages(operation)) letPageReadRefusal({ request, reply });
  const { readsPerSecond, writesPerSecond } = caller.merchant;
  const turn = turnOf(server.rateLimiter, reply, {
    operation,
    pace: {
      owner: ownerOf(caller),
      readsPerSecond,
      writesPerSecond,
      sentWith: caller.session || caller.member ? 'in this session' : 'with this key',
    },
  });
  // Refusals say what is left as well, but take nothing: a stolen key cannot use up its owner's rate from where it is not allowed.
  turn.look();
  const admitted: AdmittedRequest = {
    caller,
    by: caller,
    sharesOf: (max) => sharesOf(sharerOf(caller, networkOf(request.ip)), max),
    space: spaceOf(operation, caller, request.headers),
    named: namedIn(caller),
    callOf: (sent) => callWithKey(operation, caller, sent),
  };
  try {
    admit(operation, caller, {
      headers: request.headers,
      address: request.ip,
      get ownOrigin() {
        return new URL(publicUrl()).origin;
      },
    });
  } catch (refusal) {
    // So that it stands in the merchant's log: a secret key in a web page must not go unnoticed.
    request.admitted = admitted;
    throw refusal;
  }
  if (caller.kind === 'public') limitNetwork(server, { keyId: caller.keyId, network: networkOf(request.ip) });
  turn.take();
  return admitted;
}

function namedIn({ keyId, session, member }: Caller): AdmittedRequest['named'] {
  if (member) return { person: member.personId, session: member.sessionId };
  return { key: keyId, ...(session ? { session: session.id } : {}) };
}

/** A session's requests count for themselves: the key it was begun with serves others too. So do a person's at each desk. */
function ownerOf({ keyId, session, member }: Caller): string {
  return member?.sessionId ?? session?.id ?? keyId;
}

/** One visitor of a page, or one session, is one of many that a merchant has. */
function sharerOf(caller: Caller, network: string): Sharer {
  const group = `merchant:${caller.merchant.id}`;
  if (caller.kind === 'secret') return { kind: 'key', owner: ownerOf(caller), group };
  return {
    kind: 'visitor',
    owner: caller.kind === 'session' ? ownerOf(caller) : `${caller.keyId}:${network}`,
    group,
  };
}

/** Everybody who looks at a page has its public key, so no single address may use up what the key may ask. Whole phone networks share one. */
const PUBLIC_PER_ADDRESS_PER_SECOND = 30;

function limitNetwork(
  { rateLimiter }: HttpServer,
  { keyId, network }: { readonly keyId: string; readonly network: string },
): void {
  const { allowed, retryAfterSeconds } = rateLimiter.take(
    `${keyId}:${network}`,
    PUBLIC_PER_ADDRESS_PER_SECOND,
  );
  if (!allowed)
    throw new Failure(
      'RATE_LIMITED',
      `More than ${PUBLIC_PER_ADDRESS_PER_SECOND} requests a second came from this address with this public key. Slow down and try again.`,
      { retryAfterSeconds },
    );
}

/** No page may call this, but the one that does is to read why. */
function letPageReadRefusal({ request, reply }: Exchange): void {
  if (request.headers.origin !== undefined)
    reply.header('access-control-allow-origin', '*').header('vary', 'Origin');
}

/** What a caller with a public key shows beside it that makes it another one: its page, or what of its own it has. */
const SHOWN = ['origin', ...credentialHeaders.map((name) => name.toLowerCase())];

/**
 * Among which requests of a merchant an Idempotency-Key is looked for. All secret keys share one space, so that it holds when
 * a key is rolled; the visitors of a site, each device, each buyer and each person have their own.
 */
function spaceOf({ by }: Operation, caller: Caller, headers: IncomingHttpHeaders): string {
  const { kind, session, member, tenant } = caller;
  const ofMember = member ? `:${member.personId}` : '';
  if (by !== undefined) return `${tenant.merchantId}:${tenant.livemode ? 'live' : 'test'}${ofMember}`;
  if (member) return member.personId;
  if (session !== null) return personBehind(session);
  return kind === 'secret'
    ? ''
    : `public:${createHash('sha256')
        .update(JSON.stringify(SHOWN.map((name) => headers[name] ?? null)))
        .digest('base64url')}`;
}
