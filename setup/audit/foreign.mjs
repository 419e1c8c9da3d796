import { spawn } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { root } from '../root.mjs';

const CACHE = join(root, 'node_modules/.cache/audit');
const RUN_MS_MAX = 300_000;

/**
 * The folder of a package of the npm registry at one version, installed on first use beside the
 * project's own packages and without its install scripts; null where it cannot be had.
 */
export async function fetchPackage(name, version) {
  const folder = join(CACHE, `${name.replaceAll('/', '+')}@${version}`);
  const place = join(folder, 'node_modules', name);
  if (await exists(join(place, 'package.json'))) return place;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'package.json'), '{ "private": true }\n');
  const { code } = await run('npm', [
    'install',
    '--prefix',
    unfinished,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    `${name}@${version}`,
  ]);
  if (code === 0) await rename(unfinished, folder).catch(() => undefined);
  await rm(unfinished, { recursive: true, force: true });
  return (await exists(join(place, 'package.json'))) ? place : null;
}

/** Runs a program of a fetched package by this very Node. */
export async function runPackage(place, { bin, args, cwd }) {
  const { bin: bins } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
  return run(process.execPath, [join(place, typeof bins === 'string' ? bins : bins[bin]), ...args], { cwd });
}

/** Whether a program is on PATH. */
export async function isOnPath(program) {
  const places = (process.env.PATH ?? '').split(delimiter);
  return (await Promise.all(places.map((place) => exists(join(place, program))))).includes(true);
}

/** Runs a program to its end; what it wrote, apart. A program that takes too long is ended. */
export async function run(program, args, { cwd = root, environment = {}, timeoutMs = RUN_MS_MAX } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      shell: process.platform === 'win32',
    });
    const [out, err] = [[], []];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: '', errors: error.message }));
    child.on('close', (code) =>
      resolve({
        code: code ?? 1,
        output: Buffer.concat(out).toString(),
        errors: Buffer.concat(err).toString(),
      }),
    );
  });
}

export const notFetched = (name, version) => ({
  absent: `${name}@${version} could not be installed from the npm registry; connect to it, or put it into npm's cache.`,
});

async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
