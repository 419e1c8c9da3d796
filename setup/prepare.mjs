import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, readdir } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { install } from './install.mjs';

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const CONTRACT = ['contract/src', 'package-lock.json'];
/** What runs the server, and what it is made of; the lock file decides on what it runs. */
const SERVER = {
  outfile: 'server/dist/cottontree.mjs',
  sources: ['server/src', 'server/data', 'setup/bundle.mjs', ...CONTRACT],
};
/** The package that others install. */
const CLIENT = {
  outfile: 'client/dist/index.d.ts',
  sources: ['client/src', 'client/types', 'setup/build-client.mjs', ...CONTRACT],
};

/** What people use in a browser: every app is built at once, and its page is there then. */
const WEB = { outfile: 'web/dist/dashboard.html', sources: ['client/src', ...CONTRACT] };

/** Elements for shops' pages, and the script tag that loads them. */
const ELEMENTS = {
  outfile: 'elements/dist/served/widgets.js',
  sources: [
    'elements/src',
    'elements/package.json',
    'setup/build-elements.mjs',
    'setup/declarations.mjs',
    'web/kit/tokens.css',
  ],
};

/** The same as components of React, whose types documentation and tests compile against. */
const REACT = {
  outfile: 'react/dist/index.d.ts',
  sources: ['react/src', 'react/package.json', 'setup/build-react.mjs', ...ELEMENTS.sources],
};

/** Ends the process with a plain sentence when this Node is too old; else installs what the lock file names, if it is not. */
export async function installed() {
  refuseOldNode(process.versions.node);
  await install();
}

/** What is built, in the order of who needs whom: whether it is older than its sources, and what builds it. */
const PROGRAMS = [
  { isStale: () => isStale(SERVER), build: buildServer },
  {
    isStale: () => isStale(CLIENT),
    build: () => import('./build-client.mjs').then(({ buildClient }) => buildClient()),
  },
  {
    isStale: () => isStale(ELEMENTS),
    build: () => import('./build-elements.mjs').then(({ buildElements }) => buildElements()),
  },
  {
    isStale: () => isStale(REACT),
    build: () => import('./build-react.mjs').then(({ buildReact }) => buildReact()),
  },
  { isStale: () => isWebStale(), build: () => import('./build-web.mjs').then(({ buildWeb }) => buildWeb()) },
];

/** Builds the server, the client and the apps where a source is newer than what was built; answers with the server's path. */
export async function built() {
  for (const { isStale: isOld, build } of PROGRAMS) if (await isOld()) await build();
  return join(root, SERVER.outfile);
}

/** The same in a process of its own: bundlers and compilers leave hundreds of megabytes behind in who serves afterwards. */
export async function builtApart() {
  const old = await Promise.all(PROGRAMS.map(({ isStale: isOld }) => isOld()));
  if (old.includes(true)) await runBuild();
  return join(root, SERVER.outfile);
}

/** Ends with whoever waits for it: a build that nobody wants any more writes nothing more either. */
async function runBuild() {
  const child = spawn(process.execPath, [join(root, 'setup/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of STOPPING) process.on(signal, stop);
  const [code, signal] = await once(child, 'close');
  for (const name of STOPPING) process.off(name, stop);
  if (code !== 0) process.exit(code ?? 128 + constants.signals[signal]);
}

async function buildServer() {
  const { bundleServer } = await import('./bundle.mjs');
  await bundleServer(join(root, 'server/dist'));
}

async function isStale({ outfile, sources }) {
  const newest = Math.max(...(await Promise.all(sources.map((path) => newestIn(join(root, path))))));
  return newest >= (await modifiedAt(join(root, outfile)));
}

async function isWebStale() {
  const names = await readdir(join(root, 'web'));
  const sources = names.filter((name) => !/^(dist|node_modules)\b/.test(name)).map((name) => `web/${name}`);
  const pages = names.filter((name) => name.endsWith('.html'));
  const built = await Promise.all(pages.map((page) => modifiedAt(join(root, 'web/dist', page))));
  return built.includes(0) || isStale({ ...WEB, sources: [...WEB.sources, ...sources] });
}

function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(
    `Cottontree needs Node 20.19 or newer, or 22.12 or newer (24 is best); this is ${version}. Get one from https://nodejs.org.`,
  );
  process.exit(1);
}

/** Folders count too: their time tells that a file in them went. Tests are no part of the bundle. */
async function newestIn(path) {
  const found = await stat(path);
  if (!found.isDirectory()) return /\.(test|cases)\.ts$/.test(path) ? 0 : found.mtimeMs;
  const names = await readdir(path);
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => newestIn(join(path, name))))));
}

async function modifiedAt(path) {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}
