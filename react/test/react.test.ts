import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedInEmptyFolder, root, type EmptyFolder } from '../../client/test/kit/empty-folder.ts';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../../server/test/kit/browser.ts';
import { openShopPages, type ShopPages } from '../../server/test/kit/shop-pages.ts';
import { openShopSite, type ShopSite } from '../../server/test/kit/shop-site.ts';

const COMPILER = 'typescript-native/bin/tsc';
const STRICT = '--strict --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --noEmit';
const WORDS = `${STRICT} --lib es2023,dom,dom.iterable --jsx react-jsx`.split(' ');
/** What the component and its button add to a page that has React, before the pay step is opened. */
const BUTTON_GZIP_BYTES_MAX = 12_000;

/** React as this checkout has it, the newest and the oldest that the components are for. */
const REACTS = { 18: 'react-18/node_modules', 19: 'node_modules' } as const;
type Release = keyof typeof REACTS;
const BESIDE = ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom'];

let shop: ShopPages;
let site: ShopSite;
let browser: TestBrowser;
let folders: Readonly<Record<Release, EmptyFolder>>;
let given: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const installed = installedInEmptyFolder('elements', 'react');
  [browser, shop, site] = await Promise.all([openBrowser({ whole: true }), openShopPages(), openShopSite()]);
  for (const folder of ['elements', 'react'])
    for (const name of await readdir(join(root, folder, 'programs')))
      await (await installed).write(name, await readFile(join(root, folder, 'programs', name), 'utf8'));
  await (
    await installed
  ).lay({ csstype: 'node_modules/csstype', '@types/prop-types': 'node_modules/@types/prop-types' });
  folders = { 18: await (await installed).alike(), 19: await installed };
  for (const release of [18, 19] as const)
    await folders[release].lay(
      Object.fromEntries(BESIDE.map((name) => [name, `${REACTS[release]}/${name}`])),
    );
  given = {
    server: shop.origin,
    apiKey: await shop.service.key(shop.shop.id, { kind: 'public', origins: [site.origin] }),
    eventId: (await shop.event()).id,
    merchantId: shop.shop.id,
    staff: false,
  };
});
afterAll(async () => {
  await Promise.all(Object.values(folders).map((folder) => folder[Symbol.asyncDispose]()));
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

test('the packages have their programs, types, readme and licence in them, and no source', async () => {
  for (const name of ['elements', 'react']) {
    const installed = join(folders[19].path, 'node_modules/@cottontree', name);
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readdir(join(installed, 'dist'))).not.toContain('served');
  }
});

test.each([18, 19] as const)(
  'with React %i every prop has its type, whoever resolves the modules',
  async (release) => {
    const folder = folders[release];
    await folder.write('common.cts', await readFile(join(root, 'elements/programs/page.ts'), 'utf8'));
    await folder.write('common.tsx', await readFile(join(root, 'react/programs/all-props.tsx'), 'utf8'));
    const programs = ['all-props.tsx', 'page.tsx', 'rendered.tsx', 'page.ts'];
    await folder.tool(COMPILER, ...WORDS, '--module', 'node16', ...programs, 'common.cts');
    await folder.tool(COMPILER, ...WORDS, '--module', 'esnext', '--moduleResolution', 'bundler', ...programs);
    const old = '--module esnext --moduleResolution node10 --ignoreDeprecations 6.0'.split(' ');
    await folder.tool('typescript/bin/tsc', ...WORDS, ...old, ...programs);
    await folder.write('package.json', JSON.stringify({ name: 'shop', private: true, type: 'commonjs' }));
    await folder.tool(COMPILER, ...WORDS, '--module', 'node16', 'common.tsx');
    await folder.write('package.json', JSON.stringify({ name: 'shop', private: true, type: 'module' }));
  },
);

test.each([18, 19] as const)(
  'with React %i a server renders the empty elements, in both forms of modules',
  async (release) => {
    const texts = [await rendered(release, 'esm'), await rendered(release, 'cjs')];
    for (const text of texts) {
      expect(text).toContain('<ms-payment-button id="pay" class="pay wide"></ms-payment-button>');
      expect(text).not.toContain('pk_test_');
    }
  },
);

const VARIANTS = [
  { release: 18, bundler: 'esbuild' },
  { release: 19, bundler: 'esbuild' },
  { release: 18, bundler: 'Vite' },
  { release: 19, bundler: 'Vite' },
] as const;

test.each(VARIANTS)(
  'with React $release and $bundler a page takes a payment, follows its props and lets a widget go',
  IN_A_BROWSER,
  async ({ release, bundler }) => {
    const path = `/${bundler}-${release}/`;
    // A program that is still worked on complains of what does not fit what was rendered ahead.
    const html = bundler === 'esbuild' ? await rendered(release, 'esm') : '';
    putPage(path, await (bundler === 'esbuild' ? byEsbuild : byVite)(release, path), { html });
    const { page, complaints } = await browser.look(`${site.origin}${path}`);
    const told = async (name: string): Promise<readonly unknown[]> =>
      ((await page.evaluate('told')) as readonly (readonly [string, unknown])[])
        .filter(([one]) => one === name)
        .map(([, detail]) => detail);
    await page.getByRole('button', { name: 'Pay NLe 12.50' }).waitFor();
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Pay NLe 25.00' }).click();
    await payInFrame(page);
    await expect.poll(() => told('success')).toHaveLength(1);
    // The description went with the second piece, and what is told knows of it.
    expect((await told('success'))[0]).toMatchObject({
      status: 'succeeded',
      amount: 25,
      description: null,
      metadata: { pieces: '2' },
      pieces: 2,
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Tickets', exact: true }).click();
    await page.getByRole('heading', { name: 'Freetown Jazz' }).waitFor();
    await expect.poll(() => told('ready')).toEqual(['button', 'tickets']);
    await page.getByRole('button', { name: 'Tickets', exact: true }).click();
    await page.getByRole('heading', { name: 'Freetown Jazz' }).waitFor({ state: 'detached' });
    expect(complaints.filter((one) => !one.startsWith(`asks for ${shop.origin}/`))).toEqual([]);
    expect(await told('error')).toEqual([]);
    await page.context().close();
  },
);

test.each([18, 19] as const)(
  'with React %i a widget whose code is there already tells its page that it is ready, as the first does',
  IN_A_BROWSER,
  async (release) => {
    const path = `/later-${release}/`;
    putPage(path, await esbuilt(release, 'later.tsx'));
    const { page } = await browser.look(`${site.origin}${path}`);
    await page.getByRole('button', { name: 'Pay NLe 2.00' }).waitFor();
    await expect.poll(() => page.evaluate('told')).toEqual([0, 1]);
    await page.context().close();
  },
);

test(
  'with React 19 all six stand in a page with the strictest policy, and the four of staff talk with their frames',
  IN_A_BROWSER,
  async () => {
    putPage('/staff/', await byVite(19, '/staff/'), { staff: true });
    const { page, complaints } = await browser.look(`${site.origin}/staff/`, { width: 'desktop' });
    const heard = async (): Promise<readonly string[]> =>
      ((await page.evaluate('told')) as readonly (readonly [string, unknown])[])
        .map(([what, of]) => `${what} ${String(of)}`)
        .toSorted();
    await page.getByRole('button', { name: 'Tickets', exact: true }).click();
    // In a page of another site this browser keeps nothing, and no till opens without.
    await expect
      .poll(heard)
      .toEqual([
        ...['button', 'invoice', 'link', 'scanner', 'tickets'].map((name) => `ready ${name}`),
        'till STORAGE_BLOCKED',
      ]);
    expect(complaints.filter((one) => !one.startsWith(`asks for ${shop.origin}/`))).toEqual([]);
    await page.context().close();
  },
);

test('a page that shows the button alone loads no more than it', async () => {
  const folder = folders[19];
  await folder.write(
    'one.js',
    "import { PaymentButton } from '@cottontree/react';\nimport { createElement } from 'react';\nglobalThis.button = createElement(PaymentButton, { apiKey: 'pk_test_1', amount: 1 });\n",
  );
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder.path, 'one.js')],
    absWorkingDir: folder.path,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: 'one',
    external: ['react'],
    metafile: true,
    write: false,
  });
  // The bundler writes pieces too that nothing leads to.
  const loaded = new Set(['one/one.js']);
  for (const name of loaded)
    for (const { path, external } of metafile.outputs[name]?.imports ?? []) if (!external) loaded.add(path);
  const texts = outputFiles
    .filter(({ path }) => [...loaded].some((name) => path.endsWith(name)))
    .map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text) => text.includes('ms-payment-button')).length).toBeGreaterThan(0);
  expect(texts.filter((text) => /ms-(?:pos-terminal|ticket-sales)/.test(text)).length).toBe(0);
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  console.info(`react: ${bytes} bytes gzip for the button`);
  expect(bytes).toBeLessThan(BUTTON_GZIP_BYTES_MAX);
});

/** The payer chooses a card in the frame, and the test's bank says yes. */
async function payInFrame(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Approve' }).click();
  await frame.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
}

/** What a server of the shop sends ahead. */
async function rendered(release: Release, format: 'esm' | 'cjs'): Promise<string> {
  const folder = folders[release];
  const name = format === 'esm' ? 'rendered.mjs' : 'rendered.cjs';
  await build({
    entryPoints: [join(folder.path, 'rendered.tsx')],
    outfile: join(folder.path, name),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format,
    jsx: 'automatic',
  });
  return (await folder.node(name, JSON.stringify(given))).trim();
}

type Files = Readonly<Record<string, string>>;

/** In one file, with React's own complaints in it. */
async function byEsbuild(release: Release): Promise<Files> {
  return esbuilt(release, 'page.tsx');
}

async function esbuilt(release: Release, program: string): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: [join(folders[release].path, program)],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return { 'page.js': outputFiles[0]?.text ?? '' };
}

/** As it goes to a shop's customers, each widget in a piece of its own. */
async function byVite(release: Release, base: string): Promise<Files> {
  const built = await viteBuild({
    root: folders[release].path,
    base,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: join(folders[release].path, 'page.tsx'),
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const output = Array.isArray(built)
    ? built.flatMap(({ output }) => output)
    : 'output' in built
      ? built.output
      : [];
  return Object.fromEntries(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])),
  );
}

/** A page that allows its own scripts and this server's frames, pictures and answers, and nothing else. */
function putPage(path: string, files: Files, { html = '', staff = false } = {}): void {
  const data = JSON.stringify({ ...given, staff }).replaceAll('"', '&quot;');
  site.put(path, {
    policy: `default-src 'none'; script-src 'self'; connect-src ${shop.origin}; frame-src ${shop.origin}; img-src ${shop.origin} data:`,
    html: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main id="root" data-given="${data}">${html}</main><script type="module" src="${path}page.js"></script></body></html>`,
  });
  for (const [name, text] of Object.entries(files))
    site.put(path + name, { html: text, type: 'text/javascript' });
}
