import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEVER_INSIDE } from './bundle.mjs';
import { packFolder } from './packages.mjs';
import { built } from './prepare.mjs';
import { root } from './root.mjs';

/** What the program reads beside itself, and where that stands in this checkout. */
const CONTENTS = {
  'dist/cottontree.mjs': 'server/dist/cottontree.mjs',
  'dist/cottontree.cjs': 'server/dist/cottontree.cjs',
  'dist/cottontree.cjs.LEGAL.txt': 'server/dist/cottontree.cjs.LEGAL.txt',
  'dist/press.mjs': 'server/dist/press.mjs',
  'dist/press.mjs.LEGAL.txt': 'server/dist/press.mjs.LEGAL.txt',
  migrations: 'server/migrations',
  sql: 'server/sql',
  assets: 'server/assets',
  data: 'server/data',
  'web/dist': 'web/dist',
  'elements/dist/served': 'elements/dist/served',
  'elements/package.json': 'elements/package.json',
  templates: 'server/templates',
  docs: 'docs',
  LICENSE: 'LICENSE',
  'CHANGELOG.md': 'CHANGELOG.md',
  'README.md': 'server/README.md',
};

const PROGRAM = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(\`Cottontree needs Node 20.19 or newer, or 22.12 or newer (24 is best); this is \${process.versions.node}. Get one from https://nodejs.org.\`);
  process.exit(1);
}
await import('../dist/cottontree.mjs');
`;

/** Lays the package \`cottontree\` out in \`dist/cottontree\`: the whole product as it was just built, without a source; answers the folder. */
export async function stageServer() {
  await built();
  const folder = join(root, 'dist/cottontree');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'bin'), { recursive: true });
  for (const [place, source] of Object.entries(CONTENTS))
    await cp(join(root, source), join(folder, place), { recursive: true });
  // `cottontree init` gives it to those who begin.
  await mkdir(join(folder, 'packages'));
  await packFolder('client', join(folder, 'packages'), { isBuilt: true });
  await writeFile(join(folder, 'bin/cottontree.mjs'), PROGRAM);
  await chmod(join(folder, 'bin/cottontree.mjs'), 0o755);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await describe(), null, 2)}\n`);
  return folder;
}

/** Of what the server stands on, only what cannot be inside of its one file is installed beside it, in the very releases that it was tried with. */
async function describe() {
  const read = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'));
  const { version, license, engines } = {
    ...(await read('package.json')),
    ...(await read('server/package.json')),
  };
  const { dependencies, optionalDependencies, description } = await read('server/package.json');
  const beside = Object.entries(dependencies).filter(([name]) => NEVER_INSIDE.includes(name));
  return {
    name: 'cottontree',
    version,
    description,
    license,
    type: 'module',
    bin: { cottontree: 'bin/cottontree.mjs' },
    engines,
    dependencies: Object.fromEntries(beside),
    optionalDependencies,
  };
}
