import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from './root.mjs';

/** The word by which a file of tests says that it looks into a browser. */
const BROWSER = 'IN_A_BROWSER';

/** The files of vitest's own report that failed and look into a browser: what a crowded machine kept from coming may come when they run alone. */
export async function browserFilesThatFailed({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const sources = await Promise.all(failed.map((name) => readFile(name, 'utf8')));
  return failed.filter((_, at) => sources[at].includes(BROWSER));
}

/** What two runs tell together: of the files that ran twice, how they went the second time. */
export function withSecondTries(first, second) {
  const again = new Set(second.testResults.map(({ name }) => name));
  const testResults = [...first.testResults.filter(({ name }) => !again.has(name)), ...second.testResults];
  const passed = new Set(namesOf(second, 'passed'));
  return { testResults, passedSecond: namesOf(first, 'failed').filter((name) => passed.has(name)) };
}

function namesOf({ testResults }, wanted) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === wanted)
      .map(({ ancestorTitles, title }) => [relative(root, name), ...ancestorTitles, title].join(' > ')),
  );
}
