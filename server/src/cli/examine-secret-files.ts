import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Finding } from './finding.ts';

const KEY_FILE = 'secret.key';
/** What else lies in a data directory and opens something: former keys, the backup's, passwords of databases and of the demo's people. */
const OTHERS = ['secret.key.previous', 'backup.key', 'database.json', 'database.next.json', 'demo.json'];

/** Who may read the secret key, and whatever else of the data directory nobody else may. */
export async function examineSecretFiles({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<readonly Finding[]> {
  const path = join(dataDir, KEY_FILE);
  const key = await modeOf(path);
  const found = await Promise.all(
    OTHERS.map(async (name) => (isOpen(await modeOf(join(dataDir, name))) ? [join(dataDir, name)] : [])),
  );
  return [
    isOpen(key)
      ? openToOthers(path)
      : { check: 'secret key', state: 'ok', message: whereKeyIs(secretKey === null, key === null, path) },
    ...found.flat().map(openToOthers),
  ];
}

function whereKeyIs(isFile: boolean, isMissing: boolean, path: string): string {
  if (!isFile) return 'from SECRET_KEY';
  return isMissing ? `${path} is made at the first start` : `${path}, for its owner only`;
}

function openToOthers(path: string): Finding {
  return { check: 'secret key', state: 'warning', message: `${path} can be read by others: chmod 600 it.` };
}

/** Null where there is no such file. */
async function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode,
    () => null,
  );
}

function isOpen(mode: number | null): boolean {
  return mode !== null && (mode & 0o077) !== 0 && process.platform !== 'win32';
}
