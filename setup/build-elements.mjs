import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { declarationsOf, writeTypes } from './declarations.mjs';
import { root } from './root.mjs';

export const WIDGETS = [
  'payment-button',
  'ticket-sales',
  'pos-terminal',
  'invoice-creator',
  'payment-link-creator',
  'ticket-scanner',
];
/** What only our own classes call. */
const INSIDE =
  /^(growsWithContent|themeDefault|chosenTheme|setProp|emit|fail|required|spoken|prop|sheets|root|observed|tell|hear|lost)$/;
const OURS = {
  mangleProps: INSIDE,
  bundle: true,
  minify: true,
  target: 'es2022',
  logLevel: 'error',
  legalComments: 'none',
  charset: 'utf8',
};

/**
 * Builds `elements/dist` whole or not at all: for bundlers the package, and in `served/` for pages each widget by itself
 * in one file, all of them in one, and the script tag.
 */
export async function buildElements() {
  const dist = join(root, 'elements/dist');
  const [unfinished, former] = [`${dist}.${randomUUID()}`, `${dist}.${randomUUID()}`];
  await mkdir(join(unfinished, 'served'), { recursive: true });
  await buildPackage(unfinished);
  await buildServed(join(unfinished, 'served'));
  // The bundler is a process of its own and would live as long as the server does.
  await stop();
  await rename(dist, former).catch(() => undefined);
  await rename(unfinished, dist);
  await rm(former, { recursive: true, force: true });
}

async function buildServed(unfinished) {
  const startedAt = new Date();
  const { version } = JSON.parse(await readFile(join(root, 'elements/package.json'), 'utf8'));
  const files = {};
  for (const name of [...WIDGETS, 'index']) {
    const text = await bundleOf(`elements/src/${name}.ts`, { format: 'esm' });
    await writeFile(join(unfinished, `${name}.js`), text);
    if (name !== 'index')
      files[name] = `../${version}/${name}.js?${digest(text, 'sha256', 'hex').slice(0, 8)}`;
  }
  const script = await bundleOf('elements/src/script.ts', {
    format: 'iife',
    define: { FILES: JSON.stringify(files) },
  });
  await writeFile(join(unfinished, 'widgets.js'), script);
  await utimes(join(unfinished, 'widgets.js'), startedAt, startedAt);
}

/** What a package has in common with what pages load: it is read by people, made smaller by whoever bundles it, and comes from no server of ours. */
const PACKAGED = {
  bundle: true,
  target: 'es2022',
  logLevel: 'error',
  charset: 'utf8',
  define: { 'import.meta.url': '""' },
};

/** In ECMAScript modules what widgets share is there once; in CommonJS each entry is all six. */
async function buildPackage(unfinished) {
  await build({
    ...PACKAGED,
    entryPoints: [...WIDGETS, 'index', 'configure'].map((name) => join(root, `elements/src/${name}.ts`)),
    format: 'esm',
    splitting: true,
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    plugins: [styles],
  });
  await build({
    ...PACKAGED,
    entryPoints: [join(root, 'elements/src/index.ts')],
    format: 'cjs',
    outfile: join(unfinished, 'index.cjs'),
    plugins: [styles],
  });
  for (const name of WIDGETS) await writeFile(join(unfinished, `${name}.cjs`), "require('./index.cjs');\n");
  await writeFile(
    join(unfinished, 'configure.cjs'),
    "const { configure } = require('./index.cjs');\nmodule.exports = { configure };\n",
  );
  await writeTypes(unfinished, {
    props: await declared('props'),
    tags: await declared('tags'),
    widget: WIDGET_TYPES,
    index: `${WIDGET_TYPES}export { configure } from './base-url.js';\n`,
    configure: "export { configure } from './base-url.js';\n",
    'base-url': await declared('core/base-url'),
  });
}

const WIDGET_TYPES = "export type * from './props.js';\nexport type * from './tags.js';\n";
const declared = async (name) => declarationsOf(join(root, `elements/src/${name}.ts`));

async function bundleOf(entry, options) {
  const { outputFiles } = await build({
    ...OURS,
    ...options,
    entryPoints: [join(root, entry)],
    write: false,
    outdir: join(root, 'elements/dist'),
    plugins: [styles],
  });
  return outputFiles[0].text;
}

function digest(text, algorithm, form) {
  return createHash(algorithm).update(text).digest(form);
}

/** Style sheets as text, and of the tokens those that the elements use. */
const styles = {
  name: 'styles',
  setup(building) {
    building.onResolve({ filter: /^\.[^:]*\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
      namespace: 'styles',
    }));
    building.onLoad({ filter: /./, namespace: 'styles' }, async ({ path }) => ({
      contents: small(await readFile(path, 'utf8')),
      loader: 'text',
    }));
    building.onResolve({ filter: /^tokens:/ }, ({ path }) => ({ path, namespace: 'tokens' }));
    building.onLoad({ filter: /./, namespace: 'tokens' }, async ({ path }) => ({
      contents: small(await tokensFor(SHEETS[/^tokens:(\w+)/.exec(path)[1]])),
      loader: 'text',
    }));
  },
};

/** Which sheets go together. */
const SHEETS = {
  buyers: ['core/common', 'core/buyers', 'pay/pay', 'payment-button', 'ticket-sales'],
  frames: ['core/common', 'frames/frame'],
};

/**
 * The tokens of the kit that some style sheet of the elements names, for shadow roots alone. In pixels: in a shop's page a
 * rem is what the shop made of it, often 10 px.
 */
async function tokensFor(sheets) {
  const texts = await Promise.all(
    sheets.map((name) => readFile(join(root, `elements/src/${name}.css`), 'utf8')),
  );
  const used = new Set([...texts.join('').matchAll(/var\((--ct-[\w-]+)/g)].map(([, name]) => name));
  if (sheets === SHEETS.buyers)
    for (const name of used) if (name.includes('-brand')) used.add(name.replace('brand', 'gara'));
  const tokens = await readFile(join(root, 'web/kit/tokens.css'), 'utf8');
  return tokens
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/([\d.]+)rem/g, (_, number) => `${number * 16}px`)
    .replaceAll(/(--ct-[\w-]+): *(?:var\((--ct-[\w-]+)\))?[^;]*;/g, (declaration, name, other = name) =>
      used.has(name) && used.has(other) ? declaration : '',
    )
    .replaceAll(/([^{}]+)\{/g, (rule, selectors) =>
      selectors.includes(':host')
        ? `${selectors
            .split(/,(?![^(]*\))/)
            .filter((one) => one.includes(':host'))
            .join(',')}{`
        : rule,
    );
}

/** The same styles in fewer bytes. */
function small(css) {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(/;(?=\})/g, '')
    .replaceAll(/[^{}]+\{\}/g, '')
    .replaceAll(/[^{}]+\{\}/g, '')
    .replaceAll(' {', '{')
    .replaceAll('#ffffff', '#fff')
    .trim();
}
