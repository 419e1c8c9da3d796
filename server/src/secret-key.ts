import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import { makeFolder, syncFolder } from './store/index.ts';
import { createWorld } from './world.ts';

export type SecretKeys = {
  /** 32 bytes. */
  readonly current: Buffer;
  /** Keys before a rotation, newest first: they still open what they sealed. */
  readonly previous: readonly Buffer[];
};

const KEY_BYTES = 32;

/** The secret key of the configuration, else that of the data directory, which is made on the first start. */
export async function loadSecretKey(
  config: Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyPrevious'>,
): Promise<SecretKeys> {
  const given = config.secretKeyPrevious.map(decode);
  if (config.secretKey !== null) return { current: decode(config.secretKey), previous: given };
  const current = await readOrMake(keyFile(config.dataDir));
  return { current, previous: [...given, ...readPrevious(config.dataDir)] };
}

/** Where the key was lost, a new one would open nothing, and nobody would hear of it until something sealed is needed. */
export async function refuseLostKey(
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
  isInUse: () => Promise<boolean>,
): Promise<void> {
  const path = keyFile(dataDir);
  if (secretKey !== null || (await readKey(path)) !== null || !(await isInUse())) return;
  // Somebody else's first start may have made both meanwhile.
  if ((await readKey(path)) !== null) return;
  throw new ConfigError([
    `${path} is missing, and what is in the database was sealed under it: put it back from where its copy is kept, or give it as SECRET_KEY. Only where it is lost for good, make another (openssl rand -base64 32 > ${path}, for its owner alone) and start with ALLOW_LOST_SECRET_KEY=1: codes under way, webhook secrets and messages that wait cannot be opened any more.`,
  ]);
}

/** The keys of the data directory as they stand now; null where they cannot be read. */
export function readSecretKeys(config: Pick<Config, 'dataDir' | 'secretKeyPrevious'>): SecretKeys | null {
  const current = decode(readText(keyFile(config.dataDir)) ?? '');
  if (current.length !== KEY_BYTES) return null;
  return { current, previous: [...config.secretKeyPrevious.map(decode), ...readPrevious(config.dataDir)] };
}

/** Puts a new key in the place of the data directory's; the one before is kept, and on disk before the new one is. */
export async function renewSecretKey(dataDir: string): Promise<void> {
  const former = [await readOrMake(keyFile(dataDir)), ...readPrevious(dataDir)].map(
    (key) => `${key.toString('base64')}\n`,
  );
  await replaceFile(previousFile(dataDir), former.join(''));
  await replaceFile(keyFile(dataDir), `${makeSecretKey()}\n`);
}

/** Puts a key of the environment into the data directory, where a start without it finds it; false where another one is there. */
export async function keepSecretKey(dataDir: string, base64: string): Promise<boolean> {
  const kept = readText(keyFile(dataDir));
  if (kept === null) await replaceFile(keyFile(dataDir), `${base64}\n`);
  return kept === null || decode(kept).equals(decode(base64));
}

/** A new key, in base64. */
export function makeSecretKey(): string {
  return chance(KEY_BYTES).toString('base64');
}

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');
const previousFile = (dataDir: string): string => join(dataDir, 'secret.key.previous');

/** Keys before a rotation, newest first. */
function readPrevious(dataDir: string): readonly Buffer[] {
  const lines = (readText(previousFile(dataDir)) ?? '').split('\n').filter((line) => line !== '');
  return lines.map(decode).filter((key) => key.length === KEY_BYTES);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** On disk, under its name, before anything is sealed under what it holds. */
async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.${chance(4).toString('hex')}`;
  await writeWhole(unfinished, text);
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function chance(length: number): Buffer {
  return createWorld({
    egress: { send: tooEarly, prepare: tooEarly },
  }).randomBytes(length);
}

function tooEarly(): never {
  throw new Error('Nothing is sent before the secret key is there.');
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
    throw new ConfigError([
      `${path} cannot be read (${error.code}): run Cottontree as the user who made it.`,
    ]);
  });
  if (text === null) return null;
  const key = decode(text.trim());
  if (key.length !== KEY_BYTES)
    throw new ConfigError([
      `${path} does not hold 32 bytes in base64: put the right file back; without it, what it sealed cannot be opened.`,
    ]);
  return key;
}

/** Written whole and synced under another name first; of two that make one at once, the first stays. */
async function makeKey(path: string): Promise<void> {
  await makeFolder(dirname(path), process.getuid?.() === 0 ? 0o711 : 0o700);
  const unfinished = `${path}.${process.pid}.${chance(4).toString('hex')}`;
  await writeWhole(unfinished, `${makeSecretKey()}\n`);
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
  await syncFolder(dirname(path));
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
