import type { FastifyReply } from 'fastify';
import type { EventFeed } from '../kernel/running/event-feed.ts';
import type { AdmittedRequest, Exchange } from './admitted-request.ts';
import { uncountLoad } from './count-load.ts';
import { isStillAllowed } from './enter.ts';
import type { HttpServer, OperationRoute } from './module.ts';

type Streamed = {
  readonly one: OperationRoute;
  readonly admitted: AdmittedRequest;
  readonly feed: EventFeed | null;
};

/** 204 tells EventSource not to come again. A stream is no work under way, so it does not count as load. */
export function sendEvents(
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
