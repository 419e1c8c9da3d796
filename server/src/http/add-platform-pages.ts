import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiTextInSteps } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { inTurns } from '../kernel/running/in-turns.ts';
import { createMinuteLimit, type MinuteLimit } from '../kernel/running/minute-limit.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { framedPolicy } from '../kernel/web/frame-policy.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import { compress, encodingOf, type Encoding } from './compress.ts';
import { matches, weakTag } from './entity-tag.ts';
import type { HttpServer, HttpOptions } from './module.ts';
import type { Exchange } from './admitted-request.ts';

/** What is there without a key: health, the API's description and its documentation. */
export function addPlatformPages(server: HttpServer, options: HttpOptions): void {
  const { app, routes } = server;

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

  const description = {
    path: '/v1/openapi.json',
    type: 'application/json; charset=utf-8',
    maxAgeSeconds: 300,
    read: async () => Buffer.from(await inTurns(openApiTextInSteps({ serverUrl: '/v1' }))),
  };
  addStaticFiles(server, options, [description, ...docsFiles(), ...options.pages.files]);
}

/** Of one file. Whole phone networks share an address. */
const PER_NETWORK_PER_MINUTE_MAX = 600;

/** Puts files at their paths. Each is made and compressed once, and all who ask are sent the same bytes. */
function addStaticFiles(
  server: HttpServer,
  { monotonicMs }: Pick<HttpOptions, 'monotonicMs'>,
  files: readonly StaticFile[],
): void {
  const limit = createMinuteLimit(monotonicMs);
  for (const file of files) {
    const held = holdFile(file);
    server.routes.note('GET', file.path);
    server.app.get(
      file.path,
      { onRequest: async (request) => takeTurn(request, { limit, file }) },
      async (request, reply) => sendFile({ request, reply }, held),
    );
  }
}

function takeTurn(
  request: FastifyRequest,
  { limit, file }: { readonly limit: MinuteLimit; readonly file: StaticFile },
): void {
  const waitSeconds = limit.take(`${file.path}:${networkOf(request.ip)}`, PER_NETWORK_PER_MINUTE_MAX);
  if (waitSeconds > 0)
    throw new Failure(
      'RATE_LIMITED',
      'This file was asked for too often from this address. Keep it as long as Cache-Control says, and ask with If-None-Match.',
      { retryAfterSeconds: waitSeconds },
    );
}

async function sendFile({ request, reply }: Exchange, held: HeldFile): Promise<FastifyReply> {
  const { file } = held;
  const { tag, encoding, bytes } = await held.in(request.headers['accept-encoding']?.toString());
  reply
    .headers(file.headers ?? {})
    .header('etag', tag)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', `public, max-age=${file.maxAgeSeconds}${file.immutable ? ', immutable' : ''}`);
  await letFrame({ request, reply }, file);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matches(known, tag)) return reply.code(304).send();
  reply.sharesBytes = true;
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(bytes);
}

/** Lets those frame the file who may, by the query it is asked for with. */
async function letFrame({ request, reply }: Exchange, { framedBy, headers }: StaticFile): Promise<void> {
  const query = request.url.split('?')[1];
  const by = query === undefined ? null : ((await framedBy?.(new URLSearchParams(query))) ?? null);
  if (by === null) return;
  reply
    .removeHeader('x-frame-options')
    .header('content-security-policy', framedPolicy(headers?.['content-security-policy'] ?? '', by));
}

const FACE = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  showToolbar: 'never',
};
const START = `Scalar.createApiReference('#app', ${JSON.stringify(FACE)});\n`;
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cottontree API</title>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The same description for machines is <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
/** The reference writes its own styles into the page; scripts come from here alone, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The interactive reference at `/docs`; everything it needs comes from this server. */
function docsFiles(): readonly StaticFile[] {
  const file = join(
    dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
    'js/standalone.js',
  );
  const page = {
    type: 'text/html; charset=utf-8',
    maxAgeSeconds: 300,
    headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
    read: async () => Buffer.from(PAGE),
  };
  const script = { type: 'text/javascript; charset=utf-8', maxAgeSeconds: 3_600 };
  return [
    { path: '/docs', ...page },
    { path: '/docs/', ...page },
    { path: '/docs/start.js', ...script, read: async () => Buffer.from(START) },
    { path: '/docs/scalar.js', ...script, read: () => readFile(file) },
  ];
}

type HeldFile = {
  readonly file: StaticFile;
  /** The file as the client prefers it: the very same bytes for everybody, however many ask at once. */
  readonly in: (
    acceptEncoding: string | undefined,
  ) => Promise<{ readonly tag: string; readonly encoding: Encoding | null; readonly bytes: Buffer }>;
};

/** Keeps a file and what it is compressed to, from when somebody first asks: most nodes never show the large ones. */
function holdFile(file: StaticFile): HeldFile {
  const read = once(async () => {
    const bytes = await file.read();
    return { bytes, tag: weakTag(createHash('sha256').update(bytes).digest('base64url').slice(0, 22)) };
  });
  const compressed = {
    br: once(async () => compress((await read()).bytes, 'br')),
    gzip: once(async () => compress((await read()).bytes, 'gzip')),
  };
  return {
    file,
    async in(acceptEncoding) {
      const { bytes, tag } = await read();
      const encoding = encodingOf(bytes, acceptEncoding);
      return { tag, encoding, bytes: encoding === null ? bytes : await compressed[encoding]() };
    },
  };
}

/** Does the work for whoever asks first; where it failed, the next to ask tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | null = null;
  return async () => {
    under ??= work();
    try {
      return await under;
    } catch (error) {
      under = null;
      throw error;
    }
  };
}
