import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
/** What these keep is the service's own: its order and its ends are not for one node's clock to say. */
const BY_THE_DATABASE = [
  'modules/webhooks',
  'modules/notices',
  'modules/files',
  'modules/accounts',
  'modules/pos/staff',
  'outbox',
];
/** Who gets in with what, and until when, wherever it is kept. */
const LETS_IN = /(device|scanner|session|pairing|token|guesses)[\w-]*\.ts$/;

async function sourcesOf(
  folder: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const names = (await readdir(join(SOURCE, folder), { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.(test|cases)\.ts$/.test(name),
  );
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      text: await readFile(join(SOURCE, folder, name), 'utf8'),
    })),
  );
}

test("modules that keep what the service itself orders and ends ask for the database's time", async () => {
  const sources = (await Promise.all(BY_THE_DATABASE.map(sourcesOf))).flat();
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => /\bworld\.now\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

test("whatever of sessions, paired devices, their codes and tokens looks at a clock looks at the database's", async () => {
  const sources = (await sourcesOf('.')).filter(({ path }) => LETS_IN.test(path));
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter(({ text }) => /\bworld\.now\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

test("what is cleared away for good is judged by the database's time", async () => {
  const clearing = (await sourcesOf('.')).filter(({ text }) => text.includes('irrevocable: true'));
  expect(clearing.length).toBeGreaterThan(5);
  expect(
    clearing.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => line.includes('irrevocable: true') && /\bworld\.now\b/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    ),
  ).toEqual([]);
});
