import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { StaticFile } from '../core/static-file.ts';

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
export function docsFiles(): readonly StaticFile[] {
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
