import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../core/failure.ts';
import { parseUrl } from '../core/parse-url.ts';

/**
 * Refuses a form that another site's page sent. Pages tell no referrer, so a browser may say `Origin: null` for our own
 * forms too; newer ones say where the form came from in `Sec-Fetch-Site`, and that decides. What no browser sent has neither.
 */
export function judgeOrigin(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const ours =
    site === undefined
      ? origin === undefined || origin === 'null' || origin === ownOrigin || hostOf(origin) === host
      : site === 'same-origin';
  if (!ours)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'This form was sent from another site. Open the page itself and send it from there.',
    );
}

function hostOf(origin: string): string | null {
  return parseUrl(origin)?.host ?? null;
}
