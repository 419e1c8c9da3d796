import type { RawRequest, RawRoute } from '../../core/raw-route.ts';
import type { Payments } from '../open-payments.ts';
import { receiveCallback } from './receive-callback.ts';

const BODY_BYTES_MAX = 65_536;

/** Where providers send their callbacks. Whoever knows the token can make us ask the provider, and nothing else. */
export function callbackRoutes(room: Payments): readonly RawRoute[] {
  const path = '/callbacks/:provider/:token';
  const handle = async ({ params, body, headers, query }: RawRequest) => {
    const { provider = '', token = '' } = params;
    const known = await receiveCallback(room, { provider, token, callback: { body, headers, query } });
    return known ? { status: 200, body: 'OK' } : { status: 404, body: 'NOT_FOUND' };
  };
  return [
    { method: 'POST', path, bodyBytesMax: BODY_BYTES_MAX, handle },
    // MTN MoMo puts.
    { method: 'PUT', path, bodyBytesMax: BODY_BYTES_MAX, handle },
    // Some providers only say in the query that there is news.
    { method: 'GET', path, bodyBytesMax: BODY_BYTES_MAX, handle },
  ];
}
