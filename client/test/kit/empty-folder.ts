import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Only what hangs is ended. */
const STEP_MS = 280_000;
const run = promisify(execFile);

/** A folder with nothing in it but the packages that were installed there, as somebody has it who knows this checkout not. */
export type EmptyFolder = AsyncDisposable & {
  readonly path: string;
  readonly write: (name: string, text: string) => Promise<void>;
  /** Lays packages of others, which this checkout has in these folders, beside ours: nothing asks a registry. */
  readonly lay: (packages: Readonly<Record<string, string>>) => Promise<void>;
  /** Another folder, with the same in it. */
  readonly alike: () => Promise<EmptyFolder>;
  /** What a program of Node printed that ran there; its first argument is the program. */
  readonly node: (...words: readonly string[]) => Promise<string>;
  /** What a tool of this checkout (`typescript/bin/tsc`) said there. */
  readonly tool: (name: string, ...words: readonly string[]) => Promise<string>;
};

/** Packs these of our packages, and installs their tarballs into an empty folder: without a network, but for what the server's need beside them. */
export async function installedInEmptyFolder(...names: readonly string[]): Promise<EmptyFolder> {
  const network = names.includes('cottontree') ? '--prefer-offline' : '--offline';
  const path = await newPath();
  const packed = await output(process.execPath, ['setup/pack.mjs', ...names, '--to', path], root);
  return installed(path, network, packed.trim().split('\n'));
}

/** Installs one tarball of ours that lies somewhere, without a network. */
export async function tarballInEmptyFolder(tarball: string): Promise<EmptyFolder> {
  return installed(await newPath(), '--offline', [tarball]);
}

async function installed(path: string, network: string, tarballs: readonly string[]): Promise<EmptyFolder> {
  await writeFile(
    join(path, 'package.json'),
    JSON.stringify({ name: 'shop', private: true, type: 'module' }),
  );
  // What a package of ours stands beside, React, is laid there by the test.
  const options = [network, '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await output('npm', ['install', ...options, ...tarballs], path);
  return folderAt(path);
}

const newPath = (): Promise<string> => mkdtemp(join(tmpdir(), 'cottontree-installed-'));

function folderAt(path: string): EmptyFolder {
  const node = (...words: readonly string[]): Promise<string> => output(process.execPath, words, path);
  return {
    path,
    node,
    write: (name, text) => writeFile(join(path, name), text),
    async lay(packages) {
      for (const [name, from] of Object.entries(packages)) {
        const to = join(path, 'node_modules', name);
        await mkdir(dirname(to), { recursive: true });
        await cp(join(root, from), to, { recursive: true });
      }
    },
    async alike() {
      const another = await newPath();
      await cp(path, another, { recursive: true });
      return folderAt(another);
    },
    tool: (name, ...words) => node(join(root, 'node_modules', name), ...words),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** What it wrote to standard output; where it fails, all that it said stands in the error. */
async function output(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await run(program, words, { cwd, timeout: STEP_MS, maxBuffer: 50_000_000 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}
