import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesToTryAgain, withSecondTries } from '../../../setup/second-tries.mjs';

type Report = Parameters<typeof filesToTryAgain>[0];

const VITEST = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
const FILES = {
  'page.test.ts': `import { describe, expect, test } from 'vitest';
    describe('a page', () => {
      test('comes late', () => { expect(process.env['AGAIN']).toBe('yes'); });
      test('comes', () => {});
      test('never comes', () => { expect(1).toBe(2); });
    });`,
  'promises/sum.test.ts': `import { expect, test } from 'vitest'; test('a sum is wrong', () => { expect(1).toBe(2); });`,
  'word.test.ts': `import { test } from 'vitest'; test('a word is right', () => {});`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-tries-'));
  await mkdir(join(folder, 'promises'));
  for (const [name, source] of Object.entries(FILES)) await writeFile(join(folder, name), source);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a run of all these files, or of some, reports. */
async function run(files: readonly string[], AGAIN: 'yes' | 'no'): Promise<Report> {
  const report = join(folder, 'report.json');
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`, ...files];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, AGAIN };
  const ending = await promisify(execFile)(process.execPath, [VITEST, ...args], { env }).catch(
    (error: unknown) => error,
  );
  expect(ending).toMatchObject({ code: 1 });
  return JSON.parse(await readFile(report, 'utf8')) as Report;
}

test('a file that fails runs once more, and what passed only then is named; a promise that is broken once is broken', async () => {
  const first = await run([], 'no');
  const again = filesToTryAgain(first);
  expect(again).toEqual([join(folder, 'page.test.ts')]);
  const both = withSecondTries(first, await run(again, 'yes'));
  expect(both.passedSecond.map((name) => name.replace(/^.*tries-[^/]*\//, ''))).toEqual([
    'page.test.ts > a page > comes late',
  ]);
  const results = both.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.map(({ title, status }) => `${title}: ${status}`).toSorted()).toEqual([
    'a sum is wrong: failed',
    'a word is right: passed',
    'comes late: passed',
    'comes: passed',
    'never comes: failed',
  ]);
});

test('nothing runs again when too much failed for chance', () => {
  const failed = (count: number): Report => ({
    testResults: Array.from({ length: count }, (_, at) => ({
      name: `/some/${at}.test.ts`,
      status: 'failed',
      assertionResults: [],
    })),
  });
  expect(filesToTryAgain(failed(5))).toHaveLength(5);
  expect(filesToTryAgain(failed(6))).toEqual([]);
});
