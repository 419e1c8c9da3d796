import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './root.mjs';

const LOCK_FILE = join(root, 'package-lock.json');
const INSTALLED_FILE = join(root, 'node_modules/.package-lock.json');
const STAMP = join(root, 'node_modules/.cottontree-lock');
const POLL_MS = 200;

/** Makes `node_modules` what `package-lock.json` says; free when it is. Of two at once, one installs and the other waits. */
export async function install() {
  const wanted = createHash('sha256')
    .update(await readFile(LOCK_FILE))
    .digest('hex');
  if ((await readOrNull(STAMP)) === wanted) return;
  await alone(async () => {
    if ((await readOrNull(STAMP)) === wanted) return;
    if (!(await isInstalled())) await runInstall();
    await writeFile(STAMP, wanted);
  });
}

/** Whether somebody ran `npm ci` or `npm install` by hand: npm's own note of what is there fits the lock file. */
async function isInstalled() {
  const [wanted, present] = [await readPackages(LOCK_FILE), await readPackages(INSTALLED_FILE)];
  if (present === null) return false;
  const fits = ([path, entry]) => entry.optional || entry.link || sameRelease(entry, present[path]);
  const isKnown = ([path, entry]) => entry.link || sameRelease(entry, wanted[path]);
  const external = (packages) => Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  return external(wanted).every(fits) && external(present).every(isKnown);
}

function sameRelease(one, other) {
  return other !== undefined && one.version === other.version && one.integrity === other.integrity;
}

async function readPackages(path) {
  const text = await readOrNull(path);
  return text === null ? null : JSON.parse(text).packages;
}

/**
 * Also the tools (esbuild builds the server), wherever NODE_ENV says production; and without
 * install scripts, which none of the packages needs.
 */
async function runInstall() {
  console.error('Installing what package-lock.json names (once)…');
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const [command, commandArgs] =
    npm?.endsWith('.js') && npm.includes('npm-cli') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const { code, output } = await runQuietly(command, commandArgs);
  if (code === 0) return;
  console.error(
    `${output}\nThe packages could not be installed (npm ci ended with ${code}). Mend what it says above and start again.`,
  );
  process.exit(1);
}

function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: error.code, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? signal, output: Buffer.concat(chunks).toString() }),
    );
  });
}

/** `npm ci` replaces `node_modules`, so the mark of who installs is outside of it. */
async function alone(work) {
  const mark = join(
    tmpdir(),
    `cottontree-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`,
  );
  while (!(await claim(mark))) await pause(POLL_MS);
  try {
    await work();
  } finally {
    await rm(mark, { recursive: true, force: true });
  }
}

/** Moved into place with the pid inside: a mark without its holder cannot exist. */
async function claim(mark) {
  const own = await mkdtemp(`${mark}.`);
  await writeFile(join(own, 'pid'), String(process.pid));
  try {
    await rename(own, mark);
    return true;
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
  const holder = Number(await readOrNull(join(mark, 'pid')));
  if (holder > 0 && !isAlive(holder)) await rm(mark, { recursive: true, force: true });
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function readOrNull(path) {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
