import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { keepBackup } from './keep-backup.ts';
import { archivedSettings, openEmbedded } from './store/index.ts';

const DEADLINE_MS = 60_000;
const nothing = (): void => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const { argv } = process;
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-trial-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.argv = argv;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'a restore that is tried trusts whom the server trusts, such as an authority of the house, and knows little else of its environment',
  { timeout: DEADLINE_MS },
  async () => {
    const to = join(folder, 'storage');
    const told = join(folder, 'told.json');
    await mkdir(to);
    process.argv = [process.execPath, await writeProgram(told)];
    vi.stubEnv('NODE_EXTRA_CA_CERTS', join(folder, 'authority.pem'));
    vi.stubEnv('PORT', '8080');
    const config = readConfig({ DATA_DIR: join(folder, 'data'), BACKUP_TO: to, BACKUP_EVERY_SECONDS: '1' });
    const settings = archivedSettings(config.archive);
    const embedded = await openEmbedded({ dataDir: config.dataDir, log: silent, settings });
    const stop = await keepBackup({ config, embedded, log: silent });
    try {
      const environment = await vi.waitFor(
        async () => JSON.parse(await readFile(told, 'utf8')) as Record<string, string>,
        { timeout: DEADLINE_MS / 2, interval: 50 },
      );
      expect(environment).toMatchObject({
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
        DATA_DIR: join(config.dataDir, 'backup.trial'),
        BACKUP_TO: to,
      });
      expect(environment).not.toHaveProperty('PORT');
    } finally {
      await stop();
      await embedded.stop();
    }
  },
);

/** In the place of this program: tells the environment in which it is to restore. */
async function writeProgram(told: string): Promise<string> {
  const program = join(folder, 'program.cjs');
  await writeFile(
    program,
    `if (process.argv[2] === 'restore') require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env));`,
  );
  return program;
}
