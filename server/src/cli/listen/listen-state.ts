import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a listener must know after a restart: all that was forwarded, and nothing before it was. */
export type ListenState = {
  /** Makes the endpoint once, however often its making is begun. */
  readonly made_with: string;
  readonly endpoint_id: string | null;
  readonly secret: string | null;
  /** Null: from the oldest message. */
  readonly cursor: string | null;
  /** Ids of messages after the cursor that were forwarded already. */
  readonly forwarded: readonly string[];
};

export type Listening = { readonly baseUrl: string; readonly key: string; readonly forwardTo: string };

/** The file for this server, key and target in the user's state folder. */
export function stateFileOf({ baseUrl, key, forwardTo }: Listening): string {
  const name = createHash('sha256').update(`${baseUrl} ${key} ${forwardTo}`).digest('hex').slice(0, 16);
  return join(homedir(), '.local', 'state', 'cottontree', `listen-${name}.json`);
}

/** What was written last; a fresh state where there is no file. */
export async function readState(file: string): Promise<ListenState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read (${error.code}).`);
  });
  if (text === null)
    return {
      made_with: `listen-${randomUUID()}`,
      endpoint_id: null,
      secret: null,
      cursor: null,
      forwarded: [],
    };
  const state = parse(text);
  if (!state)
    throw new Error(`${file} is not what listen wrote: remove it to begin anew with another endpoint.`);
  return state;
}

/** Whole and on disk, for its owner only. */
export async function writeState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(state)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}

function parse(text: string): ListenState | null {
  try {
    const value = JSON.parse(text) as Partial<ListenState>;
    return typeof value.made_with === 'string' && Array.isArray(value.forwarded)
      ? (value as ListenState)
      : null;
  } catch {
    return null;
  }
}
