import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axeCore from 'axe-core';
import { findChromium, WHAT_TO_INSTALL } from '../chromium.mjs';
import { root } from '../root.mjs';
import { run } from './foreign.mjs';

const PAGES = 'server/test/pages';

/** axe over every public page, as the tests of the pages do it: on phone and desktop, light and dark. */
export const axe = {
  name: 'axe',
  async run() {
    if (findChromium() === null) return { absent: WHAT_TO_INSTALL };
    const { version } = axeCore;
    const folder = await mkdtemp(join(tmpdir(), 'cottontree-audit-'));
    const file = join(folder, 'report.json');
    const { errors } = await run(process.execPath, [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      PAGES,
      '--reporter=json',
      `--outputFile=${file}`,
    ]);
    const report = await readFile(file, 'utf8').then(JSON.parse, () => null);
    await rm(folder, { recursive: true, force: true });
    if (report === null) throw new Error(`The tests of the pages did not run: ${errors.slice(-1_000)}`);
    const tests = report.testResults.flatMap((one) => one.assertionResults);
    const looked = tests.filter(({ title }) => title.includes('barriers'));
    if (looked.length === 0) throw new Error(`No test of ${PAGES} looks for barriers.`);
    const failed = looked.filter(({ status }) => status !== 'passed');
    return {
      version,
      looked: `${looked.length} pages, each on phone and desktop, light and dark`,
      findings: failed.map(
        ({ fullName, failureMessages }) =>
          `${fullName}: ${failureMessages[0]?.split('\n')[0] ?? 'not passed'}`,
      ),
    };
  },
};
