import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { ArchiveError } from './archive-options.ts';
import { writeWhole } from './write-whole.ts';

/** A piece of a file, or a folder: a base copy is a sequence of these, cut into parts where it suits. */
type Piece =
  | { readonly path: string; readonly at: number }
  | { readonly path: string; readonly folder: true };

const LENGTH_BYTES = 4;

/** A piece as bytes: how long its description is, the description, how long its content is, the content. */
export function pieceBytes(piece: Piece, content: Buffer): Buffer {
  const told = Buffer.from(JSON.stringify(piece));
  const lengths = Buffer.alloc(LENGTH_BYTES * 2);
  lengths.writeUInt32BE(told.length, 0);
  lengths.writeUInt32BE(content.length, LENGTH_BYTES);
  return Buffer.concat([lengths, told, content]);
}

type PieceWriter = AsyncDisposable & {
  /** Lays out the pieces of one part; pieces do not go over the border of a part. */
  readonly write: (part: Buffer) => Promise<void>;
  readonly told: () => { readonly files: number; readonly bytes: number };
};

/** Writes pieces as files below a folder. */
export function openPieceWriter(root: string): PieceWriter {
  let current: { readonly path: string; readonly file: FileHandle } | null = null;
  let [files, bytes] = [0, 0];

  async function fileAt(path: string): Promise<FileHandle> {
    if (current?.path === path) return current.file;
    await current?.file.close();
    current = null;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a+', 0o600);
    await file.close();
    current = { path, file: await open(path, 'r+') };
    return current.file;
  }

  async function writePiece(piece: Piece, content: Buffer): Promise<void> {
    const path = pathBelow(root, piece.path);
    if ('folder' in piece) return void (await mkdir(path, { recursive: true, mode: 0o700 }));
    const file = await fileAt(path);
    await writeWhole(file, content, piece.at);
    if (piece.at === 0) files += 1;
    bytes += content.length;
  }

  return {
    async write(part) {
      for (let at = 0; at < part.length;) {
        const told = at + LENGTH_BYTES * 2;
        const content = told + part.readUInt32BE(at);
        const end = content + part.readUInt32BE(at + LENGTH_BYTES);
        await writePiece(
          JSON.parse(part.toString('utf8', told, content)) as Piece,
          part.subarray(content, end),
        );
        at = end;
      }
    },
    told: () => ({ files, bytes }),
    async [Symbol.asyncDispose]() {
      await current?.file.close();
    },
  };
}

function pathBelow(root: string, path: string): string {
  if (path.startsWith('/') || normalize(path) !== path || path.startsWith('..'))
    throw new ArchiveError(`The base copy names a file outside of its folder: ${path}.`);
  return join(root, path);
}

/** What a base copy tells of itself, sealed like all of it. */
export type BaseManifest = {
  readonly format: typeof BASE_FORMAT;
  readonly app_version: string;
  /** Of PostgreSQL, as it words it. */
  readonly server_version: string;
  /** Tells the secret key without revealing it. */
  readonly secret_key_id: string;
  readonly segment_bytes: number;
  readonly parts: number;
  /** Of the files, and what describes them. */
  readonly bytes: number;
  /** As `pg_backup_stop` gave it. */
  readonly label: string;
};

export const BASE_FORMAT = 'cottontree-base-1';

export function readBaseManifest(name: string, text: string): BaseManifest {
  const manifest = JSON.parse(text) as BaseManifest;
  if (manifest.format !== BASE_FORMAT)
    throw new ArchiveError(`${name} was made by a newer release: restore it with the release that made it.`);
  return manifest;
}
