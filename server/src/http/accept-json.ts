import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import { jsonWork, type JsonOptions } from '../kernel/shape/read-json.ts';
import { unpackBody } from './unpack-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a route's JSON is read; left out: as an operation's of the usual size. */
    json?: JsonOptions & { readonly take: WorkStep };
  }
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;
/** Nobody reads what comes where no operation is. */
const UNREAD = Object.freeze({ valuesMax: 1_000, charactersMax: 1_000 });

/** Takes bodies in JSON; a long one is read in steps, between which others have their turn. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const bytes = await unpackBody(request, body);
      const { json } = request.routeOptions.config;
      return bytes.length === 0 ? undefined : inTurns(jsonWork(bytes, json ?? UNREAD), json?.take);
    },
  );
}
