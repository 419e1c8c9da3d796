import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import { createWorld } from './world.ts';

export type SecretKeys = {
  /** 32 bytes. */
  readonly current: Buffer;
  /** Keys before a rotation, newest first: they still open what they sealed. */
  readonly previous: readonly Buffer[];
};

const KEY_BYTES = 32;

/** The secret key of the configuration, else that of the data directory, which is made on the first start. */
export async function loadSecretKey(config: Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyPrevious'>): Promise<SecretKeys> {
  const current = config.secretKey === null ? await readOrMake(join(config.dataDir, 'secret.key')) : decode(config.secretKey);
  return { current, previous: config.secretKeyPrevious.map(decode) };
}

async function readOrMake(path: string): Promise<Buffer> {
  const kept = await readKey(path);
  if (kept !== null) return kept;
  await makeKey(path);
  const made = await readKey(path);
  if (made === null) throw new Error(`${path} went away while it was made.`);
  return made;
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ConfigError([`${path} cannot be read (${error.code}): run Cottontree as the user who made it.`]);
  });
  if (text === null) return null;
  const key = decode(text.trim());
  if (key.length !== KEY_BYTES) throw new ConfigError([`${path} does not hold 32 bytes in base64: put the right file back; without it, what it sealed cannot be opened.`]);
  return key;
}

/** Written whole and synced under another name first; of two that make one at once, the first stays. */
async function makeKey(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const { randomBytes } = createWorld({ egress: { send: () => Promise.reject(new Error('Nothing is sent before the secret key is there.')) } });
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
