import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Failure } from '../core/failure.ts';
import { cleanText } from '../core/read-json.ts';

/** Adds a route that takes its body as CSV as well: it becomes the field `csv`. Other routes refuse the media type before they read a byte. */
export function acceptCsv(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (own) => {
    own.addContentTypeParser(
      /^text\/csv\s*(;\s*(charset\s*=\s*"?utf-?8"?|header\s*=\s*"?present"?)\s*)*$/i,
      { parseAs: 'buffer' },
      (_request, body, done) => {
        try {
          done(null, { csv: readCsvText(body as Buffer) });
        } catch (error) {
          done(error as Error);
        }
      },
    );
    own.route(route);
  });
}

function readCsvText(bytes: Buffer): string {
  if (!isUtf8(bytes))
    throw new Failure(
      'INVALID_CSV',
      'The body is not valid UTF-8. Save the file as "CSV UTF-8" and send it again.',
    );
  return cleanText(bytes.toString('utf8'), 'csv');
}
