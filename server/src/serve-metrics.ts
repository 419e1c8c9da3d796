import { createServer, type Server } from 'node:http';
import type { Config } from './config.ts';
import type { Closers } from './kernel/running/closers.ts';
import type { HttpServer } from './http/index.ts';

/** The operator's own port, where no merchant comes. */
export async function serveMetrics(
  http: HttpServer,
  { host, metricsPort }: Config,
  closers: Closers,
): Promise<void> {
  if (metricsPort === null) return;
  const server: Server = createServer((request, response) => {
    const known = request.url === '/metrics';
    response
      .writeHead(known ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(known ? http.metrics.text() : '');
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(metricsPort, host, resolve),
  );
  closers.add(() => new Promise((resolve) => server.close(resolve)));
}
