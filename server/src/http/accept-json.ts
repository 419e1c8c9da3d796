import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyError, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { bodyBytesMax } from '@cottontree/contract';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import { jsonWork, type JsonOptions } from '../kernel/shape/read-json.ts';
import { Failure } from '../kernel/call/failure.ts';
import { cleanLongText } from '../kernel/shape/clean-text.ts';
import { typesOf, type Schema } from '../kernel/shape/shape.ts';
import { perOperation } from './per-operation.ts';

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
    own.setErrorHandler<FastifyError>((error, { headers }) => {
      // The one answer to refusals, in the application around, sends what is thrown here.
      throw error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? neitherType(headers['content-type']) : error;
    });
    own.route(route);
  });
}

/** As long as a type of a file may be told back. */
const TOLD_CHARACTERS_MAX = 100;

function neitherType(given: string | undefined): Failure {
  const told =
    given === undefined
      ? 'There is no Content-Type.'
      : `Content-Type is ${given.slice(0, TOLD_CHARACTERS_MAX)}.`;
  return new Failure(
    'UNSUPPORTED_MEDIA_TYPE',
    `Send the body as application/json or as text/csv, in UTF-8, with no other charset named than utf-8. ${told}`,
  );
}

async function readCsvText(bytes: Buffer): Promise<string> {
  if (!isUtf8(bytes))
    throw new Failure(
      'INVALID_CSV',
      'The body is not valid UTF-8. Save the file as "CSV UTF-8" and send it again.',
    );
  return inTurns(cleanLongText(bytes, 'csv'));
}

const gunzipAsync = promisify(gunzip);
const CHUNK_BYTES = 65_536;

/**
 * A body as it was before its sender packed it. Unpacking goes on beside the event loop, and ends where the body becomes
 * larger than it might have come unpacked: however much is packed into it, no more than that is ever held.
 */
export async function unpackBody({ headers, routeOptions }: FastifyRequest, bytes: Buffer): Promise<Buffer> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, or with Content-Encoding: gzip.');
  const bytesMax = routeOptions.bodyLimit ?? 0;
  try {
    return await gunzipAsync(bytes, { maxOutputLength: bytesMax, chunkSize: CHUNK_BYTES });
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure(
        'PAYLOAD_TOO_LARGE',
        `The body is larger than ${bytesMax / 1_048_576} MiB when it is unpacked.`,
      );
    throw new Failure(
      'BAD_REQUEST',
      'The body is not gzip, as Content-Encoding says it is, or it ends too early.',
    );
  }
}

/** How much a body may hold, beside its bytes. */
type BodyLimits = { readonly valuesMax: number; readonly charactersMax: number };

/** Ten bytes a value: fields with names take more. */
const VALUE_BYTES_LEAST = 10;

/** What an operation can use of a body: so many values, and no text that is longer than its longest. */
export const bodyLimitsOf = perOperation((operation): BodyLimits => ({
  valuesMax: Math.floor(bodyBytesMax(operation) / VALUE_BYTES_LEAST),
  charactersMax: operation.body ? charactersMaxOf(operation.body) : 0,
}));

/** Characters of the longest text that fits a schema; Infinity where it sets no end. */
function charactersMaxOf(schema: Schema): number {
  const { anyOf = [], properties = {}, items, additionalProperties, propertyNames } = schema;
  const parts = [
    ...anyOf,
    ...Object.values(properties),
    ...[items, propertyNames].flatMap((one) => one ?? []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return Math.max(0, ...parts.map(charactersMaxOf), ownCharactersMax(schema));
}

function ownCharactersMax(schema: Schema): number {
  const types = typesOf(schema);
  if (schema.additionalProperties === true || (types.length === 0 && !schema.anyOf)) return Infinity;
  if (!types.includes('string')) return 0;
  if (schema.maxLength !== undefined) return schema.maxLength;
  const words = [schema.enum ?? [], schema.const ?? []].flat();
  if (words.length > 0) return Math.max(...words.map((word) => String(word).length));
  return Infinity;
}
