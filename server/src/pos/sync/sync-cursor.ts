import { invalid } from '../../core/failure.ts';

/** Up to where a till has read, and up to where the feed was when it began. */
export type SyncCursor = { readonly seq: bigint; readonly born: bigint };

const FORM = /^s1\.(\d{1,18})\.(\d{1,18})$/;

export function writeSyncCursor({ seq, born }: SyncCursor): string {
  return Buffer.from(`s1.${seq}.${born}`).toString('base64url');
}

/** Refuses what no answer gave out. */
export function readSyncCursor(cursor: string): SyncCursor {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, seq, born] = FORM.exec(bytes.toString('latin1')) ?? [];
  if (seq === undefined || born === undefined || bytes.toString('base64url') !== cursor)
    throw invalid({ path: 'cursor', message: 'must be the cursor of the answer before, unchanged' });
  return { seq: BigInt(seq), born: BigInt(born) };
}
