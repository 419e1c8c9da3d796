import { isWrite, type Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import { madeAlone, type AnyReply, type SharedReply } from '../kernel/call/reply.ts';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import { encodingOf } from '../kernel/web/compress.ts';
import type { EventFeed } from '../kernel/running/event-feed.ts';
import type { AdmittedRequest, Exchange } from './admitted-request.ts';
import type { TextAmounts } from './amount-format.ts';
import { cookieKindOf, setCookie } from './behind-cookie.ts';
import type { LongAnswers } from './long-answers.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { enveloped, isKnown, JSON_TYPE, sendReply, weakTag } from './send-reply.ts';
import { varyByEncoding } from './compress-answers.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { uncountLoad } from './count-load.ts';
import { isStillAllowed } from './enter.ts';

type Answering = Exchange & {
  readonly admitted: AdmittedRequest;
  readonly answered: AnyReply<unknown>;
  readonly amounts: TextAmounts | null;
  readonly long: LongAnswers;
  readonly take: WorkStep;
};

/** Sends what an operation answered, in the form that was asked for: as events, once for all who ask, or to this one alone. */
export async function sendAnswered(
  server: HttpServer,
  one: OperationRoute,
  { request, reply, admitted, answered, amounts, long, take }: Answering,
): Promise<object> {
  const { operation } = one;
  const exchange = { request, reply };
  // Statements answer many at once.
  if (!operation.vital && server.shedder.isCrowded())
    await new Promise<void>((resolve) => server.answering.take(resolve));
  if ('shared' in answered && amounts === null) {
    const { sharedAnswers } = server;
    return sendShared(exchange, operation, { ...answered, sharedAnswers, now: one.now(), long, take });
  }
  const given = await madeAlone(answered);
  if (given.cookie !== undefined)
    setCookie(reply, given.cookie, { kind: cookieKindOf(operation), publicUrl: one.publicUrl() });
  if (isWrite(operation) && given.file === undefined && !operation.binary) request.told = given.data;
  if (given.events !== undefined)
    return sendEvents(server, exchange, {
      one,
      admitted,
      feed: given.events && amounts ? amounts.inFeed(given.events) : given.events,
    });
  return take(() => sendReply(exchange, operation, { given, now: one.now(), amounts, long, take }));
}

type Wanted = SharedReply<unknown> & {
  readonly sharedAnswers: SharedAnswers;
  readonly now: Date;
  readonly long: LongAnswers;
  readonly take: WorkStep;
};

const AT = ',"timestamp":';
const USUAL = { asKept: false, textIn: null } as const;

/**
 * What all who ask get alike, to the byte as if it were written for each; only the moment at its end, which lists have not, is
 * everybody's own.
 */
async function sendShared(
  exchange: Exchange,
  operation: Operation,
  { shared, sharedAnswers, now, long, take }: Wanted,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { plain, digest, packed } = await sharedAnswers.find(`${operation.id} ${shared.name}`, async () => {
    const { isOther = false, ...given } = await shared.make();
    const whole = await inTurns(long.write(enveloped(operation, { given, now }), USUAL), take);
    return {
      plain: operation.list ? whole.subarray(0, -1) : whole.subarray(0, whole.lastIndexOf(AT)),
      isOther,
    };
  });
  reply.code(operation.status).type(JSON_TYPE);
  if (!operation.list && isKnown(exchange, weakTag(digest()))) return reply.code(304).send();
  const end = Buffer.from(operation.list ? '}' : `${AT}${JSON.stringify(now.toISOString())}}`);
  varyByEncoding(reply);
  const encoding = encodingOf(plain, request.headers['accept-encoding']);
  if (encoding === null) return reply.send(Buffer.concat([plain, end]));
  return reply.header('content-encoding', encoding).send((await packed(encoding)).ended(end));
}

type Streamed = {
  readonly one: OperationRoute;
  readonly admitted: AdmittedRequest;
  readonly feed: EventFeed | null;
};

/** 204 tells EventSource not to come again. A stream is no work under way, so it does not count as load. */
function sendEvents(
  server: HttpServer,
  { request, reply }: Exchange,
  { one, admitted: { caller, sharesOf }, feed }: Streamed,
): FastifyReply {
  if (feed === null) return reply.code(204).send();
  const streamed = server.streams.open(reply, {
    sharesOf,
    feed,
    ...(caller ? { isAllowed: () => isStillAllowed(server, one, { request, caller }) } : {}),
  });
  uncountLoad(server, request);
  return streamed;
}
