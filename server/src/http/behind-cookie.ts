import type { IncomingHttpHeaders } from 'node:http';
import {
  type CookieKind,
  isCookieKind,
  isWrite,
  type Operation,
  sessionCookies,
  takesKeys,
  whoCalls,
} from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../kernel/call/call.ts';
import { Failure, type FieldProblem, invalid } from '../kernel/call/failure.ts';
import type { Reply } from '../kernel/call/reply.ts';
import type { MemberSession, Session } from '../kernel/call/session.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import { isLoopbackHost } from '../kernel/web/is-loopback-host.ts';
import { identify, refuseKeysInUrl } from './identify.ts';
import { refuseOtherSites, refuseUnlessOurs } from './cross-origin.ts';
import type { HttpServer, OperationRoute } from './module.ts';

/**
 * Whose cookie a request comes with, where that is what lets it in: a key in a header goes before it. Where the platform's
 * people and merchants' both may call, and a browser keeps both cookies, the merchant that is named tells them apart.
 */
export function cookieOf(one: OperationRoute, headers: IncomingHttpHeaders): CookieKind | null {
  if (isKeyed(headers)) return null;
  const has = (kind: CookieKind): boolean =>
    tokenInCookies(headers.cookie, { kind, publicUrl: one.publicUrl() }) !== null;
  const own = ownCookieOf(one.operation);
  if (own !== null && own !== 'member' && headers['x-merchant'] === undefined && has(own)) return own;
  return takesKeys(one.operation) && has('member') ? 'member' : null;
}

/** Whose cookie an operation sets or takes back. */
export function cookieKindOf(operation: Operation): CookieKind {
  return operation.setsCookie ?? ownCookieOf(operation) ?? 'member';
}

function ownCookieOf(operation: Operation): CookieKind | null {
  const kind = whoCalls(operation).signIn?.kind;
  return isCookieKind(kind) ? kind : null;
}

function isKeyed({ authorization, 'x-api-key': key }: IncomingHttpHeaders): boolean {
  return authorization !== undefined || key !== undefined;
}

/** A signed-in person with the rights of a secret key of the named merchant and mode, as far as the role goes. */
export async function callerBehindCookie(
  server: HttpServer,
  one: OperationRoute,
  request: FastifyRequest,
): Promise<Caller> {
  const session = await memberBehindCookie(server, one, request);
  const tenant = tenantIn(request.headers);
  const caller = await one.findMember(session, tenant);
  if (caller !== null) return caller;
  throw new Failure(
    'NOT_A_MEMBER',
    `You do not belong to the merchant ${tenant.merchantId}. GET /v1/account/me lists those that you belong to.`,
  );
}

/** Who of a merchant's people stands behind the cookie, if the page that sends it may. */
export function memberBehindCookie(
  server: HttpServer,
  one: OperationRoute,
  request: FastifyRequest,
): Promise<MemberSession> {
  return sessionBehindCookie(server, one, {
    request,
    kind: 'member',
    isOf: (session): session is MemberSession => session.kind === 'member',
  });
}

/** The same of whoever else has a cookie. */
export function personBehindCookie(
  server: HttpServer,
  one: OperationRoute,
  { request, kind }: { readonly request: FastifyRequest; readonly kind: CookieKind },
): Promise<Session> {
  return sessionBehindCookie(server, one, {
    request,
    kind,
    isOf: (session): session is Session => session.kind === kind,
  });
}

type Behind<S extends Session> = {
  readonly request: FastifyRequest;
  readonly kind: CookieKind;
  readonly isOf: (session: Session) => session is S;
};

async function sessionBehindCookie<S extends Session>(
  server: HttpServer,
  one: OperationRoute,
  { request, kind, isOf }: Behind<S>,
): Promise<S> {
  const { headers, query } = request;
  const session = await identify(server, one, {
    request,
    credential: () => {
      refuseKeysInUrl(query as Record<string, unknown>);
      return isKeyed(headers) ? null : tokenInCookies(headers.cookie, { kind, publicUrl: one.publicUrl() });
    },
    open: async (token) => {
      const found = await one.findSession(token);
      return found !== null && isOf(found) ? found : null;
    },
    by: sessionCookies[kind].caller,
  });
  judgeOrigin(one, headers);
  return session;
}

function judgeOrigin(
  { operation, publicUrl }: { readonly operation: Operation; readonly publicUrl: () => string },
  headers: IncomingHttpHeaders,
): void {
  const { origin } = new URL(publicUrl());
  if (isWrite(operation)) refuseUnlessOurs(headers, origin);
  else refuseOtherSites(headers, origin);
}

const MODES: ReadonlyMap<unknown, boolean> = new Map([
  ['live', true],
  ['test', false],
]);

/** For which merchant and in which mode a person acts, which the cookie does not tell. */
function tenantIn(headers: IncomingHttpHeaders): Tenant {
  const merchantId = headers['x-merchant']?.toString() ?? '';
  const livemode = MODES.get(headers['x-mode']);
  const problems: FieldProblem[] = [];
  if (!/^mch_[0-9a-z]{1,40}$/.test(merchantId))
    problems.push({ path: 'X-Merchant', message: 'must name one of your merchants, mch_…, in a session' });
  if (livemode === undefined) problems.push({ path: 'X-Mode', message: 'must be test or live in a session' });
  if (problems.length > 0 || livemode === undefined) throw invalid(...problems);
  return { merchantId, livemode };
}

type CookieForm = { readonly name: string; readonly attributes: string };

/** How the cookie of a person's session looks on a server that is reached under this address. */
function cookieFormOf(kind: CookieKind, publicUrl: string): CookieForm {
  const { protocol, hostname } = new URL(publicUrl);
  const { name, sameSite } = sessionCookies[kind];
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}`;
  // Kept only for this host and sent only over TLS; browsers make an exception for the machine they run on. By plain HTTP they would not keep it.
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? { name: `__Host-${name}`, attributes: `${attributes}; Secure` }
    : { name, attributes };
}

/** The token in a Cookie header; null without one. */
function tokenInCookies(
  header: string | undefined,
  { kind, publicUrl }: { readonly kind: CookieKind; readonly publicUrl: string },
): string | null {
  if (header === undefined) return null;
  const { name } = cookieFormOf(kind, publicUrl);
  const found = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** Hands a new session's token to the browser, or takes an ended one back. */
export function setCookie(
  reply: FastifyReply,
  cookie: NonNullable<Reply<unknown>['cookie']> | null,
  { kind, publicUrl }: { readonly kind: CookieKind; readonly publicUrl: string },
): void {
  const { name, attributes } = cookieFormOf(kind, publicUrl);
  reply.header(
    'set-cookie',
    `${name}=${cookie?.token ?? ''}; Max-Age=${cookie?.maxAgeSeconds ?? 0}; ${attributes}`,
  );
}
