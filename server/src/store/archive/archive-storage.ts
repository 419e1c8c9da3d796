import type { ArchiveTarget } from './archive-options.ts';
import { openFolder } from './folder-storage.ts';
import type { ArchiveStorage } from './storage.ts';
import { openBucket } from './s3-storage.ts';

/** Opens the storage of a target; nothing is asked of it yet. */
export function openArchiveStorage(target: ArchiveTarget): ArchiveStorage {
  return target.kind === 'folder' ? openFolder(target.path) : openBucket(target);
}
