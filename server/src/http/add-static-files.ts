import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import { createMinuteLimit, type MinuteLimit } from '../core/minute-limit.ts';
import { networkOf } from '../core/network-of.ts';
import type { StaticFile } from '../core/static-file.ts';
import { matches } from './entity-tag.ts';
import { holdFile, type HeldFile } from './hold-file.ts';
import type { Door, HttpOptions } from './open-http.ts';
import type { Exchange } from './visit.ts';

/** Of one file. Whole phone networks share an address. */
const PER_NETWORK_PER_MINUTE_MAX = 600;

/** Puts files at their paths. Each is made and compressed once, and all who ask are sent the same bytes. */
export function addStaticFiles(
  door: Door,
  { monotonicMs }: Pick<HttpOptions, 'monotonicMs'>,
  files: readonly StaticFile[],
): void {
  const limit = createMinuteLimit(monotonicMs);
  for (const file of files) {
    const held = holdFile(file);
    door.routes.note('GET', file.path);
    door.app.get(
      file.path,
      { onRequest: async (request) => takeTurn(request, { limit, file }) },
      async (request, reply) => sendFile({ request, reply }, held),
    );
  }
}

function takeTurn(
  request: FastifyRequest,
  { limit, file }: { readonly limit: MinuteLimit; readonly file: StaticFile },
): void {
  const waitSeconds = limit.take(`${file.path}:${networkOf(request.ip)}`, PER_NETWORK_PER_MINUTE_MAX);
  if (waitSeconds > 0)
    throw new Failure(
      'RATE_LIMITED',
      'This file was asked for too often from this address. Keep it as long as Cache-Control says, and ask with If-None-Match.',
      { retryAfterSeconds: waitSeconds },
    );
}

async function sendFile({ request, reply }: Exchange, held: HeldFile): Promise<FastifyReply> {
  const { file } = held;
  const { tag, encoding, bytes } = await held.in(request.headers['accept-encoding']?.toString());
  reply
    .headers(file.headers ?? {})
    .header('etag', tag)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', `public, max-age=${file.maxAgeSeconds}${file.immutable ? ', immutable' : ''}`);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matches(known, tag)) return reply.code(304).send();
  reply.sharesBytes = true;
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(bytes);
}
