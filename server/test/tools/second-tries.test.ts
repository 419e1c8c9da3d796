import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { secondTriesOf } from '../../../setup/second-tries.mjs';

const VITEST = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
const TESTS = `import { describe, expect, test } from 'vitest';
let tries = 0;
describe('a page', { retry: 1 }, () => {
  test('comes late', () => { tries += 1; expect(tries).toBe(2); });
  test('comes', () => {});
  test('never comes', () => { expect(1).toBe(2); });
});`;

test('what passed only at its second try is named; what passed or failed for good is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-tries-'));
  const report = join(folder, 'report.json');
  await writeFile(join(folder, 'tried.test.ts'), TESTS);
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
  const { PATH, HOME } = process.env;
  const ending = await promisify(execFile)(process.execPath, [VITEST, ...args], {
    env: { PATH, HOME },
  }).catch((error: unknown) => error);
  expect(ending).toMatchObject({ code: 1 });
  const names = secondTriesOf(
    JSON.parse(await readFile(report, 'utf8')) as Parameters<typeof secondTriesOf>[0],
  );
  expect(names.map((name) => name.replace(/^.*tried/, 'tried'))).toEqual([
    'tried.test.ts > a page > comes late',
  ]);
  await rm(folder, { recursive: true, force: true });
});
