import { createHash } from 'node:crypto';
import type { BinaryForm, Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import type { Reply } from '../core/reply.ts';
import type { TextAmounts } from './amount-format.ts';
import { matches, weakTag } from './entity-tag.ts';
import type { Exchange } from './visit.ts';

/** What an operation answered, when, and what writes its amounts where they are wanted as text. */
type Given = { readonly given: Reply<unknown>; readonly now: Date; readonly amounts: TextAmounts | null };

/** Puts the envelope around what an operation answered, and the headers that its form calls for. */
export function sendReply(exchange: Exchange, operation: Operation, { given, now, amounts }: Given): object {
  const { reply } = exchange;
  const form = amounts && 'text';
  reply.code(given.status ?? operation.status);
  if (given.replayed) reply.header('idempotent-replayed', 'true');
  if (operation.binary) return sendFile(exchange, operation.binary, given as Reply<Uint8Array>);
  if (given.file) return sendFile(exchange, given.file, { ...given, data: given.file.bytes });
  if (!operation.list && operation.method === 'GET') {
    if (isKnown(exchange, weakTag(given.version ?? digestOf(JSON.stringify(given.data)), form)))
      return reply.code(304).send();
  } else if (!operation.list) {
    if (given.version !== undefined) reply.header('etag', weakTag(given.version, form));
    // Tokens and PINs are answered here.
    if (operation.by !== undefined) reply.header('cache-control', 'no-store');
  }
  amounts?.writeTo(reply);
  if (operation.list) return { success: true, data: given.data, meta: given.meta };
  return { success: true, data: given.data, timestamp: (given.at ?? now).toISOString() };
}

/** Nothing in a file may run in the page that shows it, and no other's cache keeps it. */
function sendFile(
  exchange: Exchange,
  { type, attachment }: BinaryForm,
  given: Reply<Uint8Array>,
): FastifyReply {
  const { reply } = exchange;
  if (isKnown(exchange, weakTag(given.version ?? digestOf(given.data)))) return reply.code(304).send();
  const place = attachment ? 'attachment' : 'inline';
  return reply
    .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header(
      'content-disposition',
      given.fileName === undefined
        ? place
        : `${place}; filename="${given.fileName.replaceAll(/[^\w.-]/g, '_')}"`,
    )
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(Buffer.from(given.data));
}

/** Names the version and form in the answer, and tells whether the reader has it already. */
function isKnown({ request, reply }: Exchange, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const asked = request.headers['if-none-match'];
  return asked !== undefined && matches(asked, tag);
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
