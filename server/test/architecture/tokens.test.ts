import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const assets = new URL('../../assets/', import.meta.url);

test('pages and apps have one set of tokens', async () => {
  expect(await readFile(new URL('tokens.gen.css', assets), 'utf8')).toBe(
    await readFile(new URL('../../../web/kit/tokens.css', import.meta.url), 'utf8'),
  );
});

test('no style of a page names a token that there is not', async () => {
  const tokens = await readFile(new URL('tokens.gen.css', assets), 'utf8');
  const known = new Set([...tokens.matchAll(/(--ct-[\w-]+):/g)].map(([, name]) => name));
  for (const file of ['page.css', 'event.css', 'parcel.css', 'pay.css', 'receipt.css']) {
    const styles = await readFile(new URL(file, assets), 'utf8');
    const unknown = [...styles.matchAll(/var\((--ct-[\w-]+)/g)].filter(([, name]) => !known.has(name));
    expect([file, unknown.map(([, name]) => name)]).toEqual([file, []]);
  }
});

test('letters of apps and pages are as large as the browser is told, but in drawings and on paper', async () => {
  const root = new URL('../../../', import.meta.url);
  const listed = await Promise.all(
    ['web', 'server/assets'].map(async (folder) =>
      (await readdir(new URL(folder, root), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const files = listed.flat().filter((name) => name.endsWith('.css') && !name.startsWith('web/dist'));
  expect(files.length).toBeGreaterThan(80);
  const fixed = await Promise.all(
    files.map(async (name) =>
      (await readFile(new URL(name, root), 'utf8'))
        .split('\n')
        .filter((line) => /(font|font-size|line-height|--ct-(text|lead)-\w+): [^;]*\dpx/.test(line))
        .filter((line) => !/\btext \{|#app > \.paper/.test(line))
        .map((line) => `${name} ${line.trim()}`),
    ),
  );
  expect(fixed.flat()).toEqual([]);
});

test('no style of an app or a widget names a token that there is not', async () => {
  const root = new URL('../../../', import.meta.url);
  const listed = await Promise.all(
    ['web', 'elements/src'].map(async (folder) =>
      (await readdir(new URL(folder, root), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const files = listed.flat().filter((name) => name.endsWith('.css') && !name.startsWith('web/dist'));
  expect(files.length).toBeGreaterThan(60);
  const styles = await Promise.all(files.map((name) => readFile(new URL(name, root), 'utf8')));
  const known = new Set([...styles.join().matchAll(/(--ct-[\w-]+):/g)].map(([, name]) => name));
  const unknown = files.flatMap((name, at) =>
    [...(styles[at] ?? '').matchAll(/var\((--ct-[\w-]+)/g)].flatMap(([, token]) =>
      known.has(token) ? [] : [`${name} ${token}`],
    ),
  );
  expect(unknown).toEqual([]);
});
