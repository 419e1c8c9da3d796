import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { inTurns } from '../kernel/running/in-turns.ts';
import { cleanLongText } from '../kernel/shape/clean-text.ts';
import { unpackBody } from './unpack-body.ts';

const CSV_TYPE = /^text\/csv\s*(;\s*(charset\s*=\s*"?utf-?8"?|header\s*=\s*"?present"?)\s*)*$/i;

/** Adds a route that takes its body as CSV as well: it becomes the field `csv`. Other routes refuse the media type before they read a byte. */
export function acceptCsv(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (own) => {
    own.addContentTypeParser(
      CSV_TYPE,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => ({
        csv: await readCsvText(await unpackBody(request, body)),
      }),
    );
    own.route(route);
  });
}

async function readCsvText(bytes: Buffer): Promise<string> {
  if (!isUtf8(bytes))
    throw new Failure(
      'INVALID_CSV',
      'The body is not valid UTF-8. Save the file as "CSV UTF-8" and send it again.',
    );
  return inTurns(cleanLongText(bytes, 'csv'));
}
