import { createHash } from 'node:crypto';
import type { Operation } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../core/reply.ts';
import { matches, weakTag } from './entity-tag.ts';

/** Puts the envelope around what an operation answered, and the headers that its form calls for. */
export function sendReply(exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply }, operation: Operation, { given, now }: { readonly given: Reply<unknown>; readonly now: Date }): object {
  const { request, reply } = exchange;
  reply.code(given.status ?? operation.status);
  if (given.replayed) reply.header('idempotent-replayed', 'true');
  if (operation.list) return { success: true, data: given.data, meta: given.meta };
  if (operation.method === 'GET') {
    const tag = weakTag(given.version ?? createHash('sha256').update(JSON.stringify(given.data)).digest('base64url').slice(0, 22));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    const asked = request.headers['if-none-match'];
    if (asked !== undefined && matches(asked, tag)) return reply.code(304).send();
  } else if (given.version !== undefined) reply.header('etag', weakTag(given.version));
  return { success: true, data: given.data, timestamp: (given.at ?? now).toISOString() };
}
