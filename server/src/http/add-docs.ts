import reference from '@scalar/fastify-api-reference';
import type { Door } from './open-http.ts';

/** The interactive reference at `/docs`; everything it needs comes from this server. */
export async function addDocs(door: Door): Promise<void> {
  door.routes.note('GET', '/docs');
  await door.app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/v1/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true, metaData: { title: 'Cottontree API' } },
  } as unknown as Parameters<typeof reference>[1]);
}
