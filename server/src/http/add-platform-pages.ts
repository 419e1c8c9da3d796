import { webcrypto } from 'node:crypto';
import { openApiTextInSteps } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { inTurns } from '../kernel/running/in-turns.ts';
import { createMinuteLimit, type MinuteLimit } from '../kernel/running/minute-limit.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { framedPolicy } from '../kernel/web/frame-policy.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import { compress, encodingOf, type Encoding } from '../kernel/web/compress.ts';
import { docUrlOf } from './answer.ts';
import { matches, weakTag } from './send-reply.ts';
import type { HttpServer, HttpOptions } from './module.ts';
import type { Exchange } from './admitted-request.ts';

/** What is there without a key: health, the API's description, and the files of the pages. */
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
        error: {
          code: 'SERVICE_UNAVAILABLE',
          message: 'The service begins or stops, or its database does not answer.',
          doc_url: docUrlOf('SERVICE_UNAVAILABLE', options.publicUrl()),
        },
      });
  });

  const description = {
    path: '/v1/openapi.json',
    type: 'application/json; charset=utf-8',
    maxAgeSeconds: 300,
    read: readDescription,
  };
  addStaticFiles(server, options, [description, ...options.pages.files]);
}

/** The text is never whole but as bytes: to join its pieces and encode them at once held up everybody else. */
async function readDescription(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await inTurns(openApiTextInSteps({ serverUrl: '/v1' }, (piece) => void pieces.push(Buffer.from(piece))));
  return Buffer.concat(pieces);
}

/** Of one file. Whole phone networks share an address. */
const PER_NETWORK_PER_MINUTE_MAX = 600;

/** A larger folder is one route: to enter the 400 files of the apps one by one took a fifth of a start. */
const FILES_WITH_OWN_ROUTES_MAX = 10;

/** Puts files at their paths. Each is made and compressed once, and all who ask are sent the same bytes. */
function addStaticFiles(
  server: HttpServer,
  { monotonicMs }: Pick<HttpOptions, 'monotonicMs'>,
  files: readonly StaticFile[],
): void {
  const limit = createMinuteLimit(monotonicMs);
  const serve = (url: string, heldFor: (request: FastifyRequest) => HeldFile | undefined): void => {
    server.app.get(
      url,
      { onRequest: async (request) => takeTurn(request, { limit, held: heldFor(request) }) },
      async (request, reply) => {
        const held = heldFor(request);
        return held ? sendFile({ request, reply }, held) : reply.callNotFound();
      },
    );
  };
  for (const { path } of files) server.routes.note('GET', path);
  for (const [folder, those] of byFolder(files)) {
    if (those.size > FILES_WITH_OWN_ROUTES_MAX)
      serve(`${folder}:file`, ({ params }) => those.get((params as { readonly file: string }).file));
    else for (const [name, held] of those) serve(`${folder}${name}`, () => held);
  }
}

function byFolder(files: readonly StaticFile[]): ReadonlyMap<string, ReadonlyMap<string, HeldFile>> {
  const folders = new Map<string, Map<string, HeldFile>>();
  for (const file of files) {
    const nameAt = file.path.lastIndexOf('/') + 1;
    const folder = file.path.slice(0, nameAt);
    folders.set(
      folder,
      (folders.get(folder) ?? new Map<string, HeldFile>()).set(file.path.slice(nameAt), holdFile(file)),
    );
  }
  return folders;
}

function takeTurn(
  request: FastifyRequest,
  { limit, held }: { readonly limit: MinuteLimit; readonly held: HeldFile | undefined },
): void {
  if (!held) return;
  const waitSeconds = limit.take(`${held.file.path}:${networkOf(request.ip)}`, PER_NETWORK_PER_MINUTE_MAX);
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
    const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
    return { bytes, tag: weakTag(hash.toString('base64url').slice(0, 22)) };
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
