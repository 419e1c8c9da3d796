import { isWrite } from '@cottontree/contract';
import { madeAlone, type AnyReply } from '../kernel/call/reply.ts';
import type { WorkStep } from '../kernel/running/in-turns.ts';
import type { AdmittedRequest, Exchange } from './admitted-request.ts';
import type { TextAmounts } from './amount-format.ts';
import { cookieKindOf } from './behind-cookie.ts';
import type { LongAnswers } from './long-answers.ts';
import type { HttpServer, OperationRoute } from './module.ts';
import { sendEvents } from './send-events.ts';
import { sendReply } from './send-reply.ts';
import { sendShared } from './send-shared.ts';
import { setCookie } from './session-cookie.ts';

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
