import { envelopeOf, isIdempotent, isWrite, operations, type ErrorCode, type Operation, type OperationId } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Caller } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { admit } from './admit.ts';
import { findKey, unauthorized } from './find-key.ts';
import { idempotencyOf } from './idempotency-key.ts';
import type { AnyHandler, Door, HttpOptions } from './open-http.ts';
import type { Allowance } from './rate-limit.ts';
import { sendReply } from './send-reply.ts';
import { streamCsv } from './stream-csv.ts';
import { validatorOf } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    startedMs: number;
    /** Whether the load shedder let it in, so that it must be counted out again. */
    entered: boolean;
  }
  interface FastifyReply {
    failureCode: ErrorCode | null;
  }
}

/** How often one address may show keys that do not open, per second. */
const BAD_KEYS_PER_SECOND = 20;

/** Puts every operation of the contract at its path. */
export function addOperations(door: Door, options: HttpOptions): void {
  door.app.decorateRequest('caller', null);
  door.app.decorateRequest('startedMs', 0);
  door.app.decorateRequest('entered', false);
  door.app.decorateReply('failureCode', null);
  for (const operation of Object.values(operations) as Operation[]) addOperation(door, { ...options, operation });
}

type One = HttpOptions & { readonly operation: Operation };

function addOperation(door: Door, one: One): void {
  const { operation } = one;
  const url = `/v1${operation.path}`;
  const handler: AnyHandler = one.handlers[operation.id as OperationId];
  const validate = validatorOf(operation);
  door.routes.note(operation.method, url);
  door.app.route({
    method: operation.method,
    url,
    schema: { response: { [operation.status]: envelopeOf(operation.answer, operation.list === true), ...(operation.status === 201 ? { 200: envelopeOf(operation.answer, false) } : {}) } },
    onRequest: async (request, reply) => {
      request.startedMs = one.monotonicMs();
      request.caller = await enter(door, one, { request, reply });
    },
    onResponse: async (request, reply) => leave(door, one, { request, reply }),
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw unauthorized();
      const input = validate({ params: request.params, query: request.query, body: request.body });
      const call: Call = {
        requestId: request.id,
        caller,
        tenant: caller.tenant,
        now: caller.clock ?? one.now(),
        idempotency: isIdempotent(operation) ? idempotencyOf(request) : null,
        ifMatch: request.headers['if-match'] ?? null,
      };
      if (operation.csv && /\btext\/csv\b/.test(request.headers.accept ?? '')) return streamCsv(reply, { operation, next: (query) => handler({ ...input, query } as never, call), query: input.query });
      return sendReply({ request, reply }, operation, { given: await handler(input as never, call), now: one.now() });
    },
  });
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Everything that is judged before a byte of the body is read: load, key, right, rate. */
async function enter(door: Door, one: One, { request, reply }: Exchange): Promise<Caller> {
  door.shedder.enter();
  request.entered = true;
  const caller = await identify(door, one, request);
  const { operation } = one;
  allowOrigin(operation, { request, reply });
  const write = isWrite(operation);
  const perSecond = write ? caller.merchant.writesPerSecond : caller.merchant.readsPerSecond;
  const bucket = `${caller.keyId}:${write ? 'write' : 'read'}`;
  // Refusals say what is left as well, but take nothing: a stolen key cannot use up its owner's rate from where it is not allowed.
  tellAllowance(reply, door.rateLimiter.look(bucket, perSecond));
  admit(operation, caller, {
    headers: request.headers,
    address: request.ip,
    get ownOrigin() {
      return new URL(one.publicUrl()).origin;
    },
  });
  const allowance = door.rateLimiter.take(bucket, perSecond);
  tellAllowance(reply, allowance);
  if (!allowance.allowed) {
    throw new Failure('RATE_LIMITED', `More than ${perSecond} ${write ? 'writes' : 'reads'} a second were sent with this key. Slow down and try again.`, { retryAfterSeconds: allowance.retryAfterSeconds });
  }
  return caller;
}

function tellAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance): void {
  reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining).header('ratelimit-reset', resetSeconds);
}

async function identify(door: Door, one: One, request: FastifyRequest): Promise<Caller> {
  try {
    const caller = await one.authenticate(findKey(request.headers, request.query as Record<string, unknown>));
    if (caller) return caller;
    throw unauthorized();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error;
    const allowance = door.rateLimiter.take(`address:${request.ip}`, BAD_KEYS_PER_SECOND);
    if (allowance.allowed) throw error;
    throw new Failure('RATE_LIMITED', 'Too many requests without a valid key came from this address. Wait and try again.', { retryAfterSeconds: allowance.retryAfterSeconds });
  }
}

/** Lets the page that called read the answer, a refusal included. */
function allowOrigin(operation: Operation, { request, reply }: Exchange): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  reply.header('access-control-allow-origin', operation.publicKey ? origin : '*').header('vary', 'Origin');
}

function leave(door: Door, one: One, { request, reply }: Exchange): void {
  if (request.entered) door.shedder.leave();
  // A request refused before it reached its operation has no start.
  const durationMs = request.startedMs === 0 ? 0 : one.monotonicMs() - request.startedMs;
  const { operation } = one;
  door.metrics.observe({ operation: operation.id, status: reply.statusCode, durationMs });
  const code = reply.failureCode;
  if (request.caller) {
    one.record({ requestId: request.id, operation: operation.id as OperationId, method: request.method, path: request.url.split('?')[0] ?? '', status: reply.statusCode, code, durationMs, caller: request.caller });
  }
  if (one.logsRequests) {
    one.log.info({ requestId: request.id, method: request.method, path: operation.path, status: reply.statusCode, ms: Math.round(durationMs * 100) / 100, ...(request.caller ? { key: request.caller.keyId } : {}), ...(code ? { code } : {}) }, 'request');
  }
}
