import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  covers,
  credentialHeaders,
  isForPages,
  isWrite,
  takesSessions,
  type Operation,
  type Scope,
} from '@cottontree/contract';
import ipaddr from 'ipaddr.js';
import { personBehind, type Caller, type CallerMember } from '../kernel/call/call.ts';
import { Failure } from '../kernel/call/failure.ts';
import { callWithKey } from '../kernel/call/make-call.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { type AdmittedRequest, type Exchange, type Sharer, sharesOf } from './admitted-request.ts';
import { turnOf } from './rate-limit.ts';
import { varyBy } from './vary-by.ts';
import { isFromOurPage } from './cross-origin.ts';

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
  if (request.headers.origin === undefined) return;
  varyBy(reply, 'Origin');
  reply.header('access-control-allow-origin', '*');
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

type Visitor = {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly ownOrigin: string;
};

/** Whether a known key may call the operation from where it calls; throws the refusal. */
function admit(operation: Operation, caller: Caller, visitor: Visitor): void {
  if (caller.member) refuseViewer(operation, caller.member);
  else if (caller.kind === 'secret') refuseBrowser(caller, visitor);
  else if (caller.kind === 'session') judgeSession(operation, caller, visitor);
  else judgePublicKey(operation, caller, visitor);
  if (caller.merchant.status === 'suspended')
    throw new Failure(
      'MERCHANT_SUSPENDED',
      'This merchant is suspended. Write to whoever runs this service.',
    );
  if (caller.ipRanges.length > 0 && !inRanges(visitor.address, caller.ipRanges)) {
    throw addressRefused(caller, visitor.address);
  }
  if (operation.testOnly && caller.tenant.livemode)
    throw new Failure('TEST_ONLY', 'This operation works only with a test key (sk_test_…).');
  if (caller.kind !== 'public' && !mayDo(operation, caller)) throw lacksScope(operation, caller);
}

function addressRefused({ session }: Caller, address: string): Failure {
  const sentence =
    session === null
      ? `This key may not be used from ${address}. Add the address to the key's allowed ranges.`
      : `This session may not be used from ${address}. Begin it with ip_ranges that hold the address, or with a key that works from there.`;
  return new Failure('IP_NOT_ALLOWED', sentence);
}

function mayDo({ scope, orScope, sessions }: Operation, { scopes, session }: Caller): boolean {
  if (scope === null || (session !== null && sessions === 'always')) return true;
  return covers(scopes, scope) || (orScope !== undefined && covers(scopes, orScope));
}

function lacksScope({ scope }: Operation, { session, member }: Caller): Failure {
  if (member) return lacksRight(member, scope);
  const sentence =
    session === null
      ? `This key lacks the scope ${scope}. Give the key that scope or use another key.`
      : `This session lacks the scope ${scope}. Somebody with the permission for it has to sign in.`;
  return new Failure('INSUFFICIENT_SCOPE', sentence, { details: { scope } });
}

function lacksRight({ role }: CallerMember, scope: Scope | null): Failure {
  return new Failure(
    'INSUFFICIENT_SCOPE',
    `The role ${role} lacks the right ${scope}. An owner can do it, or give you another role.`,
    { details: { scope, role } },
  );
}

/** Where the request came from was judged with the cookie. Who only looks changes nothing, whatever right that takes. */
function refuseViewer(operation: Operation, member: CallerMember): void {
  if (member.role === 'viewer' && isWrite(operation)) throw lacksRight(member, operation.scope);
}

/** A page carries an Origin or a Sec-Fetch-Site; only our own documentation may try a test key. */
function refuseBrowser(caller: Caller, visitor: Visitor): void {
  const { origin } = visitor.headers;
  const site = visitor.headers['sec-fetch-site'];
  const fromPage =
    origin !== undefined || site === 'cross-site' || site === 'same-site' || site === 'same-origin';
  if (!fromPage) return;
  const ours =
    (origin === undefined || origin === visitor.ownOrigin) && (site === undefined || site === 'same-origin');
  if (ours && !caller.tenant.livemode) return;
  throw new Failure(
    'SECRET_KEY_IN_BROWSER',
    'A secret key was sent from a web page, where anybody can read it. Revoke this key, and use a public key (pk_…) in pages.',
  );
}

function judgePublicKey(operation: Operation, caller: Caller, visitor: Visitor): void {
  if (!operation.publicKey)
    throw new Failure(
      'PUBLIC_KEY_NOT_ALLOWED',
      'This operation needs a secret key (sk_…), sent from your server.',
    );
  const { origin } = visitor.headers;
  // Pages of ours need no list; of their GETs nothing but Sec-Fetch-Site tells where they come from.
  const ours = isFromOurPage(visitor.headers, visitor.ownOrigin) === true;
  const listed = ours || (origin !== undefined && caller.origins.includes(origin));
  const anyInTest = !caller.tenant.livemode && caller.origins.length === 0;
  if (!listed && !anyInTest)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      `This public key does not list the origin ${origin ?? '(none sent)'}. Add it to the key's allowed origins.`,
    );
}

/** What no page sent has no origin; our own pages may. */
function judgeSession(operation: Operation, caller: Caller, visitor: Visitor): void {
  if (!takesSessions(operation))
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      'No session may do this, whatever its scopes. Call it with a secret key (sk_…) from your server.',
      { details: { scope: operation.scope } },
    );
  const { origin } = visitor.headers;
  const anyInTest = !caller.tenant.livemode && caller.origins.length === 0;
  if (origin === undefined || origin === visitor.ownOrigin || caller.origins.includes(origin) || anyInTest)
    return;
  throw new Failure(
    'ORIGIN_NOT_ALLOWED',
    `No public key of the merchant lists the origin ${origin}. Add it to a public key's allowed origins.`,
  );
}

/** Whether an address lies in one of the ranges (`10.0.0.0/8`, `2001:db8::/32`, or a single address). */
function inRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const visitor = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : [ipaddr.process(range), undefined];
    if (network.kind() !== visitor.kind()) return false;
    return visitor.match(network as never, bits ?? (visitor.kind() === 'ipv4' ? 32 : 128));
  });
}
