import { ArchiveError } from './archive-options.ts';

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
