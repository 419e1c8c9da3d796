import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each([
  ['keep', /nonsense says nothing here/],
  ['audit', /nonsense is not one of redocly/],
])('npm run %s does nothing where it is told a word that it does not know', (name, says) => {
  const program = fileURLToPath(new URL(`../../../setup/${name}.mjs`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'nonsense'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(says);
});
