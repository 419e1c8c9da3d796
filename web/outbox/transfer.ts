import { sha256 } from './sha256.ts';
import { textOf, type Entry } from './entry.ts';
import { beginWriting, firstUnsent, readHead, type OutboxDatabase } from './stores.ts';

const FORMAT = 'cottontree-outbox';
const VERSION = 1;

/** A file of what is unsent, for another device to send. */
export type UnsentFile = { readonly name: string; readonly text: string; readonly count: number };

/** What became of a file that was read in. */
export type Import = {
  /** Entries that are to be sent from here now. */
  readonly added: number;
  /** Those that this device knew, with the same content. */
  readonly known: number;
  /** Ids that this device knows with another content: left out, for the ids cannot both be right. */
  readonly differing: readonly string[];
};

/** Why a file cannot be read in. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: 'NOT_OURS' | 'DAMAGED' | 'OF_ANOTHER';
  constructor(code: ImportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

type Carried = Pick<Entry, 'client_id' | 'seq' | 'kind' | 'body' | 'sha256' | 'occurred_at'>;
type File = {
  readonly format: string;
  readonly version: number;
  readonly scope: string;
  readonly made_at: string;
  readonly entries: readonly Carried[];
  readonly sha256: string;
};

export async function exportUnsent(
  db: OutboxDatabase,
  { scope, nowText }: { readonly scope: string; readonly nowText: string },
): Promise<UnsentFile> {
  const entries = (await firstUnsent(db)).map(
    ({ client_id, seq, kind, body, sha256: hash, occurred_at }): Carried => ({
      client_id,
      seq,
      kind,
      body,
      sha256: hash,
      occurred_at,
    }),
  );
  const file: File = {
    format: FORMAT,
    version: VERSION,
    scope,
    made_at: nowText,
    entries,
    sha256: sha256(textOf(entries)),
  };
  const stamp = nowText.slice(0, 16).replace(/\D/g, '');
  return {
    name: `unsent-${stamp}.json`,
    text: `${JSON.stringify(file, null, 1)}\n`,
    count: entries.length,
  };
}

/** Takes over what another device could not send, in its order, behind what is here. Whatever is known by id and content is left. */
export async function importUnsent(
  db: OutboxDatabase,
  { text, scope }: { readonly text: string; readonly scope: string },
): Promise<Import> {
  const { entries } = readFile(text, scope);
  const tx = beginWriting(db);
  const outbox = tx.objectStore('outbox');
  let { seq, last_ms } = await readHead(tx);
  let [added, known] = [0, 0];
  const differing: string[] = [];
  for (const carried of entries) {
    const here = await outbox.index('client_id').get(carried.client_id);
    if (here?.sha256 === carried.sha256) known += 1;
    else if (here) differing.push(carried.client_id);
    else {
      seq += 1;
      added += 1;
      await outbox.add({
        ...carried,
        seq,
        status: 'queued',
        tries: 0,
        settled_at: null,
        seen_at: null,
        answer: null,
      });
    }
  }
  await tx.objectStore('outbox_meta').put({ seq, last_ms }, 'head');
  await tx.done;
  return { added, known, differing };
}

function readFile(text: string, scope: string): File {
  let file: Partial<File>;
  try {
    file = (JSON.parse(text) ?? {}) as Partial<File>;
  } catch {
    throw new ImportError('NOT_OURS', 'This is no file of unsent entries.');
  }
  if (file.format !== FORMAT || file.version !== VERSION || !Array.isArray(file.entries))
    throw new ImportError('NOT_OURS', 'This is no file of unsent entries that this version can read.');
  if (file.scope !== scope)
    throw new ImportError('OF_ANOTHER', 'This file comes from a device of another shop, event or mode.');
  const whole = file as File;
  const isSound =
    sha256(textOf(whole.entries)) === whole.sha256 &&
    whole.entries.every(({ body, sha256: hash }) => sha256(textOf(body)) === hash);
  if (!isSound)
    throw new ImportError('DAMAGED', 'This file was changed or cut. Save it anew where it comes from.');
  return whole;
}
