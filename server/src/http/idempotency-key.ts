import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../core/call.ts';
import { invalid } from '../core/failure.ts';

/** The request's Idempotency-Key with a SHA-256 over method, path and canonical body; null without the header. */
export function idempotencyOf(request: FastifyRequest): Call['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const path = request.url.split('?')[0] ?? '';
  const hash = createHash('sha256').update(`${request.method} ${path}\n`).update(canonical(request.body)).digest();
  return { key, hash };
}

/** JSON with sorted keys, so that the order in which a client writes its fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const object = value as Record<string, unknown>;
  return `{${Object.keys(object).toSorted().map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join(',')}}`;
}
