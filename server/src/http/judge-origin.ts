import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../kernel/call/failure.ts';
import { parseUrl } from '../kernel/web/parse-url.ts';

/** Whether a page of this server sent a request; null where nothing tells of any page. */
export function isFromOurPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin === undefined ? null : origin === ownOrigin || hostOf(origin) === host;
}

/** Refuses what changes something with a cookie, unless it is known to come from a page of ours: any site's page can have a browser send it. */
export function refuseUnlessOurs(headers: IncomingHttpHeaders, ownOrigin: string): void {
  if (isFromOurPage(headers, ownOrigin) !== true)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'In the session of a page only pages of this server may change anything: the request says neither Sec-Fetch-Site: same-origin nor the Origin of this server. From a program, send an API key.',
    );
}

/** Refuses what reads with a cookie where another site's page sent it. A page that is only near, or an address that was typed, may. */
export function refuseOtherSites(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const foreign = site === undefined ? isFromOurPage(headers, ownOrigin) === false : site === 'cross-site';
  if (foreign)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'A page of another site sent this in the session of a page of this server. Open that page itself, or send an API key from your server.',
    );
}

/** Refuses a page of another site that would sign its visitor in; a program has no page. */
export function refuseForeignSignIn(headers: IncomingHttpHeaders, ownOrigin: string): void {
  if (isFromOurPage(headers, ownOrigin) === false && headers['sec-fetch-site'] !== 'none')
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'A page of another site sent this. People sign in on the pages of this server.',
    );
}

function hostOf(origin: string): string | null {
  return parseUrl(origin)?.host ?? null;
}
