import { networkOf } from '../kernel/web/network-of.ts';
import { uncountLoad } from './count-load.ts';
import type { HttpServer } from './module.ts';
import type { UnreadAnswers } from './unread-answers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Whether all who ask are sent the same bytes, so that one answer more takes no memory. */
    sharesBytes: boolean;
  }
}

/** An answer that is made is no work any more: whoever is slow to take it takes nobody's place, and only so much memory. */
export function handOver({ app, shedder }: Pick<HttpServer, 'app' | 'shedder'>, unread: UnreadAnswers): void {
  app.decorateReply('sharesBytes', false);
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    uncountLoad({ shedder }, request);
    if (!reply.sharesBytes) unread.hold(reply.raw, { bytes: payload.length, network: networkOf(request.ip) });
    return payload;
  });
}
