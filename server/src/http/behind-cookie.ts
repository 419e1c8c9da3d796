import type { IncomingHttpHeaders } from 'node:http';
import { isWrite, takesKeys, type Operation } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../kernel/call/call.ts';
import { Failure, invalid, type FieldProblem } from '../kernel/call/failure.ts';
import type { MemberSession } from '../kernel/call/session.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import { refuseKeysInUrl } from './find-key.ts';
import { identify } from './identify.ts';
import { refuseOtherSites, refuseUnlessOurs } from './judge-origin.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { tokenInCookies } from './session-cookie.ts';

/** Whether a person's cookie is what a request comes with: a key in a header goes before it. */
export function comesWithCookie(
  { operation, publicUrl }: OperationRoute,
  headers: IncomingHttpHeaders,
): boolean {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return false;
  return takesKeys(operation) && tokenInCookies(headers.cookie, publicUrl()) !== null;
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

/** Who stands behind the cookie, if the page that sends it may. */
export async function memberBehindCookie(
  server: HttpServer,
  one: OperationRoute,
  request: FastifyRequest,
): Promise<MemberSession> {
  const { headers, query } = request;
  const session = await identify(server, one, {
    request,
    credential: () => {
      refuseKeysInUrl(query as Record<string, unknown>);
      const isKeyed = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
      return isKeyed ? null : tokenInCookies(headers.cookie, one.publicUrl());
    },
    open: async (token) => {
      const found = await one.findSession(token);
      return found?.kind === 'member' ? found : null;
    },
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
