import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the program of a run is: built once, with the migrations as they were then. */
export function programFolder(templateName: string): string {
  return fileURLToPath(new URL(`../../dist/program-${templateName}`, import.meta.url));
}

const MARK = 'runs-';

/** Notes that a process of the program runs, until what is answered is called. */
export async function noteRunning(folder: string, pid: number): Promise<() => Promise<void>> {
  const mark = join(folder, `${MARK}${pid}`);
  await writeFile(mark, '');
  return () => rm(mark, { force: true });
}

/** Ends what a worker left running that was ended itself, and removes the program. */
export async function endPrograms(templateName: string): Promise<void> {
  const folder = programFolder(templateName);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(MARK))) {
    try {
      process.kill(Number(name.slice(MARK.length)), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  await rm(folder, { recursive: true, force: true });
}
