import { createHash, type Hash } from 'node:crypto';
import type { BinaryForm, Operation } from '@cottontree/contract';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import type { Reply } from '../kernel/call/reply.ts';
import { declaredPart, type TextAmounts } from './amount-format.ts';
import type { LongAnswers } from './long-answers.ts';
import type { Exchange } from './admitted-request.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What an operation answered, when, and what writes its amounts where they are wanted as text. */
type Given = {
  readonly given: Reply<unknown>;
  readonly now: Date;
  readonly amounts: TextAmounts | null;
  readonly long: LongAnswers;
  readonly take: WorkStep;
};

/** Puts the envelope around what an operation answered, and the headers that its form calls for. */
export function sendReply(exchange: Exchange, operation: Operation, wanted: Given): object {
  const { reply } = exchange;
  const { given, amounts } = wanted;
  reply.code(given.status ?? operation.status);
  if (given.replayed) reply.header('idempotent-replayed', 'true');
  if (operation.binary) return sendFile(exchange, operation.binary, given as Reply<Uint8Array>);
  if (given.file) return sendFile(exchange, given.file, { ...given, data: given.file.bytes });
  if (wanted.long.isLong(given.data)) return sendInTurns(exchange, operation, wanted);
  const version = given.version ?? (hasDigest(operation) ? digestOf(JSON.stringify(given.data)) : undefined);
  if (isKnownSingle(exchange, operation, { version, amounts })) return reply.code(304).send();
  // By its bytes as they were kept, and not by a schema that may have grown since.
  const asKept = given.replayed
    ? (answer: object) =>
        JSON.stringify({
          ...answer,
          data: declaredPart(
            operation.list ? { items: operation.answer } : operation.answer,
            (answer as { readonly data: unknown }).data,
          ),
        })
    : null;
  if (asKept) reply.type(JSON_TYPE).serializer(asKept);
  amounts?.writeTo(reply, asKept);
  return enveloped(operation, wanted);
}

/** The same bytes, between whose making others have their turn. */
async function sendInTurns(exchange: Exchange, operation: Operation, wanted: Given): Promise<object> {
  const { reply } = exchange;
  const { given, amounts, long, take } = wanted;
  const hash = createHash('sha256');
  const isHashed = given.version === undefined && hasDigest(operation);
  if (isHashed) await inTurns(long.hash(hash, given.data), take);
  const version = given.version ?? (isHashed ? shortened(hash) : undefined);
  if (isKnownSingle(exchange, operation, { version, amounts })) return reply.code(304).send();
  reply.type(JSON_TYPE);
  return inTurns(
    long.write(enveloped(operation, wanted), {
      asKept: given.replayed === true,
      textIn: amounts?.currency ?? null,
    }),
    take,
  );
}

export function enveloped({ list }: Operation, { given, now }: Pick<Given, 'given' | 'now'>): object {
  if (list) return { success: true, data: given.data, meta: given.meta };
  return { success: true, data: given.data, timestamp: (given.at ?? now).toISOString() };
}

/** A single thing without a version of its own is told apart by what it says. */
function hasDigest({ list, method }: Operation): boolean {
  return !list && method === 'GET';
}

/** Names the version of a single thing, and tells whether its reader has it already. */
function isKnownSingle(
  exchange: Exchange,
  operation: Operation,
  { version, amounts }: { readonly version: string | undefined; readonly amounts: TextAmounts | null },
): boolean {
  if (operation.list || version === undefined) return false;
  const tag = weakTag(version, amounts && 'text');
  if (operation.method === 'GET') return isKnown(exchange, tag);
  exchange.reply.header('etag', tag);
  return false;
}

/** Nothing in a file may run in the page that shows it. */
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
export function isKnown({ request, reply }: Exchange, tag: string): boolean {
  reply.header('etag', tag);
  const asked = request.headers['if-none-match'];
  return asked !== undefined && matches(asked, tag);
}

function digestOf(content: string | Uint8Array): string {
  return shortened(createHash('sha256').update(content));
}

function shortened(hash: Hash): string {
  return hash.digest('base64url').slice(0, 22);
}

/** A weak ETag from what tells one version of a thing from another, and the form it is shown in, where that is not the usual one. */
export function weakTag(version: string, form: string | null = null): string {
  const known = /^[\w.:-]{1,64}$/.test(version)
    ? version
    : createHash('sha256').update(version).digest('base64url').slice(0, 22);
  return `W/"${known}${form === null ? '' : `;${form}`}"`;
}

/** The tags of a header without their forms: whoever saw a version in any form has seen it. */
export function withoutForms(header: string): string {
  return header.replaceAll(/;\w+"/g, '"');
}

/** Whether an If-None-Match or If-Match header names the tag, compared weakly. */
export function matches(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

type Write = (answer: unknown) => string;

/** What tells the forms of an answer apart is compiled as it comes: to shorten it first took as long again. */
const PLAIN = { ajv: { code: { optimize: false } } };
const writers = new WeakMap<object, Write>();

/** Answers are written by what their schema is compiled to, when the first of its kind is written: once in a process. */
export const writeAnswers: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (answer) => {
    const write = writers.get(schema) ?? fastJsonStringify(schema as Schema, PLAIN);
    writers.set(schema, write);
    return write(answer);
  };
