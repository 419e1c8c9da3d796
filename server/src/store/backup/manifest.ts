/** What a backup holds, as its first file tells. */
export type Manifest = {
  readonly format: typeof BACKUP_FORMAT | typeof FORMAT_WITHOUT_CHECKSUMS;
  readonly app_version: string;
  readonly schema_version: number;
  readonly created_at: string;
  /** Tells the secret key that sealed what is sealed in it, without revealing it. */
  readonly secret_key_id: string;
  /** In an order in which every row comes after those it refers to. */
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly BackedUpSequence[];
};

/** `days`: those that have a partition of their own, YYYYMMDD. */
export type BackedUpTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly days: readonly string[];
};

/** `value`: the last one given out. */
export type BackedUpSequence = { readonly table: string; readonly column: string; readonly value: string };

/** Why a backup cannot be made or restored, with what to do about it. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

export const BACKUP_FORMAT = 'cottontree-backup-2';
/** As releases before wrote it; what was damaged of it shows only where it is no tar or no rows any more. */
export const FORMAT_WITHOUT_CHECKSUMS = 'cottontree-backup-1';
export const MANIFEST_FILE = 'manifest.json';

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The name of a part of a table's rows in the tar. */
export function partFile(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy`;
}

/** Which table a file of the tar belongs to. */
export function tableOfPart(file: string): string | null {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(file)?.[1] ?? null;
}

/** Reads a manifest; refuses what is none, or of another format. */
export function readManifest(text: string): Manifest {
  const manifest = parse(text);
  if (manifest?.format !== BACKUP_FORMAT && manifest?.format !== FORMAT_WITHOUT_CHECKSUMS)
    throw new BackupError(
      'This file is no backup of Cottontree, or one of a newer release: restore it with the release that made it.',
    );
  const whole = isWhole(manifest);
  if (!whole)
    throw new BackupError(
      'The manifest of this backup was changed or damaged: its names are not those of tables.',
    );
  return manifest;
}

function isWhole({ tables, sequences }: Manifest): boolean {
  try {
    const names = [
      ...tables.flatMap(({ name, columns }) => [name, ...columns]),
      ...sequences.flatMap(({ table, column }) => [table, column]),
    ];
    return (
      names.every((name) => NAME.test(name)) &&
      tables.every(({ days }) => days.every((day) => /^\d{8}$/.test(day))) &&
      sequences.every(({ value }) => /^\d{1,19}$/.test(value))
    );
  } catch {
    return false;
  }
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}
