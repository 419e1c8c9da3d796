import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A disk of its own that can be filled to the last byte. */
export type SmallDisk = AsyncDisposable & {
  readonly folder: string;
  readonly freeBytes: () => Promise<number>;
  /** Takes what is free but for so much. */
  readonly fill: (leftBytes: number) => Promise<void>;
  /** Gives back all that was taken. */
  readonly empty: () => Promise<void>;
};

const run = promisify(execFile);
const CHUNK = Buffer.alloc(65_536, 1);

/** Why no disk can be made here, or null where one can: it takes the right to mount. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux has tmpfs';
  return process.getuid?.() === 0 ? null : 'mounting takes root';
}

export async function openSmallDisk(bytes: number): Promise<SmallDisk> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-disk-')));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0711`, 'tmpfs', folder]);
  await chmod(folder, 0o711);
  const filler = join(folder, 'filler');
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    async fill(leftBytes) {
      const file = await open(filler, 'a');
      try {
        while ((await freeBytes()) > leftBytes) await file.write(CHUNK);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
