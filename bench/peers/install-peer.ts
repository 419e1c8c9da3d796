import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Peer } from './shop.ts';

/** Kept between runs, and no part of what the project installs. */
const FOLDER = 'node_modules/.cache/cottontree/peers';
/** Written last, so that what was cut off is installed anew. */
const MARK = 'installed.json';
// Whatever needs to be built brings its binaries along; what else packages would run is not wanted here.
const INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--loglevel=error',
];

/** Installs a peer from the registry where it is not there yet; answers its folder. */
export async function installPeer({ name, dependencies, files }: Peer): Promise<string> {
  const folder = resolve(FOLDER, name.toLowerCase());
  const wanted = JSON.stringify(dependencies);
  if ((await readFile(join(folder, MARK), 'utf8').catch(() => '')) !== wanted) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'peer', private: true, dependencies }),
    );
    await install(folder);
    await writeFile(join(folder, MARK), wanted);
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

async function install(folder: string): Promise<void> {
  const child = spawn('npm', [...INSTALL, '--prefix', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`npm install ended with ${code}: ${complaint.slice(0, 300)}`);
}
