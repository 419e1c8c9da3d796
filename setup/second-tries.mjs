import { relative, sep } from 'node:path';
import { root } from './root.mjs';

/** Where guarantees are proved by races and kills: what fails there once is a fault, however rare. */
const PROMISES = 'promises';

/** More files than these did not fail by chance. */
const FILES_AGAIN_MAX = 5;

/** The files of vitest's own report that failed and may run once more, alone and with the same seed: a crowded machine is late with what a page, a timer or another program should have brought. */
export function filesToTryAgain({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const again = failed.filter((name) => !name.split(sep).includes(PROMISES));
  return again.length > FILES_AGAIN_MAX ? [] : again;
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
