import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Answers one request; the last one given answers all that follow. */
export type Answerer = (response: ServerResponse, seen: Seen) => void;

export type StandIn = AsyncDisposable & { readonly baseUrl: string; readonly seen: readonly Seen[] };

/** A service on the loopback that answers as it is told, in turn. */
export async function openStandIn(...answers: readonly Answerer[]): Promise<StandIn> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(one);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Headers = Readonly<Record<string, string>>;

export function success(
  data: unknown,
  { status = 200, headers = {}, meta }: { status?: number; headers?: Headers; meta?: object } = {},
): Answerer {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
      .end(
        JSON.stringify({
          success: true,
          data,
          ...(meta ? { meta } : { timestamp: '2026-11-21T09:14:00.120Z' }),
        }),
      );
}

export function refusal(
  status: number,
  code: string,
  { headers = {}, details }: { headers?: Headers; details?: object } = {},
): Answerer {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_2', ...headers })
      .end(
        JSON.stringify({
          success: false,
          error: { code, message: `${code} it is.`, ...(details ? { details } : {}) },
        }),
      );
}

export const cutConnection: Answerer = (response) => response.destroy();
