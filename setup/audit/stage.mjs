import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';

const START_MS_MAX = 90_000;

/** Where tools look at a running server; it is started when the first of them asks, with a demo merchant and a database of its own. */
export function openStage() {
  let opened = null;
  return {
    server: () => (opened ??= startServer()),
    async close() {
      await (await opened?.catch(() => null))?.stop();
    },
  };
}

async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cottontree-audit-'));
  const environment = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
  };
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL']) delete environment[name];
  const child = spawn(process.execPath, [join(root, 'server/bin/cottontree.mjs'), 'start', '--json'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX);
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  clearTimeout(tooLate);
  if (line === undefined) {
    await stop();
    throw new Error('The server did not start.');
  }
  const { base_url: baseUrl } = JSON.parse(line);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  return { baseUrl, origin: new URL(baseUrl).origin, demo, pid: child.pid, stop };
}
