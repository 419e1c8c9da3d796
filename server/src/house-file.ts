import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './store/index.ts';

/** Where a move has led from the database of a data directory; it stands in a file there. */
export type House = {
  /** Of the move. */
  readonly id: string;
  /** Null: the embedded database. */
  readonly url: string | null;
};

const FILE = 'database.json';
const NEXT_FILE = 'database.next.json';

/** Null where nothing was ever moved. Throws a sentence for what is no such file. */
export function readHouse(dataDir: string): House | null {
  return read(join(dataDir, FILE));
}

/** Where a move leads that may be under way; its database says how far it came. */
export function readNextHouse(dataDir: string): House | null {
  return read(join(dataDir, NEXT_FILE));
}

/** On disk before anything depends on it; nobody else may read it, for it holds a password. */
export async function writeNextHouse(dataDir: string, house: House): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, `${NEXT_FILE}.${process.pid}`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(house, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(dataDir, NEXT_FILE));
  await syncFolder(dataDir);
}

/** The move is made: whoever starts here from now on finds the database there. */
export async function enterNextHouse(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT_FILE), join(dataDir, FILE));
  await syncFolder(dataDir);
}

/** The move was not made. */
export async function forgetNextHouse(dataDir: string): Promise<void> {
  await rm(join(dataDir, NEXT_FILE), { force: true });
}

function read(path: string): House | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(`${path} cannot be read (${code}): run Cottontree as the user who made it.`, {
      cause: error,
    });
  }
  const house = parse(text);
  if (house === null)
    throw new Error(
      `${path} was changed or damaged, and it says where the database is: put it back, or name that database in DATABASE_URL.`,
    );
  return house;
}

function parse(text: string): House | null {
  try {
    const { id, url } = JSON.parse(text) as { readonly id?: unknown; readonly url?: unknown };
    return typeof id === 'string' && (url === null || typeof url === 'string') ? { id, url } : null;
  } catch {
    return null;
  }
}
