import { Readable } from 'node:stream';
import { openApi } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import type { Door, HttpOptions } from './open-http.ts';
import { addDocs } from './add-docs.ts';
import { compress, COMPRESSED_BYTES_MIN, compressStream } from './compress.ts';

/** What is there without a key: health, the API's description and its documentation; and compression for all. */
export async function addPlatformPages(door: Door, options: HttpOptions): Promise<void> {
  const { app, routes } = door;
  // Some megabytes, which most nodes are never asked for.
  let document: string | null = null;

  routes.note('GET', '/healthz');
  app.get('/healthz', async () => ({
    success: true,
    data: { status: 'ok' },
    timestamp: options.now().toISOString(),
  }));

  routes.note('GET', '/readyz');
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.isReady();
    if (ready) return { success: true, data: { status: 'ready' }, timestamp: options.now().toISOString() };
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({
        success: false,
        error: { code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer.' },
      });
  });

  routes.note('GET', '/v1/openapi.json');
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send((document ??= JSON.stringify(openApi({ serverUrl: '/v1' })))),
  );

  addDocs(door);
  app.addHook('onSend', async (request, reply, payload) => {
    // Events must not wait in a compressor for company.
    if (
      reply.hasHeader('content-encoding') ||
      String(reply.getHeader('content-type')).startsWith('text/event-stream')
    )
      return payload;
    const accepted = request.headers['accept-encoding'] as string | undefined;
    if (payload instanceof Readable) {
      varyByEncoding(reply);
      const compressed = compressStream(payload, accepted);
      if (!compressed) return payload;
      reply.header('content-encoding', compressed.encoding);
      return compressed.stream;
    }
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < COMPRESSED_BYTES_MIN)
      return payload;
    varyByEncoding(reply);
    const compressed = await compress(payload, accepted);
    if (!compressed) return payload;
    reply.header('content-encoding', compressed.encoding).header('content-length', compressed.bytes.length);
    return compressed.bytes;
  });
}

function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
}
