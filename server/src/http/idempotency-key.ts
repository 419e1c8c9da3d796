import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../core/call.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import { invalid } from '../core/failure.ts';

/** The request's Idempotency-Key with a SHA-256 over method, path and canonical body; null without the header. */
export function idempotencyOf(request: FastifyRequest): Idempotency | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const path = request.url.split('?')[0] ?? '';
  const hash = createHash('sha256')
    .update(`${request.method} ${path}\n`)
    .update(canonicalJson(request.body))
    .digest();
  return { key, hash };
}
