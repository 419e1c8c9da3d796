import { expect, test } from 'vitest';
import { startService } from '../test/kit/service.ts';

test('a server that was told to stop says that it is not ready, while it still answers', async () => {
  await using service = await startService();
  const readyz = new URL('/readyz', service.baseUrl);
  expect((await fetch(readyz)).status).toBe(200);
  const stopped = service.server.stop();
  const { status, headers } = await fetch(readyz);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  await stopped;
});
