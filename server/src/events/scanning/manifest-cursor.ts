import { invalid } from '../../core/failure.ts';

/** Where a manifest goes on: behind the ticket `id` that changed at `at`. */
export type ManifestPlace = { readonly at: Date; readonly id: string };

const FORM = /^(\d{1,15})\.([\w-]{0,64})$/;
export const MANIFEST_START: ManifestPlace = Object.freeze({ at: new Date(0), id: '' });

export function writeManifestCursor({ at, id }: ManifestPlace): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** VALIDATION_ERROR for what no manifest gave out. */
export function readManifestCursor(cursor: string | undefined): ManifestPlace {
  if (cursor === undefined) return MANIFEST_START;
  const [, moment, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const at = new Date(Number(moment));
  if (id === undefined || Number.isNaN(at.getTime()) || at.getFullYear() > 9_999)
    throw invalid({ path: 'cursor', message: 'must be cursor of the manifest before, unchanged' });
  return { at, id };
}
