import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Finding } from './doctor-command.ts';

const FREE_BYTES_LEAST = 200e6;
const FREE_BYTES_WISHED = 2e9;

/** Node, the disk under DATA_DIR, and who may read the secret key. */
export async function examineMachine(config: Config): Promise<readonly Finding[]> {
  return [
    examineNode(process.versions.node),
    await examineDisk(config.dataDir),
    ...(await examineSecretKey(config)),
  ];
}

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return {
    check: 'node',
    state: supported ? 'ok' : 'bad',
    message: supported ? `Node ${version}` : `Node ${version} is too old: 20.19, 22.12 or newer is needed.`,
  };
}

async function examineDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (free < FREE_BYTES_LEAST)
    return { check: 'disk', state: 'bad', message: `${message}: make room, or writes will be refused.` };
  return free < FREE_BYTES_WISHED
    ? { check: 'disk', state: 'warning', message: `${message}: that will not last.` }
    : { check: 'disk', state: 'ok', message };
}

/** The folder itself may not be made yet. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).then(
    () => true,
    () => false,
  );
  return found || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function examineSecretKey(config: Config): Promise<readonly Finding[]> {
  if (config.secretKey !== null) return [{ check: 'secret key', state: 'ok', message: 'from SECRET_KEY' }];
  const path = join(config.dataDir, 'secret.key');
  const found = await stat(path).catch(() => null);
  if (!found) return [{ check: 'secret key', state: 'ok', message: `${path} is made at the first start` }];
  const open = (found.mode & 0o077) !== 0 && process.platform !== 'win32';
  return [
    {
      check: 'secret key',
      state: open ? 'warning' : 'ok',
      message: open ? `${path} can be read by others: chmod 600 it.` : `${path}, for its owner only`,
    },
  ];
}
