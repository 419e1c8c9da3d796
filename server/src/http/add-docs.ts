import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Door } from './open-http.ts';

const gzipAsync = promisify(gzip);
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
export function addDocs({ app, routes }: Door): void {
  const file = join(
    dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
    'js/standalone.js',
  );
  let zipping: Promise<Zipped> | null = null;
  /** Made when somebody first asks for it: most nodes never show it, and it is large. */
  async function zipped(): Promise<Zipped> {
    zipping ??= zip(file);
    try {
      return await zipping;
    } catch (error) {
      // Whoever asks next tries again.
      zipping = null;
      throw error;
    }
  }

  for (const path of ['/docs', '/docs/', '/docs/start.js', '/docs/scalar.js']) routes.note('GET', path);
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .send(PAGE),
    );
  }
  app.get('/docs/start.js', async (_request, reply) => asScript(reply).send(START));
  app.get('/docs/scalar.js', async (request, reply) => {
    const { tag, bytes } = await zipped();
    asScript(reply).header('etag', tag).header('vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.send(await readFile(file));
    return reply.header('content-encoding', 'gzip').send(bytes);
  });
}

type Zipped = { readonly tag: string; readonly bytes: Buffer };

async function zip(file: string): Promise<Zipped> {
  const script = await readFile(file);
  return {
    tag: `"${createHash('sha256').update(script).digest('base64url').slice(0, 16)}"`,
    bytes: await gzipAsync(script),
  };
}

function asScript(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', 'text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=3600');
}
