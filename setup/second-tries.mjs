import { relative } from 'node:path';
import { root } from './root.mjs';

/** The tests that passed only because they were tried again, from vitest's own report: those that passed and tell of a failure. */
export function secondTriesOf({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ ancestorTitles, title }) => [relative(root, name), ...ancestorTitles, title].join(' > ')),
  );
}
