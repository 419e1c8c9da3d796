import { readFile } from 'node:fs/promises';
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
