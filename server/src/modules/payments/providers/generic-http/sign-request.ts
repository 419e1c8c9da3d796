import { createHash } from 'node:crypto';
import { hmac } from '../wire/signatures.ts';

export type SignedRequest = {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly method: string;
  /** With its query, as it stands in the request line. */
  readonly path: string;
  readonly body: string;
};

/** The value of `Cottontree-Signature` on a request of ours: HMAC-SHA256 over time, method, path and the body's hash, a line each. */
export function signRequest(secret: string, { timestamp, method, path, body }: SignedRequest): string {
  const lines = [timestamp, method, path, createHash('sha256').update(body).digest('hex')].join('\n');
  return `t=${timestamp},v1=${hmac(secret, lines).toString('hex')}`;
}

/** The value of `Cottontree-Signature` on a callback to us: HMAC-SHA256 over time, a full stop and the body's bytes. */
export function signCallback(
  secret: string,
  { timestamp, body }: { readonly timestamp: number; readonly body: string | Buffer },
): string {
  return `t=${timestamp},v1=${hmac(secret, `${timestamp}.`, body).toString('hex')}`;
}
