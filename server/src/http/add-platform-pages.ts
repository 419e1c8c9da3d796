import { openApiTextInSteps } from '@cottontree/contract';
import { inTurns } from '../core/in-turns.ts';
import { addStaticFiles } from './add-static-files.ts';
import { docsFiles } from './docs-files.ts';
import type { Door, HttpOptions } from './open-http.ts';

/** What is there without a key: health, the API's description and its documentation. */
export function addPlatformPages(door: Door, options: HttpOptions): void {
  const { app, routes } = door;

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
  addStaticFiles(door, options, [description, ...docsFiles(), ...options.pages.files]);
}
