import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { startOfProcess } from '../../store/index.ts';

/** A file of state while one listener goes on in it. */
export type HeldState = AsyncDisposable;

/**
 * Says, in a file that bears it in its name, that this process forwards from here, and refuses where another does: every
 * message would come twice. Whoever begins writes its own first and looks then, so of two at once at least one is
 * refused. What a killed process left names nobody alive, and is swept away.
 */
export async function holdState(file: string): Promise<HeldState> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mine = `${basename(file)}.held-${process.pid}-${startOfProcess(process.pid) ?? '0'}`;
  await (await open(join(folder, mine), 'w', 0o600)).close();
  const letGo = (): Promise<void> => rm(join(folder, mine), { force: true });
  const other = (await heldBy(file)).find(({ name }) => name !== mine);
  if (other) {
    await letGo();
    throw new Error(
      `Process ${other.pid} forwards already, and keeps how far it is in ${file}: end it first, or give this one a file of its own with --state. Every message would come twice.`,
    );
  }
  return { [Symbol.asyncDispose]: letGo };
}

type Holder = { readonly name: string; readonly pid: number };

async function heldBy(file: string): Promise<readonly Holder[]> {
  const [folder, start] = [dirname(file), `${basename(file)}.held-`];
  const holders: Holder[] = [];
  for (const name of await readdir(folder)) {
    const [, pid, startedAt] =
      /^(\d+)-(\d+)$/.exec(name.startsWith(start) ? name.slice(start.length) : '') ?? [];
    if (pid === undefined) continue;
    if (startOfProcess(Number(pid)) === startedAt) holders.push({ name, pid: Number(pid) });
    else await rm(join(folder, name), { force: true });
  }
  return holders;
}
