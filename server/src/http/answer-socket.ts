import { ERRORS, type ErrorCode } from '@cottontree/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { docUrlOf } from './doc-url.ts';

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
