import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from './kit/service.ts';

const run = promisify(execFile);
const EXAMPLE_MS = 100_000;
const root = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Programs that come with nothing of ours, and how their runtimes are called. */
const LANGUAGES = [
  { name: 'Python', program: 'python3', version: '--version', words: ['python/journey.py'] },
  { name: 'PHP', program: 'php', version: '--version', words: ['php/journey.php'] },
  { name: 'Go', program: 'go', version: 'version', words: ['run', 'go/journey.go'] },
];

let service: TestService;
beforeAll(async () => {
  service = await startService({ running: true, environment: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
afterAll(() => service[Symbol.asyncDispose]());

for (const { name, program, version, words } of LANGUAGES) {
  const isHere = spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;
  test.skipIf(!isHere)(
    `the example in ${name} takes a parcel from its quote to verified webhooks`,
    async () => {
      const { key } = await service.merchant();
      const { stdout } = await run(program, words, {
        cwd: root,
        timeout: EXAMPLE_MS,
        env: { ...process.env, COTTONTREE_BASE_URL: service.baseUrl, COTTONTREE_API_KEY: key },
      });
      expect(stdout).toMatch(/^quote \d/);
      expect(stdout).toMatch(/^delivery SHP-/m);
      for (const status of ['assigned', 'picked_up', 'in_transit', 'delivered'])
        expect(stdout).toContain(`webhook shipping.status.updated ${status}`);
    },
  );
}
