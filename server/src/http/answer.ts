import type { Socket } from 'node:net';
import { type ErrorCode, ERRORS, operations } from '@cottontree/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { lettersApart } from '../kernel/shape/letters-apart.ts';
import { isOutage, isStorageFull } from '../store/index.ts';
/** What is told of a path that is wrong: longer ones are nobody's slip. */
const PARTS_MAX = 8;
const PART_CHARACTERS_MAX = 40;
/** So many letters of ten may be wrong in a word that was meant. */
const SLIPS_OF_TEN = 3;

type NearestPath = (path: string) => string | null;

type Known = { readonly path: string; readonly parts: readonly string[] };

/**
 * Finds the path that somebody probably meant: with `/v1` where that was left out, and with a few letters, or a whole part, put right.
 * Each word is compared once with each word that stands in any path, so a look costs no more than a few tenths of a millisecond.
 */
export function createNearestPath(paths: readonly string[]): NearestPath {
  const known = paths.map((path): Known => ({ path, parts: partsOf(path) }));
  const words = [...new Set(known.flatMap(({ parts }) => parts))].filter((word) => !word.startsWith(':'));

  return (asked) => {
    const parts = partsOf(asked.replace(/^\/v1(?=\/|$)/, ''));
    if (parts.length === 0 || parts.length > PARTS_MAX) return null;
    const distances = parts.map((part) => new Map(words.map((word) => [word, lettersApart(part, word)])));
    let nearest: { readonly path: string; readonly cost: number } | null = null;
    for (const { path, parts: own } of known) {
      const cost = costOf(parts, own, distances);
      if (cost < (nearest?.cost ?? Infinity)) nearest = { path, cost };
    }
    return nearest && `/v1${nearest.path}`;
  };
}

type Distances = readonly ReadonlyMap<string, number>[];

/** Letters to put right until a path is the other one; a part that is missing at the front, as in `/deliveries`, is a small slip. */
function costOf(asked: readonly string[], own: readonly string[], distances: Distances): number {
  const missing = own.length - asked.length;
  if (missing < 0 || missing > 1) return Infinity;
  const ways = asked.map((part, index) => slipsOf(part, own[index + missing] ?? '', distances[index]));
  const isTold = own.some((word, index) => index >= missing && !word.startsWith(':'));
  return isTold ? ways.reduce((sum, slips) => sum + slips, missing) : Infinity;
}

/** Letters that are wrong in one part; too many, and another word was meant. */
function slipsOf(part: string, word: string, distances: ReadonlyMap<string, number> | undefined): number {
  if (word.startsWith(':')) return looksLikeWord(part, distances) ? 1 : 0;
  const slips = distances?.get(word) ?? Infinity;
  return slips <= Math.max(1, (word.length * SLIPS_OF_TEN) / 10) ? slips : Infinity;
}

/** A known word where an id is due is more probably a word in the wrong place. */
function looksLikeWord(part: string, distances: ReadonlyMap<string, number> | undefined): boolean {
  return distances?.get(part) === 0;
}

function partsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.slice(0, PART_CHARACTERS_MAX));
}

type ErrorAnswer = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly success: false;
    readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: object };
  };
  /** A fault of ours, to be logged with its stack. */
  readonly fault: boolean;
};

/** What leaves the server for anything that was thrown: the code, never the cause. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const failure = error instanceof Failure ? error : translated(error);
  const { code, message, details } = failure;
  const retryAfterSeconds = failure.retryAfterSeconds ?? (ERRORS[code].retryAfter ? 1 : undefined);
  return {
    status: failure.status,
    code,
    headers: {
      ...(retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      ...(failure.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(code === 'UNSUPPORTED_MEDIA_TYPE' ? { 'accept-encoding': 'gzip' } : {}),
      ...(failure.replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body: { success: false, error: { code, message, ...(details ? { details } : {}) } },
    fault: code === 'INTERNAL_ERROR',
  };
}

/** Nothing can be written, by whomever it was found out. */
export function storageFull(): Failure {
  return new Failure(
    'STORAGE_FULL',
    'There is no room to store this now; reading still works. Try again in a while.',
    { retryAfterSeconds: 30 },
  );
}

type HttpError = { readonly code?: string; readonly statusCode?: number; readonly message?: string };

function translated(error: unknown): Failure {
  if (isStorageFull(error)) return storageFull();
  if (isOutage(error))
    return new Failure(
      'SERVICE_UNAVAILABLE',
      'The service cannot reach its database or is too busy. Send the same request again in a second.',
      { retryAfterSeconds: 1 },
    );
  const { code, statusCode } = error as HttpError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body with Content-Type: application/json, in UTF-8.',
    );
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than 1 MiB, or than 10 MiB where the operation takes files.',
    );
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Failure('BAD_REQUEST', 'The body is not as long as Content-Length says.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('BAD_REQUEST', 'The request cannot be read.');
  return new Failure(
    'INTERNAL_ERROR',
    'Something went wrong on our side. Tell us the X-Request-Id of this answer.',
  );
}

const nearestPath = createNearestPath([...new Set(Object.values(operations).map(({ path }) => path))]);

/** The refusal of a path where nothing stands. */
export function nothingAt(path: string): Failure {
  const meant = nearestPath(path);
  return new Failure(
    'NOT_FOUND',
    `There is nothing at ${path.slice(0, 200)}. ${meant ? `Did you mean ${meant}? ` : ''}The operations are listed at /docs.`,
  );
}

/** The page that tells cause and cure of a code, as others reach this server. */
export function docUrlOf(code: ErrorCode, publicUrl: string): string {
  return `${publicUrl}/docs/errors/${code}`;
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The HTTP request cannot be read.',
  HEADERS_TOO_LARGE: 'The request headers are larger than 32 KiB.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

type ToSocket = { readonly socket: Socket; readonly requestId: string; readonly publicUrl: string };

/** Answers what never became a request: broken HTTP, headers too large, too slow. */
export function answerSocketError(
  error: Error & { code?: string },
  { socket, requestId, publicUrl }: ToSocket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = codeOf(error.code);
  const { status } = ERRORS[code];
  const body = JSON.stringify(envelope(code, publicUrl));
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : status === 408 ? 'Request Timeout' : 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Answers a URL that the router cannot decode. */
export function frameworkErrorAnswerer(publicUrl: () => string) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply
      .code(400)
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(envelope('BAD_REQUEST', publicUrl())));
  };
}

function codeOf(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  return 'BAD_REQUEST';
}

function envelope(code: ErrorCode, publicUrl: string): object {
  return { success: false, error: { code, message: MESSAGES[code], doc_url: docUrlOf(code, publicUrl) } };
}
