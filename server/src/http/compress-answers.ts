import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { varyBy } from './vary-by.ts';
import { compress, compressStream, encodingOf, isWorthCompressing } from '../kernel/web/compress.ts';

/** Compresses what is made for one request, the way its client prefers; what is the same for all comes compressed. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // Events must not wait in a compressor for company.
    if (
      reply.hasHeader('content-encoding') ||
      String(reply.getHeader('content-type')).startsWith('text/event-stream')
    )
      return payload;
    const accepted = request.headers['accept-encoding'];
    if (payload instanceof Readable) {
      varyByEncoding(reply);
      const compressed = compressStream(payload, accepted);
      if (!compressed) return payload;
      reply.header('content-encoding', compressed.encoding);
      return compressed.stream;
    }
    if (!isWorthCompressing(payload)) return payload;
    varyByEncoding(reply);
    const encoding = encodingOf(payload, accepted);
    if (encoding === null) return payload;
    const bytes = await compress(payload, encoding);
    reply.header('content-encoding', encoding).header('content-length', bytes.length);
    return bytes;
  });
}

export function varyByEncoding(reply: FastifyReply): void {
  varyBy(reply, 'Accept-Encoding');
}
