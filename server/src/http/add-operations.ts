import {
  bodyBytesMax,
  envelopeOf,
  type ErrorCode,
  isForPages,
  isIdempotent,
  isWrite,
  type Operation,
  type OperationId,
  operations,
  type Scope,
} from '@cottontree/contract';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import type { SentWithRequest } from '../kernel/call/make-call.ts';
import { type AnyReply, madeAlone } from '../kernel/call/reply.ts';
import type { WorkStep } from '../kernel/running/in-turns.ts';
import { traceFacts } from '../kernel/running/trace.ts';
import { prefers } from '../kernel/web/prefers.ts';
import { acceptCsv, bodyLimitsOf } from './accept-json.ts';
import { type AdmittedRequest, agentOf, credentialsIn, type Exchange } from './admitted-request.ts';
import { textAmountsOf } from './amount-format.ts';
import { nothingAt, storageFull } from './answer.ts';
import { uncountLoad } from './count-load.ts';
import { answerPreflights, letPageRead } from './cross-origin.ts';
import { enter } from './enter.ts';
import { holdWaiting, knowsWait } from './hold-waiting.ts';
import { unauthorized } from './identify.ts';
import { longAnswers } from './long-answers.ts';
import type { AnyHandler, HttpOptions, HttpServer, OperationRoute } from './module.ts';
import { perOperation } from './per-operation.ts';
import { idempotencyOf, refuseOtherTenant, refuseSetByUs, validatorOf } from './validate.ts';
import { sendAnswered } from './send-answered.ts';
import { withoutForms, writeAnswers } from './send-reply.ts';
import { streamCsv } from './stream-csv.ts';
import { choosesBy, varyBy } from './vary-by.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest | null;
    startedMs: number;
    /** `data` of the answer or `error` of the refusal, for the merchant's log. */
    told: unknown;
    /** What the load shedder gave it, to be given back; null where it is not counted. */
    entered: number | null;
  }
  interface FastifyReply {
    failureCode: ErrorCode | null;
  }
}

/** What stays when test data is erased may be changed meanwhile: a key that leaked is revoked at once. */
const OF_WHAT_STAYS: ReadonlySet<Scope | null> = new Set<Scope | null>([
  'keys:write',
  'members:write',
  'data:erase',
]);

/** Puts every operation of the contract at its path. */
export function addOperations(server: HttpServer, options: HttpOptions): void {
  server.app.decorateRequest('admitted', null);
  server.app.decorateRequest('told', undefined);
  server.app.decorateRequest('startedMs', 0);
  server.app.decorateRequest('entered', null);
  server.app.decorateReply('failureCode', null);
  for (const operation of Object.values(operations) as Operation[])
    addOperation(server, { ...options, operation });
  answerPreflights(server.app, Object.values(operations));
}

function addOperation(server: HttpServer, one: OperationRoute): void {
  const { operation } = one;
  for (const path of [operation.path, ...(operation.csvPath ? [operation.csvPath] : [])]) {
    const route = routeOf(server, one, {
      url: `/v1${path}`,
      asksCsv: path === operation.csvPath ? () => true : asksCsv(operation),
    });
    server.routes.note(operation.method, route.url);
    if (operation.csvBody) acceptCsv(server.app, route);
    else server.app.route(route);
  }
}

type AsksCsv = (request: FastifyRequest) => boolean;

function asksCsv({ list }: Operation): AsksCsv {
  return (request) => list === true && prefers(request.headers.accept, 'text/csv');
}

function routeOf(
  server: HttpServer,
  one: OperationRoute,
  { url, asksCsv }: { readonly url: string; readonly asksCsv: AsksCsv },
): RouteOptions {
  const { operation } = one;
  const handler: AnyHandler = one.handlers[operation.id as OperationId];
  const validate = validatorOf(operation);
  const amountsWanted = textAmountsOf(operation);
  const take = server.watch.stepsOf(operation.id);
  const mayWait = knowsWait(operation);
  const long = longAnswers(operation);
  return {
    method: operation.method,
    url,
    bodyLimit: bodyBytesMax(operation),
    serializerCompiler: (route) => {
      const write = writeAnswers(route);
      return (answer) => take(() => write(answer));
    },
    config: { json: { mends: operation.mendsText === true, ...bodyLimitsOf(operation), take } },
    schema: schemaOf(operation),
    onRequest: async (request, reply) => {
      request.startedMs = one.monotonicMs();
      varyBy(reply, ...choosesBy(operation));
      if (isForPages(operation)) letPageRead({ request, reply });
      refuseEmptySegment(request);
      request.admitted = await enter(server, one, { request, reply });
    },
    onResponse: async (request, reply) => leave(server, one, { request, reply }),
    handler: async (request, reply) => {
      const { admitted } = request;
      if (!admitted) throw unauthorized(operation);
      if (isWrite(operation) && !one.hasRoom()) throw storageFull();
      const amounts = amountsWanted(request, admitted);
      const input = take(() =>
        validate({ params: request.params, query: request.query, body: request.body }),
      );
      if (admitted.caller) refuseOtherTenant(operation, request.body, admitted.caller);
      refuseSetByUs(operation, request, admitted.caller);
      if (admitted.caller && isWrite(operation) && !OF_WHAT_STAYS.has(operation.scope))
        one.refuseWrite(admitted.caller.tenant);
      const call = admitted.callOf(await sentWith(request, one, { admitted, take }));
      if (asksCsv(request))
        return streamCsv(reply, {
          operation,
          next: async (query) => madeAlone(await handler({ ...input, query } as never, call)),
          query: input.query,
        });
      const work = (): Promise<AnyReply<unknown>> =>
        withNote(one, { request, admitted }, () => handler(input as never, call));
      const answered = await take(() =>
        mayWait && wantsToWait(input) ? holdWaiting(server, { request, admitted }, work) : work(),
      );
      return sendAnswered(server, one, { request, reply, admitted, answered, amounts, long, take });
    },
  };
}

/** How its answers look by status, for those that are JSON. */
const schemaOf = perOperation(({ binary, answer, list, status }) =>
  binary
    ? {}
    : {
        response: {
          [status]: envelopeOf(answer, list === true),
          ...(status === 201 ? { 200: envelopeOf(answer, false) } : {}),
        },
      },
);

type Bringing = { readonly admitted: AdmittedRequest; readonly take: WorkStep };

async function sentWith(
  request: FastifyRequest,
  one: OperationRoute,
  { admitted, take }: Bringing,
): Promise<SentWithRequest> {
  const { operation, now } = one;
  return {
    requestId: request.id,
    now: now(),
    idempotency: isIdempotent(operation) ? await idempotencyOf(request, operation, { admitted, take }) : null,
    ifMatch: ifMatchOf(request),
    stream: wantsEvents(operation, request)
      ? { lastEventId: request.headers['last-event-id']?.toString() ?? null }
      : null,
    address: request.ip,
    credentials: credentialsIn(request.headers),
  };
}

function ifMatchOf({ headers }: FastifyRequest): string | null {
  const tags = headers['if-match'];
  return tags === undefined ? null : withoutForms(tags);
}

/** `/v1/webhooks/` names no webhook: nothing is there. */
function refuseEmptySegment({ params, url }: FastifyRequest): void {
  if (Object.values(params as object).includes('')) throw nothingAt(url.split('?')[0] ?? '/');
}

function wantsToWait({ query }: { readonly query: object }): boolean {
  return 'wait' in query && query.wait !== 0;
}

/** Not for HEAD, whose answer nobody would read. */
function wantsEvents(operation: Operation, request: FastifyRequest): boolean {
  return (
    operation.events !== undefined &&
    request.method === 'GET' &&
    prefers(request.headers.accept, 'text/event-stream')
  );
}

function leave(server: HttpServer, one: OperationRoute, { request, reply }: Exchange): void {
  uncountLoad(server, request);
  // A request refused before it reached its operation has no start.
  const durationMs = request.startedMs === 0 ? 0 : one.monotonicMs() - request.startedMs;
  const { operation } = one;
  server.metrics.observe({ operation: operation.id, status: reply.statusCode, durationMs });
  const code = reply.failureCode;
  const { caller = null, named = {} } = request.admitted ?? {};
  if (caller) {
    one.record({
      requestId: request.id,
      operation: operation.id as OperationId,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      status: reply.statusCode,
      code,
      durationMs,
      caller,
      exchanged: {
        params: request.params,
        query: request.query,
        body: request.body,
        answer: request.told,
      },
    });
  }
  if (one.logsRequests) {
    one.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: operation.path,
        status: reply.statusCode,
        ms: Math.round(durationMs * 100) / 100,
        ...named,
        ...traceFacts(request.followed?.trace),
        ...(code ? { code } : {}),
      },
      'request',
    );
  }
}

/** Of a refusal below it nothing came; from it on nobody can tell. */
const FAULT_STATUS = 500;

type Noting = { readonly request: FastifyRequest; readonly admitted: AdmittedRequest };

/**
 * Does the work of an operation, and of a write has it noted who does it: before, because what cannot be noted is
 * not done; and afterwards, before the answer leaves, how it ended.
 */
async function withNote(
  { operation, noteAct }: Pick<OperationRoute, 'operation' | 'noteAct'>,
  { request, admitted }: Noting,
  work: () => Promise<AnyReply<unknown>>,
): Promise<AnyReply<unknown>> {
  if (admitted.by === null || !isWrite(operation)) return work();
  const end = await noteAct({
    operation: operation.id as OperationId,
    requestId: request.id,
    by: admitted.by,
    address: request.ip,
    agent: agentOf(request),
    params: request.params,
  });
  if (end === null) return work();
  try {
    const given = await work();
    if ('shared' in given) await end({ outcome: 'done', answer: null });
    else await end(given.replayed ? { outcome: 'undone' } : { outcome: 'done', answer: given.data });
    return given;
  } catch (error) {
    if (error instanceof Failure && error.status < FAULT_STATUS) await end({ outcome: 'undone' });
    throw error;
  }
}
