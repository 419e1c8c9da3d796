import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, stop, transform } from 'esbuild';
import { root } from './root.mjs';

/** Those that have a machine's code or files of their own. */
export const NEVER_INSIDE = [
  '@node-rs/argon2',
  'dejavu-fonts-ttf',
  'fontkit',
  'pdfkit',
  'pg-native',
  'sharp',
];
/** What modules find around them where all are in one file: of the older form in one of the newer, and the other way round. */
const SURROUNDINGS = {
  esm: {
    banner: {
      js: [
        "import { createRequire as $requireOf } from 'node:module';",
        "import { dirname as $folderOf } from 'node:path';",
        "import { fileURLToPath as $pathOf } from 'node:url';",
        'const require = $requireOf(import.meta.url);',
        'const __filename = $pathOf(import.meta.url);',
        'const __dirname = $folderOf(__filename);',
      ].join('\n'),
    },
  },
  cjs: {
    banner: { js: "const $here = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '$here' },
    // What the engine keeps of a program is kept without the way in which it imports: in one, import() is require().
    supported: { 'dynamic-import': false },
  },
};

/**
 * Bundles a TypeScript program for Node with our own workspaces in it. Other packages stay outside, unless it is to be
 * `whole`: a program of one file starts in 0.55 s of a core instead of 0.95, which went into finding 2,000 files. Those
 * have no source map: Node takes the one of the server apart at its first stack, which cost 120 MB for good.
 * Their stacks name lines of the bundle, where every module stands below the path of its file.
 */
export async function bundle(entry, outfile, { whole = false, startedAt = new Date() } = {}) {
  const format = outfile.endsWith('.cjs') ? 'cjs' : 'esm';
  await stat(entry).catch(() => {
    throw new Error(`${entry} is missing: put the whole checkout back.`);
  });
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    write: false,
    platform: 'node',
    format,
    target: 'node20',
    ...(whole
      ? { external: NEVER_INSIDE, ...SURROUNDINGS[format], legalComments: 'linked' }
      : { packages: 'external' }),
    sourcemap: whole ? false : 'linked',
    sourcesContent: false,
    logLevel: 'error',
    plugins: [ourWorkspaces, asciiPackages],
  });
  if (whole && format === 'cjs')
    for (const { text } of outputFiles.filter(({ path }) => path === outfile)) expectAscii(text);
  // The bundler is a process of its own and would live as long as the server does.
  await stop();
  await mkdir(dirname(outfile), { recursive: true });
  // The program last: once it is there, its map is. Its time is that of the sources it was read from.
  for (const { path, contents } of outputFiles.sort((one) => (one.path === outfile ? 1 : -1)))
    await replace(path, contents, startedAt);
}

/** Its loader takes a byte for a character, and the bundler leaves regular expressions as they are written. */
function expectAscii(text) {
  // oxlint-disable-next-line no-control-regex -- the first half of ASCII is what is meant
  const line = text.split('\n').find((one) => /[^\0-\x7f]/.test(one));
  if (line !== undefined)
    throw new Error(`Write \\u and four digits for what is beyond ASCII in ${line.trim().slice(0, 120)}`);
}

/** The server's program in a folder: what runs it, the program itself, and what prints in threads beside it. */
export async function bundleServer(folder) {
  const source = (name) => join(root, 'server/src', name);
  const startedAt = new Date();
  await bundle(source('press.ts'), join(folder, 'press.mjs'), { whole: true, startedAt });
  await bundle(source('cli/main.ts'), join(folder, 'cottontree.cjs'), { whole: true, startedAt });
  await bundle(source('cli/load-program.ts'), join(folder, 'cottontree.mjs'), { startedAt });
}

/** Whole or not at all, also while another process does the same. */
async function replace(path, contents, time) {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await utimes(unfinished, time, time);
  await rename(unfinished, path);
}

/** Comments of others beyond ASCII go: one letter of them, and the whole program takes two bytes a character in memory. */
const asciiPackages = {
  name: 'ascii-packages',
  setup(building) {
    building.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      // oxlint-disable-next-line no-control-regex -- the first half of ASCII is what is meant
      if (!/[^\0-\x7f]/.test(text)) return null;
      return { contents: (await transform(text, { minifyWhitespace: true })).code };
    });
  },
};

/** `@cottontree/contract/signature` and its like are sources of this checkout, found by their package's `exports`. */
export const ourWorkspaces = {
  name: 'our-workspaces',
  setup(building) {
    building.onResolve({ filter: /^@cottontree\// }, async ({ path }) => {
      const [, workspace, ...rest] = path.split('/');
      const { exports } = JSON.parse(await readFile(join(root, workspace, 'package.json'), 'utf8'));
      const entry = exports[rest.length === 0 ? '.' : `./${rest.join('/')}`];
      const file = entry?.['@cottontree/source'] ?? entry;
      return file
        ? { path: join(root, workspace, file) }
        : { errors: [{ text: `${path} is not among the exports of its package` }] };
    });
  },
};
