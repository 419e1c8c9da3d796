import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './module.ts';
import type { Urgency } from './shed-load.ts';
import type { Exchange } from './admitted-request.ts';

/** Counts a request as load until its answer is out or its visitor is gone, whichever comes first; refuses where there is too much. */
export function countLoad(
  { shedder }: Pick<HttpServer, 'shedder'>,
  { request, reply }: Exchange,
  urgency: Urgency,
): void {
  request.entered = shedder.enter(urgency);
  // Of an answer that nobody waits for any more, the framework never says that it is out.
  reply.raw.once('close', () => uncountLoad({ shedder }, request));
}

/** A request that is no load any more, such as one that became a stream. */
export function uncountLoad({ shedder }: Pick<HttpServer, 'shedder'>, request: FastifyRequest): void {
  if (request.entered !== null) shedder.leave(request.entered);
  request.entered = null;
}
