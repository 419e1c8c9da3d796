import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builtProgram } from '../kit/program.ts';

test('the built program is plain ASCII: one letter beyond it, in a pattern or a template of HTML, and all of it takes two bytes a character in memory, and what runs it reads a byte as one', async () => {
  const lines = (await readFile((await builtProgram()).replace(/\.mjs$/, '.cjs'), 'utf8')).split('\n');
  // oxlint-disable-next-line no-control-regex -- the first half of ASCII is what is meant
  expect(lines.filter((line) => /[^\0-\x7f]/.test(line))).toEqual([]);
});
